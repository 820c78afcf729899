import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../core/tokens.ts';
import { derivedKey } from '../derived-key.ts';

type Keys = Pick<KeyRing, 'sessionKey'>;

/** 32 bytes that follow from texts under a key outside the database: a row with them was written by this server. */
export function markOf(keys: Keys, purpose: 'linked identity' | 'provider flow', parts: readonly (string | null)[]): Buffer {
  return createHmac('sha256', derivedKey(keys, purpose)).update(JSON.stringify(parts)).digest();
}

/** Whether two marks are the same, in a time that tells nothing. */
export function isSameMark(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && one.length === other.length && timingSafeEqual(one, other);
}

/** SHA-256 of a text. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
