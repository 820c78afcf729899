type Table = { readonly tag: number; readonly checksum: number; readonly offset: number; readonly length: number };

const headerBytes = 12;
const entryBytes = 16;
const nameTag = 0x6e616d65;
const measuresTag = 0x4f532f32;

/**
 * A TrueType or OpenType font under a name of our choice, with the weight and width of our typefaces. What draws cards silently
 * leaves out a font without a PostScript name, takes one that is called like ours for ours, and takes lacking letters only from
 * fonts that are like ours in style, weight or width. Throws at a file that ends before its tables do.
 */
export function nameFont(font: Uint8Array, name: string): Uint8Array {
  const source = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const before = source.getUint16(4);
  const kept = tablesOf(source, before).filter(({ tag }) => tag !== nameTag);
  const shift = (kept.length + 1 - before) * entryBytes;
  const names = nameTable(name);
  const nameOffset = Math.ceil((font.length + shift) / 4) * 4;
  const named = new Uint8Array(nameOffset + names.length);
  named.set(font.subarray(0, headerBytes));
  named.set(font.subarray(headerBytes + before * entryBytes), headerBytes + (kept.length + 1) * entryBytes);
  named.set(names, nameOffset);
  const view = new DataView(named.buffer);
  view.setUint16(4, kept.length + 1);
  const tables = kept.map((table) => ({ ...table, offset: table.offset + shift }));
  // Tables are looked up by halves: their tags stand in order.
  const sorted = [...tables, { tag: nameTag, checksum: 0, offset: nameOffset, length: names.length }].toSorted((a, b) => a.tag - b.tag);
  for (const [index, { tag, checksum, offset, length }] of sorted.entries()) {
    const entry = [tag, checksum, offset, length];
    for (const [place, value] of entry.entries()) view.setUint32(headerBytes + index * entryBytes + place * 4, value);
    if (tag !== measuresTag) continue;
    view.setUint16(offset + 4, 650);
    view.setUint16(offset + 6, 6);
  }
  return named;
}

function tablesOf(font: DataView, count: number): readonly Table[] {
  return Array.from({ length: count }, (_, index) => {
    const [tag, checksum, offset, length] = [0, 4, 8, 12].map((place) => font.getUint32(headerBytes + index * entryBytes + place));
    if (tag === undefined || checksum === undefined || offset === undefined || length === undefined) throw new RangeError('no such table');
    if (offset + length > font.byteLength) throw new RangeError('a table beyond the end of the file');
    return { tag, checksum, offset, length };
  });
}

/** A table of two names, of the family and for PostScript, in English as Windows writes them. */
function nameTable(name: string): Uint8Array {
  const [family, postScript] = [1, 6] as const;
  const letters = Array.from(name, (letter) => letter.charCodeAt(0));
  const table = new Uint8Array(6 + 2 * 12 + letters.length * 2);
  const view = new DataView(table.buffer);
  const start = 6 + 2 * 12;
  const values = [0, 2, start, ...[family, postScript].flatMap((id) => [3, 1, 0x409, id, letters.length * 2, 0]), ...letters];
  for (const [index, value] of values.entries()) view.setUint16(index * 2, value);
  return table;
}
