import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a file so that it is there whole or not at all, even where the machine loses its power. @param mode - as `chmod` takes it */
export function writeWhole(path: string, bytes: Uint8Array, mode = 0o644): void {
  const file = openSync(`${path}.new`, 'w', mode);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}
