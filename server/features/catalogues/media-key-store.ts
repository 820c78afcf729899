import { hkdfSync } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import type { KeyRing } from '@castellan/platform/core/tokens';
import { z } from 'zod';
import { instant, nothing, type ServerRows } from '../../rows/server-rows.ts';

/** Where the owner's key to the film database is kept: sealed, under a key that lies outside the database. */
export type MediaKeyStore = {
  /** `undefined`: there is none, or another installation sealed it. */
  readonly read: () => Promise<string | undefined>;
  readonly keep: (key: string) => Promise<void>;
  readonly erase: () => Promise<void>;
};

const place = 'castellan media: film database key';

/** Keeps it in the database. */
export function createMediaKeyStore(options: {
  readonly rows: ServerRows;
  readonly keys: () => Pick<KeyRing, 'authenticatorKey'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): MediaKeyStore {
  const { rows, keys, clock, randomBytes } = options;
  // HKDF-SHA-256 (RFC 5869): one key to each purpose.
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', keys().authenticatorKey, '', place, 32));
  return {
    read: async () => {
      const sealed = await rows.call('server_media_key', {}, z.string().nullable());
      const opened = sealed === null ? undefined : openText(sealingKey(), place, sealed);
      return opened?.ok === true ? opened.value : undefined;
    },
    keep: async (key) => {
      const sealed = sealText(sealingKey(), place, key, randomBytes);
      await rows.call('server_keep_media_key', { sealed_key: sealed, kept_at: instant(clock.nowMs()) }, nothing);
    },
    erase: async () => {
      await rows.call('server_erase_media_key', {}, nothing);
    },
  };
}
