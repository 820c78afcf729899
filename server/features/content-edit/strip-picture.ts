/** A picture that ends early, or is built as none is. */
export class DamagedPicture extends Error {}

/**
 * The picture without what it says of its making: place, date, camera, comments, small previews, and whatever follows its end. Pixels
 * and colour profile stay as they are, byte for byte. Throws `DamagedPicture`, and a `RangeError` where a length leads nowhere.
 */
export function stripPicture(bytes: Buffer, type: 'image/jpeg' | 'image/png'): Buffer {
  return type === 'image/png' ? stripPng(bytes) : stripJpeg(bytes);
}

/** PNG §11: what pixels need, and no text, time or Exif. */
const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);

function stripPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new DamagedPicture('a chunk ends beyond the file');
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (pngChunks.has(kind)) kept.push(bytes.subarray(at, end));
    if (kind === 'IEND') return Buffer.concat(kept);
    at = end;
  }
}

const startOfScan = 0xda;
const endOfPicture = 0xd9;

/** ITU-T T.81 §B: segments one after another, and after the start of a scan its data up to the next marker. */
function stripJpeg(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new DamagedPicture('a segment has no marker');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfPicture) {
      kept.push(bytes.subarray(at, at + 2));
      return Buffer.concat(kept);
    }
    const segmentEnd = at + 2 + bytes.readUInt16BE(at + 2);
    const end = marker === startOfScan ? endOfScan(bytes, segmentEnd) : segmentEnd;
    if (end > bytes.length) throw new DamagedPicture('a segment ends beyond the file');
    if (isOfPixels(marker, bytes.subarray(at + 4, segmentEnd))) kept.push(bytes.subarray(at, end));
    at = end;
  }
}

/** Where the data of a scan is followed by a marker that is none of its own. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes.readUInt8(at + 1);
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== 0xff) return at;
    // A filling byte may stand before a marker.
    if (next === 0xff) at -= 1;
  }
  throw new DamagedPicture('a scan has no end');
}

/** What says how the colours are meant, of a fixed length. */
const adobeBytes = 12;

function isOfPixels(marker: number, content: Buffer): boolean {
  // T.81 table B.1: below and above are markers that no picture needs, in which anything may stand.
  if (marker < 0xc0 || marker > 0xef) return false;
  if (marker < 0xe0) return true;
  const name = content.toString('latin1', 0, 12);
  // A JFIF header of 14 bytes has no small preview in it.
  if (marker === 0xe0) return name.startsWith('JFIF\0') && content.length === 14;
  return (marker === 0xe2 && name === 'ICC_PROFILE\0') || (marker === 0xee && name.startsWith('Adobe') && content.length === adobeBytes);
}
