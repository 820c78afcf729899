import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** The form below. Another one, should there ever be one, gets another prefix. */
const version = 'v1.';

/** NIST SP 800-38D §8.2.2: random, never used twice under one key; what is sealed here stays far from its limit. */
const ivBytes = 12;

const tagBytes = 16;

/**
 * Text as the database may keep it: `v1.` and, in base64url, IV, ciphertext and tag of AES-256-GCM. `place` names the one
 * row and purpose it is for: in any other it opens nothing. The key, 32 bytes, lies outside the database.
 */
export function sealText(key: Uint8Array, place: string, text: string, randomBytes: RandomBytes): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return version + sealed.toString('base64url');
}

/** The text again. Failure `secret_unreadable`: it was changed, comes from another place, or another key sealed it. */
export function openText(key: Uint8Array, place: string, sealed: string): Result<string, { readonly code: 'secret_unreadable' }> {
  const bytes = sealed.startsWith(version) ? Buffer.from(sealed.slice(version.length), 'base64url') : Buffer.alloc(0);
  if (bytes.length < ivBytes + tagBytes) return fail({ code: 'secret_unreadable' });
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return succeed(decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8'));
  } catch {
    // The tag did not match; Node has no more to say than that.
    return fail({ code: 'secret_unreadable' });
  }
}
