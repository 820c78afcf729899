import { hkdfSync } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Queryable } from '@castellan/platform/core/database';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import type { KeyRing } from '@castellan/platform/core/tokens';

/** Where the owner's key to the film database is kept: sealed, under a key that lies outside the database. */
export type MediaKeyStore = {
  /** `undefined`: there is none, or another installation sealed it. */
  readonly read: () => Promise<string | undefined>;
  readonly keep: (key: string) => Promise<void>;
  readonly erase: () => Promise<void>;
};

const place = 'castellan media: film database key';

/** `queryable` is connected as `postgres`. */
export function createMediaKeyStore(options: {
  readonly queryable: Queryable;
  readonly keys: () => Pick<KeyRing, 'authenticatorKey'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): MediaKeyStore {
  const { queryable, keys, clock, randomBytes } = options;
  // HKDF-SHA-256 (RFC 5869): one key to each purpose.
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', keys().authenticatorKey, '', place, 32));
  return {
    read: async () => {
      const { rows } = await queryable.query<{ readonly sealed_key: string }>('select sealed_key from public.media_keys');
      const [row] = rows;
      const opened = row === undefined ? undefined : openText(sealingKey(), place, row.sealed_key);
      return opened?.ok === true ? opened.value : undefined;
    },
    keep: async (key) => {
      await queryable.query(
        `insert into public.media_keys (user_id, sealed_key, kept_at) select owner.user_id, $1, $2 from private.owner owner
         on conflict (user_id) do update set sealed_key = excluded.sealed_key, kept_at = excluded.kept_at`,
        [sealText(sealingKey(), place, key, randomBytes), new Date(clock.nowMs())],
      );
    },
    erase: async () => {
      await queryable.query('delete from public.media_keys');
    },
  };
}
