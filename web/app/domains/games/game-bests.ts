import { parseJson } from '@castellan/foundation/parse-json';
import { type GameId, gameIds } from '@castellan/games/game';
import { defineStoredValue } from '../../lib/stored-values.ts';

/** The best score in one mode of one game. */
export type Best = {
  readonly game: GameId;
  readonly mode: string;
  readonly score: number;
  /** `YYYY-MM-DD`, where it was played. */
  readonly day: string;
  /** The game itself, as `formatReplay` writes it; empty where it was too long for one. */
  readonly replay: string;
};

/** Bests that are kept: every mode there is, and some more. */
const maxBests = 12;

/** The bests of whoever plays in this browser. They never leave it. */
export const storedBests = defineStoredValue<readonly Best[]>({
  key: 'game_bests',
  medium: 'local',
  clearedBy: 'nothing',
  parse: parseBests,
  format: (bests) => JSON.stringify(bests),
});

/** The best of a mode among those that are kept. */
export function bestOf(bests: readonly Best[], game: GameId, mode: string): Best | undefined {
  return bests.find((best) => best.game === game && best.mode === mode);
}

/** The list with one more score: it takes the place of a lower one of its mode. No points are no best. */
export function withScore(bests: readonly Best[], scored: Best): readonly Best[] {
  const before = bestOf(bests, scored.game, scored.mode)?.score ?? 0;
  if (scored.score <= before) return bests;
  return [...bests.filter(({ game, mode }) => game !== scored.game || mode !== scored.mode), scored].slice(-maxBests);
}

function parseBests(text: string): readonly Best[] | undefined {
  const read = parseJson(text);
  return Array.isArray(read) ? read.map(parseBest).filter((best) => best !== undefined) : undefined;
}

function parseBest(read: unknown): Best | undefined {
  if (typeof read !== 'object' || read === null) return undefined;
  const { game: id, mode, score, day, replay } = read as Readonly<Record<string, unknown>>;
  const game = gameIds.find((known) => known === id);
  if (game === undefined || typeof mode !== 'string' || typeof score !== 'number' || !Number.isSafeInteger(score)) return undefined;
  if (typeof day !== 'string' || typeof replay !== 'string') return undefined;
  return { game, mode, score, day, replay };
}
