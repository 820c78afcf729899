import { createHash, webcrypto } from 'node:crypto';
import { type Argon2, archiveCryptoOf } from '../src/export/archive-crypto.ts';

/** What files that leave and enter the vault are sealed and opened with, over Node's WebCrypto. */
export const crypto = archiveCryptoOf(webcrypto.subtle);
export const randomBytes = (byteCount: number) => webcrypto.getRandomValues(new Uint8Array(byteCount));

/** As quick as a hash: the real derivation has tests of its own. */
export const quickArgon2: Argon2 = async ({ password, salt, byteCount }) => {
  return new Uint8Array(createHash('sha512').update(salt).update(password).digest()).subarray(0, byteCount);
};

/** A device without memory for it. */
export const failingArgon2: Argon2 = () => Promise.reject(new Error('out of memory'));

/** For files that must be refused, or are read, before anything is derived. */
export const neverRunArgon2: Argon2 = () => {
  throw new Error('the derivation ran');
};
