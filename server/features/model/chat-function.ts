import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import type { ForeignReads } from '../../foreign/reader.ts';
import { ownerStream } from '../../functions/owner-function.ts';
import { recordServerEvent } from '../../owner/server-event.ts';
import type { QuietLog } from '../../quiet-log.ts';
import type { ServerRows } from '../../rows/server-rows.ts';
import { askModel, type ChatLine, type ChatOutcome } from './ask-model.ts';
import { type ChatRequest, chatSchema, maxChatBytes } from './chat-request.ts';
import type { ModelStore } from './model-store.ts';

/** A conversation, and no hose. */
export const chatLimit = { limit: 60, windowMs: 60_000, capacity: 1 };

/**
 * `model-chat`, for the owner: POST {payload, kinds} sends `payload` as it is to the chosen endpoint, with the key, and answers
 * line by line (`ChatLine`). Every call is one row of the log, also one that failed or was stopped: where it went, which kinds
 * of things left, how many bytes and tokens; never what was said.
 */
export function createChatFunction(options: {
  readonly store: ModelStore;
  readonly reads: ForeignReads;
  readonly rows: ServerRows;
  readonly clock: Clock;
  readonly log: QuietLog;
}): PlatformFunction {
  const { store, reads, rows, clock, log } = options;
  return ownerStream<ChatRequest, ChatLine>({
    body: chatSchema,
    expects: 'The body must be JSON with payload, a chat of OpenAI’s form that streams, and kinds, the names of what is in it.',
    limit: createAttemptWindow(clock, chatLimit),
    maxAtOnce: 2,
    maxBodyBytes: maxChatBytes,
    run: async ({ payload, kinds }, { say, signal }, { sender }) => {
      const connection = await store.read();
      if (connection === undefined) return say({ kind: 'refused', code: 'no_model' });
      let ended: ChatOutcome = { outcome: 'aborted' };
      try {
        ended = await askModel({ reads, connection, payload, say, signal, nowMs: () => clock.nowMs() });
      } finally {
        const host = new URL(connection.baseUrl).host;
        await recordServerEvent(rows, {
          type: 'app_activity',
          description: `Asked the model ${payload.model} at ${host}`,
          success: ended.outcome === 'answered',
          metadata: {
            subject: 'model_call',
            host,
            model: payload.model,
            kinds,
            sent_bytes: Buffer.byteLength(JSON.stringify(payload)),
            outcome: ended.outcome,
            ...(ended.usage === undefined
              ? {}
              : { prompt_tokens: ended.usage.promptTokens, completion_tokens: ended.usage.completionTokens }),
          },
          ...sender,
        }).catch((error: Error) => log.warn('a call of a model was not recorded', { reason: error.message }));
      }
    },
  });
}
