import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashWords } from '@castellan/release/hash-words';
import { hashBytes, hashOf, readRelease } from '@castellan/release/release';

/** The number and the words of the release that the build's folder offers, for the terminal; nothing where it offers none. */
export function releaseLine(folder: string): string | undefined {
  const path = join(folder, 'release.json');
  if (!existsSync(path)) return undefined;
  const bytes = new Uint8Array(readFileSync(path));
  const release = readRelease(bytes);
  if (!release.ok) return undefined;
  return `Release ${release.value.version}: ${hashWords(hashBytes(hashOf(bytes))).join(' ')}`;
}
