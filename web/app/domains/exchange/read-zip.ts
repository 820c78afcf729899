import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Unzip, UnzipInflate } from 'fflate';

/** One file of an archive. */
export type ZippedFile = { readonly path: string; readonly bytes: Uint8Array };

/** How much an archive may come to, unpacked. */
export type ZipLimits = { readonly files: number; readonly bytes: number };

/** `not_a_zip`: no archive, or a broken one. `too_large`: more files or bytes than allowed, whatever it says of itself. */
export type ZipFailure = { readonly code: 'not_a_zip' | 'too_large' };

/** Bytes handed over at once: what one step can unpack to is bounded by it. */
const stepBytes = 65_536;

/**
 * Unpacks the files of a zip archive that are wanted, in its order. Sizes that the archive states are not believed: unpacking stops
 * when the limits are reached.
 */
export function readZip(
  archive: Uint8Array,
  wants: (path: string) => boolean,
  limits: ZipLimits,
): Result<readonly ZippedFile[], ZipFailure> {
  const listed = listedFiles(archive);
  if (listed === undefined) return fail({ code: 'not_a_zip' });
  const files: { path: string; chunks: Uint8Array[]; isWhole: boolean }[] = [];
  let bytes = 0;
  let count = 0;
  let fault: ZipFailure['code'] | undefined;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > limits.files) fault ??= 'too_large';
    if (fault !== undefined || file.name.endsWith('/') || !wants(file.name)) return;
    const kept = { path: file.name, chunks: [] as Uint8Array[], isWhole: false };
    files.push(kept);
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) fault ??= 'not_a_zip';
      if (fault !== undefined) return;
      bytes += chunk.length;
      if (bytes > limits.bytes) {
        fault = 'too_large';
        file.terminate();
        return;
      }
      kept.chunks.push(chunk);
      kept.isWhole = isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < archive.length && fault === undefined; start += stepBytes)
      unzip.push(archive.subarray(start, start + stepBytes), start + stepBytes >= archive.length);
  } catch {
    fault ??= 'not_a_zip';
  }
  if (fault === undefined && (count !== listed || files.some(({ isWhole }) => !isWhole))) fault = 'not_a_zip';
  return fault === undefined ? succeed(files.map(({ path, chunks }) => ({ path, bytes: joined(chunks) }))) : fail({ code: fault });
}

/** How many files the end of an archive lists; `undefined` where there is no end, as in a file that was cut. */
function listedFiles(archive: Uint8Array): number | undefined {
  if (archive[0] !== 0x50 || archive[1] !== 0x4b) return undefined;
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  // The record has 22 bytes and a comment of at most 65,535 behind it.
  for (let at = archive.length - 22; at >= 0 && at >= archive.length - 22 - 65_535; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return view.getUint16(at + 10, true);
  return undefined;
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
