import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Shape } from '../../../web/app/lib/shape.ts';

/** A score of the board. `game` and `mode` as replays name them; `day` is `YYYY-MM-DD`, UTC. */
export type BoardScore = {
  readonly id: string;
  readonly game: string;
  readonly mode: string;
  readonly score: number;
  readonly day: string;
};

const boardShape: Shape<{ readonly scores: readonly BoardScore[] }> = {
  safeParse: (input) => {
    const listed: unknown = typeof input === 'object' && input !== null && 'scores' in input ? input.scores : undefined;
    return Array.isArray(listed) && listed.every(isScore) ? { success: true, data: { scores: listed } } : { success: false };
  },
};

const replayShape: Shape<{ readonly replay: string }> = {
  safeParse: (input) =>
    typeof input === 'object' && input !== null && 'replay' in input && typeof input.replay === 'string'
      ? { success: true, data: { replay: input.replay } }
      : { success: false },
};

/** The owner's highest scores. */
export function askBoard() {
  return read('game-board', boardShape);
}

/** The game that proves a score of the board, as `formatReplay` writes it. */
export function askReplay(id: string) {
  return read(`game-replay?id=${encodeURIComponent(id)}`, replayShape);
}

function isScore(input: unknown): input is BoardScore {
  if (typeof input !== 'object' || input === null) return false;
  const { id, game, mode, score, day } = input as Readonly<Record<string, unknown>>;
  return [id, game, mode, day].every((text) => typeof text === 'string') && typeof score === 'number';
}

/** Longest time that a question may take. */
const timeoutMs = 20_000;

/** Reads a function of the server that is open to anybody, by its name and query. */
async function read<Value>(nameAndQuery: string, shape: Shape<Value>): Promise<Result<Value, { readonly code: 'not_answered' }>> {
  try {
    const response = await fetch(`/functions/v1/${nameAndQuery}`, { signal: AbortSignal.timeout(timeoutMs) });
    const parsed = response.ok ? shape.safeParse(await response.json()) : undefined;
    return parsed?.success === true ? succeed(parsed.data) : fail({ code: 'not_answered' });
  } catch {
    return fail({ code: 'not_answered' });
  }
}
