import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { KeyRing } from '../core/tokens.ts';

/** The row a sealed secret belongs to: in any other it opens nothing. */
export type FactorPlace = { readonly userId: string; readonly factorId: string };

type Keys = Pick<KeyRing, 'authenticatorKey'>;

/** The form below. Another one, should there ever be one, gets another prefix. */
const version = 'v1.';

/** NIST SP 800-38D §8.2.2: random, never used twice under one key; a few authenticators are far from its limit. */
const ivBytes = 12;

const tagBytes = 16;

/**
 * What the database keeps of an authenticator's secret: `v1.` and, in base64url, IV, ciphertext and tag of AES-256-GCM under
 * a key that lies outside the database. A dump alone makes no code; a row's value is bound to its user and its id.
 */
export function sealSecret(keys: Keys, place: FactorPlace, secret: string, randomBytes: RandomBytes): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.authenticatorKey, iv, { authTagLength: tagBytes });
  cipher.setAAD(bindingOf(place));
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return version + sealed.toString('base64url');
}

/** The secret of a row. Failure `secret_unreadable`: it was changed, comes from another row, or another key sealed it. */
export function openSecret(keys: Keys, place: FactorPlace, sealed: string): Result<string, { readonly code: 'secret_unreadable' }> {
  const bytes = sealed.startsWith(version) ? Buffer.from(sealed.slice(version.length), 'base64url') : Buffer.alloc(0);
  if (bytes.length < ivBytes + tagBytes) return fail({ code: 'secret_unreadable' });
  const decipher = createDecipheriv('aes-256-gcm', keys.authenticatorKey, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(bindingOf(place));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return succeed(decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8'));
  } catch {
    // The tag did not match; Node has no more to say than that.
    return fail({ code: 'secret_unreadable' });
  }
}

function bindingOf({ userId, factorId }: FactorPlace): Buffer {
  return Buffer.from(`castellan auth: authenticator ${userId} ${factorId}`);
}
