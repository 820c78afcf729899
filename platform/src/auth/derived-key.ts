import { hkdfSync } from 'node:crypto';
import type { KeyRing } from '../core/tokens.ts';

/**
 * A key for one purpose, made of the server's own secret by HKDF-SHA-256 (RFC 5869): what is signed for one purpose is
 * worth nothing for another. The secret lies outside the database, so a dump alone makes none of these.
 */
export function derivedKey(
  keys: Pick<KeyRing, 'sessionKey'>,
  purpose: 'known device' | 'refresh token' | 'one-time code' | 'passkey challenge' | 'mail' | 'provider flow',
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', keys.sessionKey, '', `castellan auth: ${purpose}`, 32));
}
