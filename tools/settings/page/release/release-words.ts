import { hashWords } from '@castellan/release/hash-words';
import { readMinisignKey } from '@castellan/release/minisign';
import { hashBytes } from '@castellan/release/release';

/** A release's hash as words. Brings their list along: import it where they are shown. */
export function wordsOfRelease(hash: string): string {
  return hashWords(hashBytes(hash)).join(' ');
}

/** A public key as words; nothing for a text that is none. */
export function wordsOfKey(text: string): string | undefined {
  const key = readMinisignKey(text);
  return key.ok ? hashWords(key.value.bytes).join(' ') : undefined;
}
