import { crc32 } from '@castellan/foundation/crc32';
import { isSafePath } from '@castellan/notes/note-path';
import type { ZipEntry } from '../../../../web/app/domains/exchange/zip-directory.ts';
import { listZip, openZipEntry } from '../../../../web/app/domains/exchange/zip-entries.ts';
import { longestBody } from '../../../../web/app/domains/notes/note.ts';
import { sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import { createSha256 } from '../../../../web/app/domains/passport/sha256.ts';
import { largestStoredBytes } from '../../../../web/app/domains/vault/files/stored-file.ts';
import type { FoundFile } from './vault-zip-jobs.ts';

/** What a vault's zip may hold. What it says of its sizes is believed no further than to name what is too long. */
export const zipLimits = { files: 20_000, notesBytes: 200_000_000, unpackedBytes: 4_000_000_000, noteBytes: longestBody * 4 } as const;

/** What of a zip is a note, and why the rest is none; or why the zip is not read at all. */
export type ZipReading = { readonly files: readonly FoundFile[] } | { readonly fault: 'damaged' | 'too_large' };

/**
 * Reads the notes of a zipped vault, and of every other file the size and the digest: its bytes go by, a few at a time, and are taken one
 * file at a time afterwards. Every file comes back, or the reason why it is not taken.
 */
export async function readVaultZip(archive: Blob, onRead: (bytes: number) => void = () => undefined): Promise<ZipReading> {
  const entries = await listZip(archive).catch(() => undefined);
  if (entries === undefined) return { fault: 'damaged' };
  if (entries.length > zipLimits.files) return { fault: 'too_large' };
  const files: FoundFile[] = [];
  const left = { notesBytes: zipLimits.notesBytes, unpackedBytes: zipLimits.unpackedBytes };
  let read = 0;
  for (const entry of entries) {
    const path = nameOf(entry.path);
    const fault = entry.isReadable ? faultOf(path, entry.bytes) : 'It is encrypted, or packed in a way that is not known here.';
    if (fault !== undefined) {
      files.push({ path, fault });
      continue;
    }
    const isNote = isNotePath(path);
    const found = await readEntry(archive, entry, isNote, (bytes) => {
      read += bytes;
      onRead(read);
    });
    if (found === undefined) return { fault: 'damaged' };
    left.unpackedBytes -= found.bytes;
    if (isNote) left.notesBytes -= found.bytes;
    // What the archive states may be a lie: what came is what counts.
    if (left.unpackedBytes < 0 || left.notesBytes < 0) return { fault: 'too_large' };
    files.push('content' in found ? noteOf(path, found.content) : { path, ...found });
  }
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** One file of an archive, whole and as it is listed, or nothing. */
export async function takeFile(archive: Blob, path: string): Promise<Blob | undefined> {
  const entry = (await listZip(archive).catch(() => undefined))?.find((one) => nameOf(one.path) === path);
  if (entry?.isReadable !== true || entry.bytes > largestStoredBytes) return undefined;
  const pieces: Blob[] = [];
  const isWhole = await passEntry(archive, entry, (piece) => void pieces.push(new Blob([piece])));
  return isWhole ? new Blob(pieces) : undefined;
}

type ReadEntry = { readonly bytes: number; readonly sha256: string } | { readonly bytes: number; readonly content: Uint8Array };

async function readEntry(archive: Blob, entry: ZipEntry, keeps: boolean, onRead: (bytes: number) => void): Promise<ReadEntry | undefined> {
  const hash = createSha256();
  const kept: Uint8Array<ArrayBuffer>[] = [];
  const isWhole = await passEntry(archive, entry, (piece) => (keeps ? void kept.push(piece) : hash.update(piece)), onRead);
  if (!isWhole) return undefined;
  const { bytes } = entry;
  return keeps ? { bytes, content: new Uint8Array(await new Blob(kept).arrayBuffer()) } : { bytes, sha256: hash.digest() };
}

/** Hands over a file's bytes as they unpack; answers whether they are as many as listed, with the listed sum. More are not read. */
async function passEntry(
  archive: Blob,
  entry: ZipEntry,
  take: (piece: Uint8Array<ArrayBuffer>) => void,
  onRead: (bytes: number) => void = () => undefined,
): Promise<boolean> {
  let length = 0;
  let sum = 0;
  try {
    const reader = (await openZipEntry(archive, entry, onRead)).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const piece = Uint8Array.from(next.value);
      length += piece.length;
      if (length > entry.bytes) {
        await reader.cancel();
        return false;
      }
      sum = crc32(piece, sum);
      take(piece);
    }
  } catch {
    return false;
  }
  return length === entry.bytes && sum === entry.crc;
}

function noteOf(path: string, content: Uint8Array): FoundFile {
  const text = textOf(content);
  return text === undefined ? { path, fault: 'It is not UTF-8 text.' } : { path, text };
}

function faultOf(path: string, size: number): string | undefined {
  if (!isSafePath(path)) return 'Its path leads out of the vault, or holds characters that no path may.';
  if (!isNotePath(path)) return size > largestStoredBytes ? tooLarge : undefined;
  return size > zipLimits.noteBytes ? `It is longer than ${longestBody.toLocaleString('en-GB')} characters.` : undefined;
}

const isNotePath = (path: string) => /\.md$/i.test(path);

const tooLarge = `It is larger than the ${sizeLabel(largestStoredBytes)} that a file in a note may have. Save it smaller in the vault and import it again.`;

/** The bytes as text, which gives the same bytes again; a byte order mark stays. `undefined` for what is no UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Some programs write UTF-8 names without saying so, and these then come as Latin-1. */
function nameOf(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of Latin-1.
  if (/^[\u0000-\u007F]*$/.test(name) || !/^[\u0000-\u00FF]*$/.test(name)) return name;
  return textOf(Uint8Array.from(name, (mark) => mark.charCodeAt(0))) ?? name;
}
