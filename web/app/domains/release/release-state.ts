import { parseJson } from '@castellan/foundation/parse-json';
import { releaseAddresses } from '@castellan/release/release-addresses';
import * as z from 'zod/mini';

/** The cache that holds the state alone, and the beginning of the names of those that hold a release's files. */
export const cacheNames = { state: 'release-state', files: 'release-files-' } as const;

const stateAddress = '/release-state';

const known = z.object({ hash: z.string(), version: z.number() });

const stateSchema = z.object({
  /** What this device holds on to. `key`: null where the site had none. */
  pinned: z.object({ ...known.shape, key: z.nullable(z.string()) }),
  /** The release that pages start from. */
  kept: known,
  /** A whole release that takes its place when the worker starts again. */
  next: z.optional(known),
  /** The release before, for pages that are still open. */
  before: z.optional(known),
  /** The last look, in milliseconds of this device's clock, and what it found. */
  looked: z.object({
    atMs: z.number(),
    found: z.enum(['same', 'taken', 'asks', 'refused', 'no-answer']),
    /** Why it was refused, and which file it is about. */
    reason: z.optional(z.string()),
    file: z.optional(z.string()),
    /** The release that the owner is asked about. */
    offered: z.optional(known),
  }),
});

/** Everything that a device knows of releases. It is written in one step: a reader meets the old or the new one, and nothing between. */
export type ReleaseState = z.infer<typeof stateSchema>;

/** The part of Cache Storage that is used. */
export type ReleaseCaches = {
  readonly open: (name: string) => Promise<{
    readonly match: (address: string) => Promise<Response | undefined>;
    readonly put: (address: string, response: Response) => Promise<void>;
  }>;
  readonly has: (name: string) => Promise<boolean>;
  readonly keys: () => Promise<readonly string[]>;
  readonly delete: (name: string) => Promise<boolean>;
};

/** The state of this device; `undefined` where no release is kept, or what is there cannot be read. */
export async function readReleaseState(caches: ReleaseCaches): Promise<ReleaseState | undefined> {
  if (!(await caches.has(cacheNames.state))) return undefined;
  const found = await (await caches.open(cacheNames.state)).match(stateAddress);
  const parsed = stateSchema.safeParse(found === undefined ? undefined : parseJson(await found.text()));
  return parsed.success ? parsed.data : undefined;
}

/** Writes the state whole. */
export async function writeReleaseState(caches: ReleaseCaches, state: ReleaseState): Promise<void> {
  await (await caches.open(cacheNames.state)).put(stateAddress, new Response(JSON.stringify(state)));
}

type ReleaseFiles = Awaited<ReturnType<ReleaseCaches['open']>>;

/** The files of a release, where all of them are there: its list is put beside them as the last. Makes no cache where there is none. */
export async function openWhole(caches: ReleaseCaches, hash: string): Promise<ReleaseFiles | undefined> {
  const name = cacheNames.files + hash;
  if (!(await caches.has(name))) return undefined;
  const files = await caches.open(name);
  return (await files.match(releaseAddresses.release)) === undefined ? undefined : files;
}

/** Removes the files of every release but the named ones. Without names the state goes too: the device then knows of no release. */
export async function dropReleases(caches: ReleaseCaches, keep: readonly string[] = []): Promise<void> {
  const stays = new Set(keep.length === 0 ? [] : [cacheNames.state, ...keep.map((hash) => cacheNames.files + hash)]);
  for (const name of await caches.keys()) if (name.startsWith('release-') && !stays.has(name)) await caches.delete(name);
}
