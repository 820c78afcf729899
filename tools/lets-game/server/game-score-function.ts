import type { Clock } from '@castellan/foundation/clock';
import { replayFailureText } from '@castellan/games/replay-failure-text';
import type { VerifiedReplay } from '@castellan/games/verify-replay';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../../server/functions/function-answers.ts';
import { ownerFunction } from '../../../server/functions/owner-function.ts';
import { recordServerEvent } from '../../../server/owner/server-event.ts';
import type { ServerRows } from '../../../server/rows/server-rows.ts';
import { verifyInWorker } from './verify-in-worker.ts';

/** A replay of 64,000 bytes as text, and the JSON around it. */
const maxBodyBytes = 90_000;

const bodySchema = z.strictObject({ replay: z.string().max(85_336) });

/** Games that are played again; more than a person plays. */
const scoreLimit = { limit: 20, windowMs: 60_000, capacity: 1 };

/**
 * `POST /functions/v1/game-score` {replay}: plays the owner's game again, keeps its score and writes it into the log. Answers
 * `{score, steps, hash, isNew}`; a game that was kept before is not new. 422 with the reason where the replay proves nothing.
 */
export function createGameScoreFunction({ rows, clock }: { readonly rows: ServerRows; readonly clock: Clock }): PlatformFunction {
  return ownerFunction({
    body: bodySchema,
    expects: 'The body must be JSON with a replay of at most 64 kB.',
    limit: createAttemptWindow(clock, scoreLimit),
    maxAtOnce: 2,
    maxBodyBytes,
    run: async ({ replay: text }, { sender }) => {
      const verified = await verifyInWorker(text);
      if (!verified.ok) {
        const { failure } = verified;
        if (failure.code === 'took_too_long') return refuse(422, failure.code, 'The game could not be played again in time.');
        return refuse(422, failure.code, replayFailureText(failure));
      }
      const isNew = await keepScore(rows, verified.value, text);
      const { score, steps, hash, replay } = verified.value;
      if (isNew)
        await recordServerEvent(rows, {
          type: 'game_activity',
          description: `Played ${replay.game} (${replay.mode}): ${score} points`,
          success: true,
          metadata: { game: replay.game, mode: replay.mode, engine: replay.engine, score, steps, hash },
          ...sender,
        });
      return answerJson({ score, steps, hash, isNew });
    },
  });
}

async function keepScore(rows: ServerRows, { replay, score, steps, hash }: VerifiedReplay, text: string): Promise<boolean> {
  const { game, mode, engine, seed } = replay;
  return rows.call('server_keep_game_score', { game, mode, engine, seed, score, steps, hash, replay: text }, z.boolean());
}
