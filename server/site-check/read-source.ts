import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { hashOf, type Release, readRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';

/** Why a folder's build cannot be held against a site. `path`: the file of the build that is not as its `release.json` says. */
export type SourceFailure = { readonly code: 'no_build' | 'unreadable' } | { readonly code: 'changed'; readonly path: string };

/**
 * The release of the sources in a folder, as their build wrote it. Every file that it lists is read and hashed, so that what is compared is
 * what lies on the disk. The owner's pages are no files: their hashes are those that the build wrote when it drew them.
 */
export function readSource(folder: string): Result<{ readonly bytes: Uint8Array; readonly release: Release }, SourceFailure> {
  const client = join(folder, 'web', 'build', 'client');
  const bytes = readIfThere(join(client, releaseAddresses.release));
  if (bytes === undefined) return fail({ code: 'no_build' });
  const read = readRelease(bytes);
  if (!read.ok) return fail({ code: 'unreadable' });
  const { files, routes } = read.value;
  for (const [path, wanted] of Object.entries(files)) {
    if (routes.includes(path)) continue;
    const file = readIfThere(join(client, path));
    if (file === undefined || hashOf(file) !== wanted) return fail({ code: 'changed', path });
  }
  return succeed({ bytes, release: read.value });
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
