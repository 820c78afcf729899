import { hashWords } from '@castellan/release/hash-words';
import { hashBytes } from '@castellan/release/release';
import type { ProvenRelease } from '@castellan/web/site-proof';
import { builtClient, readServedRelease, type ServedRelease, signedReleaseFolder } from '../releases/served-release.ts';
import type { Start } from './start-steps.ts';

/** The release that the server offers, as it is served, as the terminal names it, and as the page about the site does. */
export type OfferedRelease = { readonly served: ServedRelease; readonly line: string; readonly proof: ProvenRelease };

/** Reads the build's release with its signature; `undefined` while developing, where nothing is built. */
export function readOfferedRelease({ settings, mode, log }: Start): OfferedRelease | undefined {
  const served = mode === 'production' ? readServedRelease(builtClient, signedReleaseFolder(settings.dataFolder)) : undefined;
  if (served === undefined) return undefined;
  const { release, hash, signedBy, fault } = served;
  if (fault !== undefined) log.warn('signature not served', { hint: fault });
  const words = hashWords(hashBytes(hash)).join(' ');
  const signed = signedBy === undefined ? '' : ` (signed by ${signedBy})`;
  return {
    served,
    line: `Release ${release.version}: ${words}${signed}`,
    proof: {
      ...{ version: release.version, commit: release.commit ?? undefined, words, signedBy },
      hash: Buffer.from(hashBytes(hash)).toString('hex'),
      fileCount: Object.keys(release.files).length,
    },
  };
}
