import { hkdfSync } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import type { KeyRing } from '@castellan/platform/core/tokens';
import { z } from 'zod';
import { instant, instantSchema, nothing, type ServerRows } from '../../../rows/server-rows.ts';

/** Where the owner's keys to sources of the tools are kept: sealed, each under a key that lies outside the database. */
export type SourceKeyStore = {
  /** `undefined`: there is none, or another installation sealed it. */
  readonly read: (source: string) => Promise<string | undefined>;
  /** The sources that have a key, and since when: ISO 8601, UTC. */
  readonly list: () => Promise<ReadonlyMap<string, string>>;
  readonly keep: (source: string, key: string) => Promise<void>;
  readonly erase: (source: string) => Promise<void>;
};

/** Keeps them in the database. */
export function createSourceKeyStore(options: {
  readonly rows: ServerRows;
  readonly keys: () => Pick<KeyRing, 'authenticatorKey'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): SourceKeyStore {
  const { rows, keys, clock, randomBytes } = options;
  const placeOf = (source: string) => `castellan tool source key: ${source}`;
  // HKDF-SHA-256 (RFC 5869): one key to each purpose, so that what is sealed for one source opens for no other.
  const sealingKey = (source: string) => new Uint8Array(hkdfSync('sha256', keys().authenticatorKey, '', placeOf(source), 32));
  return {
    read: async (source) => {
      const sealed = await rows.call('server_tool_source_key', { source }, z.string().nullable());
      const opened = sealed === null ? undefined : openText(sealingKey(source), placeOf(source), sealed);
      return opened?.ok === true ? opened.value : undefined;
    },
    list: async () => {
      const kept = await rows.call('server_tool_source_keys', {}, z.record(z.string(), instantSchema));
      return new Map(Object.entries(kept).map(([source, keptAtMs]) => [source, instant(keptAtMs)]));
    },
    keep: async (source, key) => {
      const sealed = sealText(sealingKey(source), placeOf(source), key, randomBytes);
      await rows.call('server_keep_tool_source_key', { source, sealed_key: sealed, kept_at: instant(clock.nowMs()) }, nothing);
    },
    erase: async (source) => {
      await rows.call('server_erase_tool_source_key', { source }, nothing);
    },
  };
}
