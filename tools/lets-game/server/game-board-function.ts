import type { Clock } from '@castellan/foundation/clock';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../../server/functions/function-answers.ts';
import { visitorRead } from '../../../server/functions/visitor-function.ts';
import type { ServerRows } from '../../../server/rows/server-rows.ts';

/** The board changes when the owner plays: whoever asks within so many milliseconds shares one answer. */
const keptMs = 2_000;

const scoresSchema = z.array(
  z.object({ id: z.uuid(), game: z.string(), mode: z.string(), score: z.int(), steps: z.int(), day: z.string(), replay: z.string() }),
);

type Scores = z.infer<typeof scoresSchema>;

/**
 * What anybody may read of the owner's scores, one question to the database every two seconds whoever asks:
 * `GET /functions/v1/game-board`: `{scores: [{id, game, mode, score, steps, day}]}`, the highest three of each mode;
 * `GET /functions/v1/game-replay?id=…`: `{replay}`, the game behind one of them; 404 for any other.
 */
export function createGameBoardFunctions({
  rows,
  clock,
}: {
  readonly rows: ServerRows;
  readonly clock: Clock;
}): Readonly<Record<'game-board' | 'game-replay', PlatformFunction>> {
  let kept: { readonly atMs: number; readonly scores: Promise<Scores> } | undefined;
  const load = async () => rows.call('server_highest_game_scores', {}, scoresSchema);
  const read = (): Promise<Scores> => {
    const now = clock.nowMs();
    if (kept !== undefined && now - kept.atMs < keptMs) return kept.scores;
    const asked = { atMs: now, scores: load() };
    kept = asked;
    // A failure is the answer of those who wait for it, and of nobody after them.
    asked.scores.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.scores;
  };
  return {
    'game-board': visitorRead(async () => answerJson({ scores: (await read()).map(({ replay: _, ...score }) => score) })),
    'game-replay': visitorRead(async ({ url }) => {
      const found = (await read()).find(({ id }) => id === url.searchParams.get('id'));
      return found === undefined
        ? refuse(404, 'score_unknown', 'There is no such score on the board.')
        : answerJson({ replay: found.replay });
    }),
  };
}
