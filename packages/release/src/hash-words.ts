import { effLargeWordlist } from '@castellan/foundation/eff-large-wordlist';

/** Six words of 7,776 say 77.5 bits. */
const wordCount = 6;

/**
 * A hash to be read aloud and compared: six words of the EFF's list, from the first 16 bytes. For a release's hash or a public key's.
 * To find another release with the same words takes about 2^77 tries. It comes with a list of 60 kB: load it where words are shown.
 */
export function hashWords(hash: Uint8Array): readonly string[] {
  let number = hash.subarray(0, 16).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const size = BigInt(effLargeWordlist.length);
  return Array.from({ length: wordCount }, () => {
    const word = effLargeWordlist[Number(number % size)] ?? '';
    number /= size;
    return word;
  });
}
