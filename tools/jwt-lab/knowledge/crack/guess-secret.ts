import { utf8 } from '../text-bytes.ts';

/** A hash that is computed at once: the part of hash-wasm's hashers that HMAC needs. */
export type SyncHash = { init(): SyncHash; update(bytes: Uint8Array): SyncHash; digest(form: 'binary'): Uint8Array };

/** Bytes of a block of SHA-384 and SHA-512 (RFC 2104). */
const blockBytes = 128;

/** Tells whether a secret makes a given HMAC with SHA-384 or SHA-512. */
export function createGuess(hash: SyncHash, signed: Uint8Array, signature: Uint8Array): (secret: string) => boolean {
  const inner = new Uint8Array(blockBytes);
  const outer = new Uint8Array(blockBytes);
  return (secret) => {
    const bytes = utf8(secret);
    const key = bytes.length > blockBytes ? hash.init().update(bytes).digest('binary') : bytes;
    for (let index = 0; index < blockBytes; index += 1) {
      const byte = key[index] ?? 0;
      inner[index] = byte ^ 0x36;
      outer[index] = byte ^ 0x5c;
    }
    const digest = hash.init().update(inner).update(signed).digest('binary');
    const mac = hash.init().update(outer).update(digest).digest('binary');
    return mac.length === signature.length && mac.every((byte, index) => byte === signature[index]);
  };
}

/** A word as people change it a little: with a capital, and with what they append. The word itself comes first. */
export function variationsOf(word: string): readonly string[] {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const roots = capital === word ? [word] : [word, capital];
  return roots.flatMap((root) => ['', '1', '123', '!', '2024', '2025', '2026', '-secret'].map((tail) => root + tail));
}
