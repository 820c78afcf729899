import type { WeakPasswordReason } from './auth-failure.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Why a password may not be set. */
export type PasswordWeakness = {
  /** Sentences for the person who chose it. */
  readonly message: string;
  readonly reasons: readonly WeakPasswordReason[];
};

/** The shortest password, in characters. */
export const minimumPasswordCharacters = 12;

/** bcrypt reads no further: a longer password would be cut in silence. */
export const maximumPasswordBytes = 72;

/** Below this a long password is one key held down. */
const minimumDifferentCharacters = 5;

/** Finds why a password is too weak to be set, or `undefined` where it is not. `email` is the account's address. */
export function findPasswordWeakness(password: string, email: string): PasswordWeakness | undefined {
  const found: { readonly reason: WeakPasswordReason; readonly sentence: string }[] = [];
  const characters = [...password];
  if (characters.length < minimumPasswordCharacters) {
    found.push({ reason: 'length', sentence: `Password should be at least ${minimumPasswordCharacters} characters.` });
  }
  if (isTooLong(password)) found.push({ reason: 'length', sentence: `Password should be at most ${maximumPasswordBytes} bytes.` });
  if (password.includes('\0') || new Set(characters).size < minimumDifferentCharacters) {
    found.push({ reason: 'characters', sentence: `Password should have at least ${minimumDifferentCharacters} different characters.` });
  }
  if (isCommonPassword(password)) found.push({ reason: 'pwned', sentence: 'Password is known to be common and easy to guess.' });
  if (isAddress(password, email)) found.push({ reason: 'pwned', sentence: 'Password should not be the e-mail address.' });
  if (found.length === 0) return undefined;
  return { message: found.map(({ sentence }) => sentence).join(' '), reasons: [...new Set(found.map(({ reason }) => reason))] };
}

/** Whether bcrypt would cut it. */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > maximumPasswordBytes;
}

function isAddress(password: string, email: string): boolean {
  const address = email.trim().toLowerCase();
  return [address, address.split('@')[0]].includes(password.trim().toLowerCase());
}
