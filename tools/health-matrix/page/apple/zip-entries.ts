/**
 * The files of a zip archive that is too large to be held: listed from the directory at its end, and read one by one. The marks between
 * the files are not searched for, since compressed data may hold them by chance. PKWARE APPNOTE 6.3.10, sections 4.3 to 4.5, zip64 too.
 */

/** A file of an archive. */
export type ZipEntry = {
  readonly path: string;
  /** Whether it is deflated; it is stored as it is otherwise. */
  readonly isDeflated: boolean;
  readonly packedBytes: number;
  /** Where in the archive its own header begins. */
  readonly at: number;
};

const endBytes = 22;
const longestComment = 65_535;
const locator64Bytes = 20;
const end64Bytes = 56;
/** A directory of more is none of an export: each file has some hundred bytes in it. */
const largestDirectory = 64_000_000;

const mark = { entry: 0x02014b50, header: 0x04034b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 } as const;

/** Lists the files of an archive; `undefined` where it has no directory, as in one that was cut, or a damaged one. */
export async function listZip(archive: Blob): Promise<readonly ZipEntry[] | undefined> {
  const directory = await findDirectory(archive);
  if (directory === undefined || directory.bytes > largestDirectory || directory.at + directory.bytes > archive.size) return undefined;
  const view = await viewOf(archive, directory.at, directory.bytes);
  const decoder = new TextDecoder();
  const entries: ZipEntry[] = [];
  for (let at = 0; at < view.byteLength; ) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== mark.entry) return undefined;
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const next = at + 46 + nameBytes + extraBytes + commentBytes;
    if (next > view.byteLength) return undefined;
    const method = view.getUint16(at + 10, true);
    const path = decoder.decode(new Uint8Array(view.buffer, at + 46, nameBytes));
    const { packedBytes, headerAt } = sizesOf(view, at, at + 46 + nameBytes, extraBytes);
    // What is encrypted or packed in another way is let past, as are folders.
    if ((method === 0 || method === 8) && (view.getUint16(at + 8, true) & 1) === 0 && !path.endsWith('/'))
      entries.push({ path, isDeflated: method === 8, packedBytes, at: headerAt });
    at = next;
  }
  return entries;
}

/** The bytes of a file as they unpack, in steps of the archive's 64 KiB; it fails where they are damaged. */
export async function openZipEntry(archive: Blob, entry: ZipEntry, onRead: (bytes: number) => void): Promise<ReadableStream<Uint8Array>> {
  const header = await viewOf(archive, entry.at, 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== mark.header) throw new Error('no file begins there');
  const from = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
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

async function findDirectory(archive: Blob): Promise<{ readonly at: number; readonly bytes: number } | undefined> {
  const tailAt = Math.max(0, archive.size - endBytes - longestComment - locator64Bytes);
  const tail = await viewOf(archive, tailAt, archive.size - tailAt);
  for (let at = tail.byteLength - endBytes; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== mark.end) continue;
    const [bytes, from] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
    if (bytes !== 0xffffffff && from !== 0xffffffff) return { at: from, bytes };
    const locator = at - locator64Bytes;
    if (locator < 0 || tail.getUint32(locator, true) !== mark.locator64) return undefined;
    const end = await viewOf(archive, Number(tail.getBigUint64(locator + 8, true)), end64Bytes);
    if (end.byteLength < end64Bytes || end.getUint32(0, true) !== mark.end64) return undefined;
    return { bytes: Number(end.getBigUint64(40, true)), at: Number(end.getBigUint64(48, true)) };
  }
  return undefined;
}

/** The packed size and place of a listed file: where four bytes are too few they stand in its extra field. */
function sizesOf(view: DataView, at: number, extraAt: number, extraBytes: number) {
  let packedBytes = view.getUint32(at + 20, true);
  let headerAt = view.getUint32(at + 42, true);
  for (let field = extraAt; field + 4 <= extraAt + extraBytes; ) {
    const [id, bytes] = [view.getUint16(field, true), view.getUint16(field + 2, true)];
    let value = field + 4;
    const end = Math.min(value + bytes, extraAt + extraBytes);
    const next = () => {
      value += 8;
      return value <= end ? Number(view.getBigUint64(value - 8, true)) : Number.MAX_SAFE_INTEGER;
    };
    if (id === 1) {
      if (view.getUint32(at + 24, true) === 0xffffffff) next();
      if (packedBytes === 0xffffffff) packedBytes = next();
      if (headerAt === 0xffffffff) headerAt = next();
    }
    field += 4 + bytes;
  }
  return { packedBytes, headerAt };
}

async function viewOf(archive: Blob, at: number, bytes: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await archive.slice(at, at + bytes).arrayBuffer());
}
