import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { keptVersions } from './kept-versions.ts';

/** A file as it lies on the disk now. `version` is the SHA-256 of its bytes; `null` where there is no such file. */
export type FileNow = { readonly bytes: Buffer; readonly version: string } | { readonly bytes: undefined; readonly version: null };

/** A state that was replaced. `savedAt` says when it was replaced, as ISO 8601. */
export type KeptVersion = { readonly id: string; readonly savedAt: string; readonly bytes: number };

/**
 * Why nothing was written.
 * - `changed`: the file is not the one that the change was made from; `now` is what lies there.
 * - `not_writable`: the folder, or what lies at the file's place, may not be written; `reason` is the system's code, such as `EROFS`.
 */
export type WriteFailure = { readonly code: 'changed'; readonly now: FileNow } | { readonly code: 'not_writable'; readonly reason: string };

/** The content folder as the browser's edits see it. Names must come from `editable-file.ts`. */
export type ContentFolder = {
  readonly path: string;
  readonly isWritable: () => Promise<boolean>;
  /** Names of the files in a folder: `''` for the content's own, `writing` or `fonts`. */
  readonly names: (folder: '' | 'writing' | 'fonts') => Promise<readonly string[]>;
  readonly read: (name: string, maxBytes: number) => Promise<FileNow>;
  /** Exchanges the file whole, and keeps what stood there. `expected`: the version that the change was made from. */
  readonly write: (name: string, bytes: Uint8Array, expected: string | null) => Promise<Result<{ readonly version: string }, WriteFailure>>;
  /** Takes the file away, and keeps it among its versions. `expected`: the version that was seen. */
  readonly remove: (name: string, expected: string) => Promise<Result<undefined, WriteFailure>>;
  /** Names with kept versions in a folder, whether or not the file is there now. */
  readonly keptNames: (folder: '' | 'writing' | 'fonts') => Promise<readonly string[]>;
  /** What was replaced, the newest first, without what stands there now. */
  readonly versions: (name: string) => Promise<readonly KeptVersion[]>;
  readonly readVersion: (name: string, id: string) => Promise<Buffer | undefined>;
};

/** Where replaced states lie, in the content folder itself: on the same disk, and where the content goes they go. */
export const versionsFolder = '.castellan-versions';

/** The longest file that is replaced here: a photo may have 10 MB. */
export const maxKeptBytes = 12_000_000;

const versionShape = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9a-f]{16})$/;

const temporaryShape = /^\.castellan-[0-9a-f]{16}\.tmp$/;

// Windows has neither; there a link is found by lstat alone.
const readOnlyFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens the content folder for edits. No link is followed below the folder itself, and nothing but plain files is read or replaced.
 * Writes of one folder must come one after another (`underFolderLock`); a program that saves a file meanwhile is noticed up to the
 * moment of the exchange, and what it wrote into the file that is exchanged is in the kept version.
 */
export function openContentFolder(
  path: string,
  { clock, randomBytes }: { readonly clock: Clock; readonly randomBytes: RandomBytes },
): ContentFolder {
  const read = async (name: string, maxBytes: number): Promise<FileNow> => {
    const place = await locate(path, name, false);
    const bytes = place === undefined ? undefined : await readPlainFile(place, maxBytes);
    return bytes === undefined ? { bytes, version: null } : { bytes, version: versionOf(bytes) };
  };
  const versions = async (name: string): Promise<readonly KeptVersion[]> => {
    const folder = await locate(path, `${versionsFolder}/${name}/-`, false);
    if (folder === undefined) return [];
    const { version } = await read(name, maxKeptBytes);
    const ids = (await listNames(dirname(folder))).filter((id) => versionShape.test(id) && version?.startsWith(hashIn(id)) !== true);
    const sizes = await Promise.all(ids.map(async (id) => (await lstat(join(dirname(folder), id))).size));
    return ids
      .map((id, at) => ({ id, savedAt: id.replace(versionShape, '$1-$2-$3T$4:$5:$6.$7Z'), bytes: sizes[at] ?? 0 }))
      .toSorted((one, other) => (one.id < other.id ? 1 : -1));
  };
  return {
    path,
    read,
    versions,
    isWritable: async () =>
      access(path, constants.W_OK).then(
        () => true,
        () => false,
      ),
    names: async (folder) => {
      const place = await locate(path, folder === '' ? '-' : `${folder}/-`, false);
      return place === undefined ? [] : listNames(dirname(place));
    },
    readVersion: async (name, id) => {
      const place = versionShape.test(id) ? await locate(path, `${versionsFolder}/${name}/${id}`, false) : undefined;
      return place === undefined ? undefined : readPlainFile(place, maxKeptBytes);
    },
    keptNames: async (folder) => {
      const place = await locate(path, folder === '' ? `${versionsFolder}/-` : `${versionsFolder}/${folder}/-`, false);
      return place === undefined ? [] : listFolders(dirname(place));
    },
    write: (name, bytes, expected) => told(() => exchange({ path, clock, randomBytes, read }, { name, bytes, expected })),
    remove: (name, expected) => told(() => takeAway({ path, clock, read }, name, expected)),
  };
}

type Disk = {
  readonly path: string;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly read: ContentFolder['read'];
};

type Exchange = { readonly name: string; readonly bytes: Uint8Array; readonly expected: string | null };

