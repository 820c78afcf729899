import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../core/tokens.ts';
import { derivedKey } from '../derived-key.ts';

type Keys = Pick<KeyRing, 'sessionKey' | 'authenticatorKey'>;

/**
 * 32 bytes that follow from texts under a key outside the database: a row with them was written by this server. Those of identities are
 * under the key that a restore brings back, as the authenticators are; a sign-in under way ends with the sessions.
 */
export function markOf(keys: Keys, purpose: 'linked identity' | 'provider flow', parts: readonly (string | null)[]): Buffer {
  const key =
    purpose === 'linked identity'
      ? new Uint8Array(hkdfSync('sha256', keys.authenticatorKey, '', 'castellan auth: linked identity', 32))
      : derivedKey(keys, purpose);
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** Whether two marks are the same, in a time that tells nothing. */
export function isSameMark(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && one.length === other.length && timingSafeEqual(one, other);
}

/** SHA-256 of a text. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
