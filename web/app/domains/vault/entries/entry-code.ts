import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type EntryTotpFailure, entryTotpAt, type Hmac, parseEntryTotp, type TotpMoment } from '@castellan/vault-core/totp/entry-totp';

const hashes = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' } as const;

/** HMAC by the platform's own cryptography. */
export const platformHmac: Hmac = async (algorithm, key, message) => {
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key), { name: 'HMAC', hash: hashes[algorithm] }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, Uint8Array.from(message)));
};

/** The code that an entry's `totp` makes at a time, and how long it is good for; the failure names what is wrong with the text. */
export async function entryCodeAt(totp: string, timeMs: number): Promise<Result<TotpMoment, EntryTotpFailure>> {
  const parsed = parseEntryTotp(totp);
  return parsed.ok ? succeed(await entryTotpAt(parsed.value, timeMs, platformHmac)) : fail(parsed.failure);
}

/** Whether a text is empty or makes codes. */
export function isUsableTotp(totp: string): boolean {
  return totp.trim() === '' || parseEntryTotp(totp).ok;
}
