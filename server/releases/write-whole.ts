import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** The name that a file has until it is whole: of two servers that write the same one, each has its own. It ends in `.new`. */
export function nameUntilWhole(path: string): string {
  return `${path}.${randomUUID()}.new`;
}

/** Writes a file so that it is there whole or not at all, even where the machine loses its power. @param mode - as `chmod` takes it */
export function writeWhole(path: string, bytes: Uint8Array, mode = 0o644): void {
  const unfinished = nameUntilWhole(path);
  const file = openSync(unfinished, 'w', mode);
  try {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
