import { argon2d, argon2id } from 'hash-wasm';
import type { Argon2 } from './archive-crypto.ts';

/** Argon2 in WebAssembly with any number of lanes and both variants, which KeePass files need. Load this file lazily. */
export const hashWasmArgon2: Argon2 = ({ variant, password, salt, memoryKib, passes, lanes, byteCount }) => {
  const derive = variant === 'argon2d' ? argon2d : argon2id;
  return derive({
    password,
    salt,
    memorySize: memoryKib,
    iterations: passes,
    parallelism: lanes,
    hashLength: byteCount,
    outputType: 'binary',
  });
};
