import {
  contentOffset,
  end64Bytes,
  findDirectory,
  headerBytes,
  readDirectory,
  readEnd64,
  tailBytes,
  type ZipDirectory,
  type ZipEntry,
} from './zip-directory.ts';

/** A directory of more is none of an export: each file has some hundred bytes in it. */
const largestDirectory = 64_000_000;

/**
 * Lists the files of an archive that is too large to be held, from the directory at its end; `undefined` where it has none, as in one
 * that was cut, or a damaged one. Folders are let past.
 */
export async function listZip(archive: Blob): Promise<readonly ZipEntry[] | undefined> {
  const directory = await directoryOf(archive);
  if (directory === undefined || directory.bytes > largestDirectory || directory.at + directory.bytes > archive.size) return undefined;
  return readDirectory(await viewOf(archive, directory.at, directory.bytes), directory);
}

/** The bytes of a file as they unpack, in steps of the archive's 64 KiB; it fails where they break off. */
export async function openZipEntry(archive: Blob, entry: ZipEntry, onRead: (bytes: number) => void): Promise<ReadableStream<Uint8Array>> {
  const offset = contentOffset(await viewOf(archive, entry.at, headerBytes));
  if (offset === undefined) throw new Error('no file begins there');
  const from = entry.at + offset;
  const until = from + entry.packedBytes;
  if (until > archive.size) throw new Error('the file goes beyond the archive');
  let at = from;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        if (at >= until) return controller.close();
        const step = await archive.slice(at, Math.min(until, at + stepBytes)).arrayBuffer();
        at += step.byteLength;
        onRead(step.byteLength);
        controller.enqueue(new Uint8Array(step));
      },
    },
    // Nothing is read ahead: what one step unpacks to may be a thousand times as much.
    { highWaterMark: 0 },
  );
  return entry.isDeflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
}

const stepBytes = 65_536;

async function directoryOf(archive: Blob): Promise<ZipDirectory | undefined> {
  const tailAt = Math.max(0, archive.size - tailBytes);
  const found = findDirectory(await viewOf(archive, tailAt, archive.size - tailAt));
  return found !== undefined && 'end64At' in found ? readEnd64(await viewOf(archive, found.end64At, end64Bytes)) : found;
}

async function viewOf(archive: Blob, at: number, bytes: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await archive.slice(at, at + bytes).arrayBuffer());
}
