import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMinisign, readMinisignKey, verifyMinisign } from '@castellan/release/minisign';
import { hashOf, type Release, readRelease, writeRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';

/** The folder of the build's files for browsers. */
export const builtClient = join(import.meta.dirname, '..', '..', 'web', 'build', 'client');

/** The owner's pages as the build drew them: what the server answers, by path, as `PATH.html`. */
export const builtShells = join(builtClient, '..', 'shells');

/** Where the signature of the release lies, with its public key: in the data folder, because a rebuild deletes the build's. */
export function signedReleaseFolder(dataFolder: string): string {
  return join(dataFolder, 'release');
}

/** The release that a server offers. */
export type ServedRelease = {
  readonly release: Release;
  /** The identity of these bytes. */
  readonly hash: string;
  /** What is answered at the addresses of the release, its signature and its key, by address. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** The number of the key that signed it; `undefined`: nobody did. */
  readonly signedBy: string | undefined;
  /** Why what lies in the folder of the signature is not served, in a sentence; `undefined`: nothing is amiss. */
  readonly fault: string | undefined;
};

/** What the folder of the signature may hold, by the names that the site serves it under. */
const names = { release: releaseAddresses.release, signature: releaseAddresses.signature, key: releaseAddresses.key };

/** Longer than any file of a signature or a key. */
const mostText = 4096;

/**
 * The release of a build with the signature that the owner put beside it. A signed `release.json` takes the place of the build's where both
 * list the same: only its number and its commit may differ, because a build without a repository knows neither. What does not fit is not
 * served. The public key is served wherever it is one, so that a new device takes nothing unsigned from a site that signs.
 * `undefined` where the build has no release.
 * @param build - the folder of the build's files
 * @param folder - where `npm run release` put the signature; it need not exist
 */
export function readServedRelease(build: string, folder: string): ServedRelease | undefined {
  const built = readIfThere(join(build, names.release));
  const read = built === undefined ? undefined : readRelease(built);
  if (built === undefined || read?.ok !== true) return undefined;
  const key = readIfThere(join(folder, names.key));
  const signature = readIfThere(join(folder, names.signature));
  const unsigned = (fault?: string): ServedRelease => ({
    release: read.value,
    hash: hashOf(built),
    files: new Map([[names.release, built], ...(key !== undefined && keyIn(key) !== undefined ? [[names.key, key] as const] : [])]),
    signedBy: undefined,
    fault: fault && `The release is not served as signed: ${fault} (in ${folder}).`,
  });
  if (key === undefined && signature === undefined) return unsigned();
  const publicKey = key && keyIn(key);
  if (key === undefined || publicKey === undefined) return unsigned('release-key.pub is missing, or is no public key of minisign');
  if (signature === undefined) return unsigned('release.json.minisig is missing');
  const bytes = readIfThere(join(folder, names.release)) ?? built;
  const signed = readRelease(bytes);
  if (!signed.ok) return unsigned('release.json there is no release');
  const signs = readMinisign(textOf(signature));
  if (!signs.ok || !verifyMinisign(bytes, signs.value, publicKey)) return unsigned('the signature is not one of this release by this key');
  if (!listsTheSame(signed.value, read.value)) return unsigned('it was signed for another build than the one that runs');
  const { id } = publicKey;
  const files = new Map([
    [names.release, bytes],
    [names.signature, signature],
    [names.key, key],
  ]);
  return { release: signed.value, hash: hashOf(bytes), files, signedBy: id, fault: undefined };
}

/** Whether two releases are the same but for their number and commit. */
function listsTheSame(one: Release, other: Release): boolean {
  const { version, commit } = other;
  return hashOf(writeRelease({ ...one, version, commit })) === hashOf(writeRelease(other));
}

function keyIn(bytes: Uint8Array) {
  const read = readMinisignKey(textOf(bytes));
  return read.ok ? read.value : undefined;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, mostText + 1));
}

function readIfThere(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return undefined;
  }
}
