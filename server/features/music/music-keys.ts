import { hkdfSync } from 'node:crypto';
import type { KeyRing } from '@castellan/platform/core/tokens';

/** What of the key ring the music needs. */
export type SealingKeys = Pick<KeyRing, 'authenticatorKey'>;

/** A key for one purpose, made of the key for sealed rows by HKDF-SHA-256 (RFC 5869). It lies outside the database. */
export function musicKey(keys: SealingKeys, purpose: 'tokens' | 'album art'): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', keys.authenticatorKey, '', `castellan music: ${purpose}`, 32));
}
