import { crc32 } from '@castellan/foundation/crc32';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Inflate } from 'fflate';
import {
  contentOffset,
  end64Bytes,
  findDirectory,
  headerBytes,
  readDirectory,
  readEnd64,
  tailBytes,
  type ZipEntry,
} from './zip-directory.ts';

/** One file of an archive. */
export type ZippedFile = { readonly path: string; readonly bytes: Uint8Array };

/** How much an archive may come to, unpacked. */
export type ZipLimits = { readonly files: number; readonly bytes: number };

/**
 * `not_a_zip`: it does not begin as one. `damaged`: it was cut, lists what is not in it, or a file that is wanted has another length or
 * CRC-32 than listed. `too_large`: more files or bytes than allowed, whatever it says of itself.
 */
export type ZipFailure = { readonly code: 'not_a_zip' | 'damaged' | 'too_large' };

/** What is said of an archive that is cut or damaged, behind its name. */
export const damagedZip = 'ends early or is damaged: part of the archive is missing. Nothing was imported. Download it again.';

/** Bytes handed over at once: what one step can unpack to is bounded by it. */
const stepBytes = 65_536;

/**
 * Unpacks the files of a zip archive that are wanted, in its order. Sizes that the archive states are not believed: unpacking stops
 * when the limits are reached. Of an archive of which a wanted file is not whole, nothing is handed over.
 */
export function readZip(
  archive: Uint8Array,
  wants: (path: string) => boolean,
  limits: ZipLimits,
): Result<readonly ZippedFile[], ZipFailure> {
  if (archive[0] !== 0x50 || archive[1] !== 0x4b) return fail({ code: 'not_a_zip' });
  const entries = listedFiles(archive);
  if (entries === undefined) return fail({ code: 'damaged' });
  if (entries.length > limits.files) return fail({ code: 'too_large' });
  const files: ZippedFile[] = [];
  let left = limits.bytes;
  for (const entry of entries) {
    if (!wants(entry.path)) continue;
    const bytes = unpack(archive, entry, left);
    if (typeof bytes === 'string') return fail({ code: bytes });
    left -= bytes.length;
    files.push({ path: entry.path, bytes });
  }
  return succeed(files);
}

function listedFiles(archive: Uint8Array): readonly ZipEntry[] | undefined {
  const viewOf = (at: number, bytes: number) =>
    at < 0 || bytes < 0 || at + bytes > archive.length ? undefined : new DataView(archive.buffer, archive.byteOffset + at, bytes);
  const tail = viewOf(Math.max(0, archive.length - tailBytes), Math.min(archive.length, tailBytes));
  const found = tail === undefined ? undefined : findDirectory(tail);
  const end64 = found !== undefined && 'end64At' in found ? viewOf(found.end64At, end64Bytes) : undefined;
  const directory = found !== undefined && 'end64At' in found ? end64 && readEnd64(end64) : found;
  const view = directory === undefined ? undefined : viewOf(directory.at, directory.bytes);
  return view === undefined || directory === undefined ? undefined : readDirectory(view, directory);
}

function unpack(archive: Uint8Array, entry: ZipEntry, most: number): Uint8Array | 'damaged' | 'too_large' {
  const { at, packedBytes, isDeflated, isReadable, bytes, crc } = entry;
  if (!isReadable || at + headerBytes > archive.length) return 'damaged';
  const offset = contentOffset(new DataView(archive.buffer, archive.byteOffset + at, headerBytes));
  if (offset === undefined || at + offset + packedBytes > archive.length) return 'damaged';
  const packed = archive.subarray(at + offset, at + offset + packedBytes);
  const content = isDeflated ? inflated(packed, most) : packed.length > most ? 'too_large' : packed;
  if (typeof content === 'string') return content;
  return content.length === bytes && crc32(content) === crc ? content : 'damaged';
}

function inflated(packed: Uint8Array, most: number): Uint8Array | 'damaged' | 'too_large' {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const inflate = new Inflate((chunk, isLast) => {
    length += chunk.length;
    if (length <= most) chunks.push(chunk);
    isWhole = isLast;
  });
  try {
    for (let start = 0; start < packed.length && length <= most; start += stepBytes)
      inflate.push(packed.subarray(start, start + stepBytes), start + stepBytes >= packed.length);
  } catch {
    return 'damaged';
  }
  if (length > most) return 'too_large';
  return isWhole ? joined(chunks) : 'damaged';
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
