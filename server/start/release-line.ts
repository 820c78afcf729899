import { hashWords } from '@castellan/release/hash-words';
import { hashBytes } from '@castellan/release/release';
import type { ServedRelease } from '../releases/served-release.ts';

/** The number, the words and the signer of the release that is offered, for the terminal. */
export function releaseLine({ release, hash, signedBy }: ServedRelease): string {
  const signed = signedBy === undefined ? '' : ` (signed by ${signedBy})`;
  return `Release ${release.version}: ${hashWords(hashBytes(hash)).join(' ')}${signed}`;
}
