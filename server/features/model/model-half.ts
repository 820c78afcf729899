import { recordServerEvent } from '../../owner/server-event.ts';
import { createQuietLog } from '../../quiet-log.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createChatFunction } from './chat-function.ts';
import { createConnectionFunction, createModelListFunction } from './connection-functions.ts';
import { createModelStore } from './model-store.ts';

type Ports = Pick<ServerPorts, 'reads' | 'rows' | 'keys' | 'clock' | 'randomBytes' | 'log'>;

/** The language model that the owner chose: the connection to it, and every call, which goes through here alone. */
export function modelHalf({ reads, rows, keys, clock, randomBytes, log: plainLog }: Ports): OpenHalf {
  const log = createQuietLog(plainLog, clock);
  const store = createModelStore({ rows, keys, clock, randomBytes });
  const connection = {
    store,
    reads,
    clock,
    changed: async ({ connection: chosen, ...sender }: Parameters<Parameters<typeof createConnectionFunction>[0]['changed']>[0]) =>
      // A log that cannot be written to undoes nothing.
      recordServerEvent(rows, {
        type: 'security_event',
        description: chosen === undefined ? 'The language model was disconnected' : 'A language model was connected',
        success: true,
        metadata: {
          subject: 'model_connection',
          ...(chosen === undefined ? {} : { host: new URL(chosen.baseUrl).host, model: chosen.model }),
        },
        ...sender,
      }).catch((error: Error) => log.warn('a change of the model was not recorded', { reason: error.message })),
  };
  return {
    functions: {
      'model-connection': createConnectionFunction(connection),
      'model-list': createModelListFunction(connection),
      'model-chat': createChatFunction({ store, reads, rows, clock, log }),
    },
  };
}
