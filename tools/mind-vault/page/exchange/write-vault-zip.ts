import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { WrittenFile } from './vault-zip-jobs.ts';

/** What a zip can say of a day. */
const [earliestMs, latestMs] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)];

/** What is read of a file at once. */
const stepBytes = 1_048_576;

/** Places in an archive are four bytes long without zip64, which what writes it here does not know. */
const largestArchive = 0xffff_0000;

/** Packs files into a zip one after the other. */
export type VaultZipWriter = {
  /** Adds a file: its path and each byte as given, texts as UTF-8. `false` where the archive would be too long. */
  readonly add: (file: WrittenFile) => Promise<boolean>;
  /** The archive; `undefined` where a file was too much. What is written lies in blobs, which the browser may keep on the disk. */
  readonly finish: () => Blob | undefined;
};

/** Begins an archive. */
export function createVaultZipWriter(): VaultZipWriter {
  let pieces: Blob[] = [];
  let length = 0;
  let isWhole = true;
  let pending: Uint8Array<ArrayBuffer>[] = [];
  const flush = () => {
    pieces.push(new Blob(pending));
    pending = [];
  };
  const zip = new Zip((error, data) => {
    isWhole &&= error === null;
    pending.push(data as Uint8Array<ArrayBuffer>);
    length += data.length;
  });
  return {
    add: async ({ path, content, modifiedMs }) => {
      const source = typeof content === 'string' ? new Blob([content]) : content;
      isWhole &&= length + source.size < largestArchive;
      if (!isWhole) return false;
      // Large files are pictures and films, which are packed already.
      const entry = typeof content === 'string' ? new ZipDeflate(path) : new ZipPassThrough(path);
      entry.mtime = new Date(Math.min(latestMs, Math.max(earliestMs, Number.isFinite(modifiedMs) ? modifiedMs : earliestMs)));
      zip.add(entry);
      for (let at = 0; at < source.size || at === 0; at += stepBytes) {
        const step = new Uint8Array(await source.slice(at, at + stepBytes).arrayBuffer());
        entry.push(step, at + stepBytes >= source.size);
        flush();
      }
      return isWhole;
    },
    finish: () => {
      zip.end();
      flush();
      const whole = isWhole ? new Blob(pieces, { type: 'application/zip' }) : undefined;
      pieces = [];
      return whole;
    },
  };
}
