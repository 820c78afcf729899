import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants, createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** A content that lies on the disk whole and is in nobody's reach yet. Whoever received it keeps it or drops it. */
export type ReceivedContent = {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly size: number;
  /** Puts it in its place, so that it survives a loss of power. A content that is there already is replaced by the same bytes. */
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
};

/** Bytes of a content, both ends included, from 0. */
export type ByteSpan = { readonly from: number; readonly to: number };

/**
 * The contents of objects, by their SHA-256: no name that a client sends is ever a part of a path. Several servers may share the
 * folder. Every function throws where the disk fails.
 */
export type ContentFiles = {
  /** Writes what comes to the disk. What is longer than allowed, or breaks off (then it throws), leaves nothing behind. */
  readonly receive: (
    bytes: AsyncIterable<Uint8Array>,
    maximumBytes: number,
  ) => Promise<Result<ReceivedContent, { readonly code: 'content_too_long' }>>;
  /** The bytes, read as fast as they are taken; `undefined`: there is no such file. What is open stays readable when it is removed. */
  readonly read: (hash: string, span: ByteSpan) => Promise<Readable | undefined>;
  /** Removes a file; one that is not there is removed already. */
  readonly remove: (hash: string) => Promise<void>;
  /** Removes what uploads of servers that ended in the middle of them have left, once it is a day old. */
  readonly removeLeftOvers: (nowMs: number) => Promise<void>;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Where a content lies, and the folder that it lies in. Throws where the hash is none. */
export function contentPlace(folder: string, hash: string): { readonly shelf: string; readonly path: string } {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('This is no SHA-256.');
  return { shelf: join(folder, hash.slice(0, 2)), path: join(folder, hash.slice(0, 2), hash.slice(2)) };
}

/** Opens the folder, and makes it where it is not there: readable by this user alone. Throws one sentence where it cannot be made. */
export function openContentFiles(folder: string): ContentFiles {
  const incoming = join(folder, 'incoming');
  try {
    mkdirSync(incoming, { recursive: true, mode: 0o700 });
    accessSync(incoming, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new Error(`The folder of stored objects ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
  const placeOf = (hash: string) => contentPlace(folder, hash);
  return {
    receive: async (bytes, maximumBytes) => {
      const path = join(incoming, randomUUID());
      const written = await write(path, bytes, maximumBytes).catch(async (error: unknown) => {
        await rm(path, { force: true });
        throw error;
      });
      if (written === undefined) {
        await rm(path, { force: true });
        return fail({ code: 'content_too_long' });
      }
      const { shelf, path: place } = placeOf(written.hash);
      return succeed({
        ...written,
        keep: async () => {
          await mkdir(shelf, { recursive: true, mode: 0o700 });
          await rename(path, place);
          await syncFolder(shelf);
          await syncFolder(folder);
        },
        drop: () => rm(path, { force: true }),
      });
    },
    read: async (hash, { from, to }) => {
      const handle = await open(placeOf(hash).path, 'r').catch(unlessMissing);
      if (handle === undefined) return undefined;
      if (to >= from) return createReadStream('', { fd: handle, start: from, end: to });
      await handle.close();
      return Readable.from([]);
    },
    remove: (hash) => rm(placeOf(hash).path, { force: true }),
    removeLeftOvers: async (nowMs) => {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const status = await stat(path).catch(unlessMissing);
        if (status !== undefined && nowMs - status.mtimeMs > dayMs) await rm(path, { force: true });
      }
    },
  };
}

async function write(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<{ readonly hash: string; readonly size: number } | undefined> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      // Leaving the loop ends the source.
      if (size > maximumBytes) return undefined;
      hash.update(chunk);
      await writeAll(handle, chunk);
    }
    await handle.sync();
    return { hash: hash.digest('hex'), size };
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0;
  while (written < chunk.byteLength) written += (await handle.write(chunk, written)).bytesWritten;
}

/** A new name in a folder is on the disk once the folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows knows no such thing.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
