/** What a picture's first bytes say of it. */
export type RasterPicture = {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon';
  /** Pixels that drawing it takes; of several, the largest. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
};

/**
 * Reads type and size off the bytes themselves, whatever anybody calls them: PNG, JPEG, GIF, WebP or ICO. `undefined` for anything
 * else, above all for SVG, which is a document. A header is no promise that the rest can be drawn.
 */
export function readRasterPicture(bytes: Uint8Array): RasterPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view) ?? readIcon(view);
  } catch (error) {
    // What a header speaks of lies beyond the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A small file may claim to be a huge picture, and fill the memory of whatever draws it. */
const maxIconPixels = 512;

/** Bytes of a site's icon. */
export const maxIconBytes = 32 * 1024;

/** A site's icon that may be kept and shown: small in bytes and in pixels, and nothing that moves by itself. */
export function readSiteIcon(bytes: Uint8Array): RasterPicture | undefined {
  const picture = bytes.byteLength <= maxIconBytes ? readRasterPicture(bytes) : undefined;
  return picture !== undefined && isSmallIcon(picture) ? picture : undefined;
}

/** Whether a picture has an icon's size and does not move. */
export function isSmallIcon({ width, height, isAnimated }: RasterPicture): boolean {
  return !isAnimated && width <= maxIconPixels && height <= maxIconPixels;
}

const pngMark = '\x89PNG\r\n\x1a\n';

/** PNG §5.2 and §11.2.2; an animation is told before the first data (APNG, PNG §11.3.6.1). */
function readPng(view: DataView): RasterPicture | undefined {
  if (!startsWith(view, 0, pngMark) || !startsWith(view, 12, 'IHDR')) return undefined;
  let isAnimated = false;
  for (let at = 8; at + 8 <= view.byteLength && !startsWith(view, at + 4, 'IDAT'); at += 12 + view.getUint32(at)) {
    isAnimated ||= startsWith(view, at + 4, 'acTL');
  }
  return sized('image/png', view.getUint32(16), view.getUint32(20), isAnimated);
}

/** GIF89a §18; more than one picture is an animation. */
function readGif(view: DataView): RasterPicture | undefined {
  if (!startsWith(view, 0, 'GIF87a') && !startsWith(view, 0, 'GIF89a')) return undefined;
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let pictures = 0;
  let at = 13 + tableBytes(view.getUint8(10));
  while (at < view.byteLength && view.getUint8(at) !== 0x3b) {
    const kind = view.getUint8(at);
    if (kind === 0x2c) {
      pictures += 1;
      // A picture that is larger than its screen is drawn whole.
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at = endOfBlocks(view, at + 11 + tableBytes(view.getUint8(at + 9)));
    } else if (kind === 0x21) at = endOfBlocks(view, at + 2);
    else return undefined;
  }
  return pictures === 0 ? undefined : sized('image/gif', width, height, pictures > 1);
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

function endOfBlocks(view: DataView, from: number): number {
  let at = from;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1;
  return at + 1;
}

/** RFC 9649 §2.5 to §2.7. */
function readWebp(view: DataView): RasterPicture | undefined {
  if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP')) return undefined;
  if (startsWith(view, 12, 'VP8X')) {
    const dimension = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return sized('image/webp', dimension(24), dimension(27), (view.getUint8(20) & 2) !== 0);
  }
  if (startsWith(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return sized('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (startsWith(view, 12, 'VP8 ') && startsWith(view, 23, '\x9d\x01\x2a')) {
    return sized('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  }
  return undefined;
}

/** ITU-T T.81 §B.2: the size is in the first frame header. */
function readJpeg(view: DataView): RasterPicture | undefined {
  if (!startsWith(view, 0, '\xff\xd8\xff')) return undefined;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xd9 || marker === 0xda) return undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
  }
}

/** A directory of PNGs and bitmaps without file header, each at its offset. */
function readIcon(view: DataView): RasterPicture | undefined {
  if (!startsWith(view, 0, '\x00\x00\x01\x00')) return undefined;
  const count = view.getUint16(4, true);
  if (count === 0 || count > 64) return undefined;
  let width = 0;
  let height = 0;
  for (let at = 6; at < 6 + count * 16; at += 16) {
    const offset = view.getUint32(at + 12, true);
    const length = view.getUint32(at + 8, true);
    if (offset + length > view.byteLength || length < 24) return undefined;
    const png = startsWith(view, offset, pngMark);
    // A bitmap's height counts its mask too, and is below zero where rows run downwards.
    const one = png ? view.getUint32(offset + 16) : Math.abs(view.getInt32(offset + 4, true));
    const other = png ? view.getUint32(offset + 20) : Math.abs(view.getInt32(offset + 8, true)) / 2;
    width = Math.max(width, one);
    height = Math.max(height, other);
  }
  return sized('image/x-icon', width, height);
}

function sized(type: RasterPicture['type'], width: number, height: number, isAnimated = false): RasterPicture | undefined {
  return width > 0 && height > 0 ? { type, width, height, isAnimated } : undefined;
}

function startsWith(view: DataView, at: number, mark: string): boolean {
  if (at + mark.length > view.byteLength) return false;
  for (let index = 0; index < mark.length; index += 1) if (view.getUint8(at + index) !== mark.charCodeAt(index)) return false;
  return true;
}
