/**
 * The directory at the end of a zip archive, which lists its files with their sizes and sums. The marks between the files are not
 * searched for, since compressed data may hold them by chance. PKWARE APPNOTE 6.3.10, sections 4.3 to 4.5, zip64 too.
 */

/** A file of an archive, as its directory lists it. */
export type ZipEntry = {
  readonly path: string;
  /** Whether it is deflated; it is stored as it is otherwise. */
  readonly isDeflated: boolean;
  /** Whether it is packed in one of these two ways, and not encrypted. */
  readonly isReadable: boolean;
  readonly packedBytes: number;
  /** Its size and its CRC-32, unpacked. */
  readonly bytes: number;
  readonly crc: number;
  /** Where in the archive its own header begins. */
  readonly at: number;
};

/** Where an archive's directory lies and how many files it lists. */
export type ZipDirectory = { readonly at: number; readonly bytes: number; readonly files: number };

const endBytes = 22;
const longestComment = 65_535;
const locator64Bytes = 20;

/** How many of an archive's last bytes say where its directory is. */
export const tailBytes = endBytes + longestComment + locator64Bytes;
/** The size of a record that says it in 64 bits, and of what of a file's own header is of a fixed size. */
export const end64Bytes = 56;
export const headerBytes = 30;

const mark = { entry: 0x02014b50, header: 0x04034b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 } as const;

/** Finds the directory by an archive's last bytes: itself, or the place of the record that says it; `undefined` where an archive was cut. */
export function findDirectory(tail: DataView): ZipDirectory | { readonly end64At: number } | undefined {
  for (let at = tail.byteLength - endBytes; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== mark.end) continue;
    const [files, bytes, from] = [tail.getUint16(at + 10, true), tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
    if (bytes !== 0xffffffff && from !== 0xffffffff) return { at: from, bytes, files };
    const locator = at - locator64Bytes;
    if (locator < 0 || tail.getUint32(locator, true) !== mark.locator64) return undefined;
    return { end64At: Number(tail.getBigUint64(locator + 8, true)) };
  }
  return undefined;
}

/** Reads the record that says it in 64 bits. */
export function readEnd64(end: DataView): ZipDirectory | undefined {
  if (end.byteLength < end64Bytes || end.getUint32(0, true) !== mark.end64) return undefined;
  const [files, bytes, at] = [32, 40, 48].map((offset) => Number(end.getBigUint64(offset, true))) as [number, number, number];
  return { at, bytes, files };
}

/** Every file that a directory lists, folders left out; `undefined` where it is damaged. */
export function readDirectory(view: DataView<ArrayBufferLike>, { files }: ZipDirectory): readonly ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let count = 0;
  for (let at = 0; at < view.byteLength; count += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== mark.entry) return undefined;
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const next = at + 46 + nameBytes + extraBytes + commentBytes;
    if (next > view.byteLength) return undefined;
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const path = nameOf(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes), flags);
    const sizes = sizesOf(view, at, at + 46 + nameBytes, extraBytes);
    const isReadable = (method === 0 || method === 8) && (flags & 1) === 0;
    if (!path.endsWith('/')) entries.push({ path, isDeflated: method === 8, isReadable, crc: view.getUint32(at + 16, true), ...sizes });
    at = next;
  }
  // Four bytes are too few for the number of an archive with more files.
  return count === files || (count > 65_535 && (files === 0xffff || files === (count & 0xffff))) ? entries : undefined;
}

/** Where behind the beginning of a file's own header its content begins; `undefined` where there is no header. */
export function contentOffset(header: DataView): number | undefined {
  if (header.byteLength < headerBytes || header.getUint32(0, true) !== mark.header) return undefined;
  return headerBytes + header.getUint16(26, true) + header.getUint16(28, true);
}

/** Names are UTF-8 where the archive says so, else one byte is one character. */
function nameOf(bytes: Uint8Array<ArrayBufferLike>, flags: number): string {
  if ((flags & 0x800) !== 0) return new TextDecoder().decode(bytes);
  let name = '';
  for (const byte of bytes) name += String.fromCharCode(byte);
  return name;
}

/** Sizes and place of a listed file: where four bytes are too few they stand in its extra field. */
function sizesOf(view: DataView, at: number, extraAt: number, extraBytes: number): Pick<ZipEntry, 'packedBytes' | 'bytes' | 'at'> {
  let [packedBytes, bytes, headerAt] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
  for (let field = extraAt; field + 4 <= extraAt + extraBytes; ) {
    const [id, length] = [view.getUint16(field, true), view.getUint16(field + 2, true)];
    let value = field + 4;
    const end = Math.min(value + length, extraAt + extraBytes);
    const next = () => {
      value += 8;
      return value <= end ? Number(view.getBigUint64(value - 8, true)) : Number.MAX_SAFE_INTEGER;
    };
    if (id === 1) {
      if (bytes === 0xffffffff) bytes = next();
      if (packedBytes === 0xffffffff) packedBytes = next();
      if (headerAt === 0xffffffff) headerAt = next();
    }
    field += 4 + length;
  }
  return { packedBytes, bytes, at: headerAt };
}
