import { hkdfSync } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Queryable } from '@castellan/platform/core/database';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import type { KeyRing } from '@castellan/platform/core/tokens';
import { z } from 'zod';

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

/** Keeps the connection in its one row, sealed under a key that lies outside the database. `queryable` is connected as `postgres`. */
export function createModelStore(options: {
  readonly queryable: Queryable;
  readonly keys: () => Pick<KeyRing, 'authenticatorKey'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): ModelStore {
  const { queryable, keys, clock, randomBytes } = options;
  // A key for this purpose alone, by HKDF-SHA-256 (RFC 5869).
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', keys().authenticatorKey, '', place, 32));
  return {
    read: async () => {
      const { rows } = await queryable.query<{ readonly sealed: string }>('select sealed from private.model_connection');
      const opened = rows[0] === undefined ? undefined : openText(sealingKey(), place, rows[0].sealed);
      return opened?.ok === true ? connectionSchema.parse(JSON.parse(opened.value)) : undefined;
    },
    write: async (connection) => {
      await queryable.query(
        `insert into private.model_connection (sealed, changed_at) values ($1, $2)
         on conflict (id) do update set sealed = excluded.sealed, changed_at = excluded.changed_at`,
        [sealText(sealingKey(), place, JSON.stringify(connection), randomBytes), new Date(clock.nowMs())],
      );
    },
    erase: async () => {
      await queryable.query('delete from private.model_connection');
    },
  };
}
