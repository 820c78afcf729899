import { hkdfSync } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Queryable } from '@castellan/platform/core/database';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import type { KeyRing } from '@castellan/platform/core/tokens';

/** Where the owner's keys to sources of the tools are kept: sealed, each under a key that lies outside the database. */
export type SourceKeyStore = {
  /** `undefined`: there is none, or another installation sealed it. */
  readonly read: (source: string) => Promise<string | undefined>;
  /** The sources that have a key, and since when: ISO 8601, UTC. */
  readonly list: () => Promise<ReadonlyMap<string, string>>;
  readonly keep: (source: string, key: string) => Promise<void>;
  readonly erase: (source: string) => Promise<void>;
};

/** `queryable` is connected as `postgres`. */
export function createSourceKeyStore(options: {
  readonly queryable: Queryable;
  readonly keys: () => Pick<KeyRing, 'authenticatorKey'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): SourceKeyStore {
  const { queryable, keys, clock, randomBytes } = options;
  const placeOf = (source: string) => `castellan tool source key: ${source}`;
  // HKDF-SHA-256 (RFC 5869): one key to each purpose, so that what is sealed for one source opens for no other.
  const sealingKey = (source: string) => new Uint8Array(hkdfSync('sha256', keys().authenticatorKey, '', placeOf(source), 32));
  return {
    read: async (source) => {
      const { rows } = await queryable.query<{ readonly sealed_key: string }>(
        'select sealed_key from public.tool_source_keys where source = $1',
        [source],
      );
      const [row] = rows;
      const opened = row === undefined ? undefined : openText(sealingKey(source), placeOf(source), row.sealed_key);
      return opened?.ok === true ? opened.value : undefined;
    },
    list: async () => {
      const { rows } = await queryable.query<{ readonly source: string; readonly kept_at: Date }>(
        'select source, kept_at from public.tool_source_keys',
      );
      return new Map(rows.map(({ source, kept_at }) => [source, kept_at.toISOString()]));
    },
    keep: async (source, key) => {
      await queryable.query(
        `insert into public.tool_source_keys (user_id, source, sealed_key, kept_at) select owner.user_id, $1, $2, $3 from private.owner owner
         on conflict (user_id, source) do update set sealed_key = excluded.sealed_key, kept_at = excluded.kept_at`,
        [source, sealText(sealingKey(source), placeOf(source), key, randomBytes), new Date(clock.nowMs())],
      );
    },
    erase: async (source) => {
      await queryable.query('delete from public.tool_source_keys where source = $1', [source]);
    },
  };
}
