/** Tables by which four bytes are taken at once: table 0 is that of one byte (ISO 3309, as zip and PNG use it). */
const tables = makeTables();

function makeTables(): readonly Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  const made = [first];
  for (let step = 1; step < 4; step += 1) {
    const before = made[step - 1] ?? first;
    made.push(before.map((value) => (value >>> 8) ^ (first[value & 0xff] ?? 0)));
  }
  return made;
}

/** CRC-32 of bytes, 0 to 2^32 - 1; `before` is that of the bytes in front of them, so that a file can be summed piece by piece. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [one, two, three, four] = tables as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let crc = ~before;
  let at = 0;
  for (const last = bytes.length - 3; at < last; at += 4) {
    crc ^= (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    crc = (four[crc & 0xff] ?? 0) ^ (three[(crc >>> 8) & 0xff] ?? 0) ^ (two[(crc >>> 16) & 0xff] ?? 0) ^ (one[crc >>> 24] ?? 0);
  }
  for (; at < bytes.length; at += 1) crc = (crc >>> 8) ^ (one[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}
