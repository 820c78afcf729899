import sodium from 'libsodium-wrappers-sumo';
import type { Argon2id } from '../ports.ts';

/** Argon2id by libsodium compiled to WebAssembly; the fastest with one lane. Rejects where WebAssembly or memory is refused. */
export const argon2idOfLibsodium: Argon2id = async (password, salt, { memoryKib, passes }) => {
  await sodium.ready;
  return sodium.crypto_pwhash(32, password, salt, passes, memoryKib * 1024, sodium.crypto_pwhash_ALG_ARGON2ID13);
};
