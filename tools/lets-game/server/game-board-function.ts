import type { Clock } from '@castellan/foundation/clock';
import type { Queryable } from '@castellan/platform/core/database';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../../server/functions/function-answers.ts';
import { visitorRead } from '../../../server/functions/visitor-function.ts';

/** Scores of one mode that visitors see. */
const shownPerMode = 3;

/** The board changes when the owner plays: whoever asks within so many milliseconds shares one answer. */
const keptMs = 2_000;

const rowsSchema = z.array(
  z.object({ id: z.uuid(), game: z.string(), mode: z.string(), score: z.int(), steps: z.int(), day: z.string(), replay: z.string() }),
);

type Rows = z.infer<typeof rowsSchema>;

const highest = `select id, game, mode, score, steps, to_char(played_on, 'YYYY-MM-DD') as day, replay from (
    select *, row_number() over (partition by game, mode order by score desc, created_at) as place from public.game_scores where score > 0
  ) ranked where place <= ${shownPerMode} order by game, mode, place`;

/**
 * What anybody may read of the owner's scores, one question to the database every two seconds whoever asks:
 * `GET /functions/v1/game-board`: `{scores: [{id, game, mode, score, steps, day}]}`, the highest three of each mode;
 * `GET /functions/v1/game-replay?id=…`: `{replay}`, the game behind one of them; 404 for any other.
 */
export function createGameBoardFunctions({
  queryable,
  clock,
}: {
  readonly queryable: Queryable;
  readonly clock: Clock;
}): Readonly<Record<'game-board' | 'game-replay', PlatformFunction>> {
  let kept: { readonly atMs: number; readonly rows: Promise<Rows> } | undefined;
  const load = async () => rowsSchema.parse((await queryable.query(highest)).rows);
  const read = (): Promise<Rows> => {
    const now = clock.nowMs();
    if (kept !== undefined && now - kept.atMs < keptMs) return kept.rows;
    const asked = { atMs: now, rows: load() };
    kept = asked;
    // A failure is the answer of those who wait for it, and of nobody after them.
    asked.rows.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.rows;
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