async function exchange(
  { path, clock, randomBytes, read }: Disk,
  { name, bytes, expected }: Exchange,
): Promise<Result<{ readonly version: string }, WriteFailure>> {
  const version = versionOf(bytes);
  let temporary: string | undefined;
  try {
    const place = await locate(path, name, true);
    if (place === undefined) return fail({ code: 'not_writable', reason: 'not_a_file' });
    const before = await read(name, maxKeptBytes);
    if (before.version !== expected) return fail({ code: 'changed', now: before });
    // What is there and cannot be read cannot be kept.
    if (before.version === null && (await isThere(place))) return fail({ code: 'not_writable', reason: 'unreadable' });
    if (before.version === version) return succeed({ version });
    await dropTemporaries(dirname(place));
    temporary = join(dirname(place), `.castellan-${Buffer.from(randomBytes(8)).toString('hex')}.tmp`);
    await writeWhole(temporary, bytes, await modeOf(place));
    if (before.version !== null) await keep(path, name, place, before.version, clock.nowMs());
    // What was saved while the new file was being written.
    const now = await read(name, maxKeptBytes);
    if (now.version !== expected) return fail({ code: 'changed', now });
    await rename(temporary, place);
    temporary = undefined;
    await syncFolder(dirname(place));
    await prune(path, name);
    return succeed({ version });
  } finally {
    if (temporary !== undefined) await unlink(temporary).catch(() => undefined);
  }
}

async function takeAway(
  { path, clock, read }: Omit<Disk, 'randomBytes'>,
  name: string,
  expected: string,
): Promise<Result<undefined, WriteFailure>> {
  const place = await locate(path, name, false);
  const before = await read(name, maxKeptBytes);
  if (place === undefined || before.version !== expected) return fail({ code: 'changed', now: before });
  const kept = await locate(path, `${versionsFolder}/${name}/${idOf(expected, clock.nowMs())}`, true);
  if (kept === undefined) return fail({ code: 'not_writable', reason: 'ENOTDIR' });
  // Whatever lies there at this moment becomes the kept version.
  await rename(place, kept);
  const taken = await readPlainFile(kept, maxKeptBytes);
  if (taken === undefined || versionOf(taken) !== expected) {
    // Another program saved in between: its file goes back, unless it has saved once more.
    await link(kept, place).then(
      () => unlink(kept),
      () => undefined,
    );
    return fail({ code: 'changed', now: await read(name, maxKeptBytes) });
  }
  await Promise.all([syncFolder(dirname(kept)), syncFolder(dirname(place))]);
  await prune(path, name);
  return succeed(undefined);
}

/** What the system refuses, as a failure. */
async function told<Value>(work: () => Promise<Result<Value, WriteFailure>>): Promise<Result<Value, WriteFailure>> {
  try {
    return await work();
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    return fail({ code: 'not_writable', reason });
  }
}

function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const hashIn = (id: string) => versionShape.exec(id)?.[8] ?? '-';

/** The absolute path of a file below the root; `undefined` where a folder on the way, or the file, is something else. */
async function locate(root: string, name: string, makesFolders: boolean): Promise<string | undefined> {
  let folder = await realpath(root);
  const parts = name.split('/');
  for (const part of parts.slice(0, -1)) {
    folder = join(folder, part);
    if (makesFolders) await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
    const found = await lstat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true) return undefined;
  }
  const place = join(folder, parts.at(-1) ?? '');
  const found = await lstat(place).catch(() => undefined);
  return found === undefined || found.isFile() ? place : undefined;
}

function ignoreExisting(error: unknown): void {
  if (systemCode(error) !== 'EEXIST') throw error;
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
    ? error.code
    : undefined;
}

/** The bytes of a plain file; `undefined` where there is none, or it is longer than that. */
async function readPlainFile(place: string, maxBytes: number): Promise<Buffer | undefined> {
  let file: FileHandle;
  try {
    file = await open(place, readOnlyFlags);
  } catch {
    return undefined;
  }
  try {
    const { size } = await file.stat();
    if (!(await file.stat()).isFile() || size > maxBytes) return undefined;
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** What a killed server left behind. Only one write runs at a time, so that none of them is in use. */
async function dropTemporaries(folder: string): Promise<void> {
  for (const name of await listNames(folder)) if (temporaryShape.test(name)) await unlink(join(folder, name)).catch(() => undefined);
}

async function isThere(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => undefined)) !== undefined;
}

async function modeOf(place: string): Promise<number> {
  return ((await lstat(place).catch(() => undefined))?.mode ?? 0o600) & 0o777;
}

/** A new file, on the disk before this resolves. */
async function writeWhole(place: string, bytes: Uint8Array, mode: number): Promise<void> {
  const file = await open(place, 'wx', mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

const idOf = (version: string, nowMs: number) => `${new Date(nowMs).toISOString().replace(/[-:.]/g, '')}-${version.slice(0, 16)}`;

/** Keeps the very file that is about to be replaced: what another program still writes into it is kept too. */
async function keep(root: string, name: string, place: string, version: string, nowMs: number): Promise<void> {
  const kept = await locate(root, `${versionsFolder}/${name}/${idOf(version, nowMs)}`, true);
  if (kept === undefined) throw Object.assign(new Error('versions cannot be kept'), { code: 'ENOTDIR' });
  await link(place, kept).catch(async (error: unknown) => {
    if (systemCode(error) === 'EEXIST') return;
    // Not every file system has links.
    await copyFile(place, kept, constants.COPYFILE_EXCL);
  });
  await syncFolder(dirname(kept));
}

async function prune(root: string, name: string): Promise<void> {
  const place = await locate(root, `${versionsFolder}/${name}/-`, false);
  if (place === undefined) return;
  const folder = dirname(place);
  const ids = (await listNames(folder)).filter((id) => versionShape.test(id));
  const stored = await Promise.all(ids.map(async (id) => ({ id, bytes: (await lstat(join(folder, id))).size })));
  const kept = keptVersions(stored);
  for (const id of ids) if (!kept.has(id)) await unlink(join(folder, id)).catch(() => undefined);
}

/** A rename is on the disk once its folder is. Windows cannot, and does not need to. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
