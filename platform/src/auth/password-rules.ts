import type { AuthFailure, WeakPasswordReason } from './auth-failure.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Why a password may not be set. */
export type PasswordWeakness = {
  /** Sentences for the person who chose it. */
  readonly message: string;
  readonly reasons: readonly WeakPasswordReason[];
};

/** The owner's shortest password, in characters; anybody's where nothing else is said. */
export const minimumPasswordCharacters = 12;

/** bcrypt reads no further: a longer password would be cut in silence. */
export const maximumPasswordBytes = 72;

/** Below this a long password is one key held down. */
const minimumDifferentCharacters = 5;

/** Finds why a password is too weak to be set, or `undefined` where it is not. `name` is the account's address or number, `shortest` in characters. */
export function findPasswordWeakness(
  password: string,
  name: string,
  shortest: number = minimumPasswordCharacters,
): PasswordWeakness | undefined {
  const found: { readonly reason: WeakPasswordReason; readonly sentence: string }[] = [];
  const characters = [...password];
  if (characters.length < shortest) {
    found.push({ reason: 'length', sentence: `Password should be at least ${shortest} characters.` });
  }
  if (isTooLong(password)) found.push({ reason: 'length', sentence: `Password should be at most ${maximumPasswordBytes} bytes.` });
  if (password.includes('\0') || new Set(characters).size < minimumDifferentCharacters) {
    found.push({ reason: 'characters', sentence: `Password should have at least ${minimumDifferentCharacters} different characters.` });
  }
  if (isCommonPassword(password)) found.push({ reason: 'pwned', sentence: 'Password is known to be common and easy to guess.' });
  if (isName(password, name)) found.push({ reason: 'pwned', sentence: 'Password should not be the e-mail address or the phone number.' });
  if (found.length === 0) return undefined;
  return { message: found.map(({ sentence }) => sentence).join(' '), reasons: [...new Set(found.map(({ reason }) => reason))] };
}

/** The same as the refusal of a call. */
export function refuseWeakPassword(
  password: string,
  name: string,
  shortest: number,
): { readonly ok: false; readonly failure: AuthFailure } | undefined {
  const weakness = findPasswordWeakness(password, name, shortest);
  if (weakness === undefined) return undefined;
  return { ok: false, failure: { status: 422, code: 'weak_password', message: weakness.message, reasons: weakness.reasons } };
}

/** Whether bcrypt would cut it. */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > maximumPasswordBytes;
}

function isName(password: string, name: string): boolean {
  const named = name.trim().toLowerCase();
  return [named, named.split('@')[0]].includes(password.trim().toLowerCase());
}
