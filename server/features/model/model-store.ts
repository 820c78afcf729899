import { hkdfSync } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import type { KeyRing } from '@castellan/platform/core/tokens';
import { z } from 'zod';
import { instant, nothing, type ServerRows } from '../../rows/server-rows.ts';

const connectionSchema = z.object({ baseUrl: z.string(), model: z.string(), key: z.string().nullable() });

/** The model that the owner chose. `key` opens the endpoint, where it wants one; it never leaves the server but to the endpoint. */
export type ModelConnection = Readonly<z.infer<typeof connectionSchema>>;

/** Where the connection is kept. */
export type ModelStore = {
  /** `undefined` is both no connection and one that another installation's key sealed. */
  readonly read: () => Promise<ModelConnection | undefined>;
  readonly write: (connection: ModelConnection) => Promise<void>;
  readonly erase: () => Promise<void>;
};

const place = 'castellan model: connection';

/** Keeps the connection in its one row, sealed under a key that lies outside the database. */
export function createModelStore(options: {
  readonly rows: ServerRows;
  readonly keys: () => Pick<KeyRing, 'authenticatorKey'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): ModelStore {
  const { rows, keys, clock, randomBytes } = options;
  // A key for this purpose alone, by HKDF-SHA-256 (RFC 5869).
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', keys().authenticatorKey, '', place, 32));
  return {
    read: async () => {
      const sealed = await rows.call('server_model_connection', {}, z.string().nullable());
      const opened = sealed === null ? undefined : openText(sealingKey(), place, sealed);
      return opened?.ok === true ? connectionSchema.parse(JSON.parse(opened.value)) : undefined;
    },
    write: async (connection) => {
      const sealed = sealText(sealingKey(), place, JSON.stringify(connection), randomBytes);
      await rows.call('server_keep_model_connection', { sealed, changed_at: instant(clock.nowMs()) }, nothing);
    },
    erase: async () => {
      await rows.call('server_erase_model_connection', {}, nothing);
    },
  };
}
