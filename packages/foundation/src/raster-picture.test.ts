import { expect, test } from 'vitest';
import { readRasterPicture } from './raster-picture.ts';

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : [...part])));
const be32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const le32 = (value: number) => be32(value).reverse();
const le16 = (value: number) => [value & 255, value >>> 8];
const be16 = (value: number) => [value >>> 8, value & 255];
const zeros = (count: number) => Array.from({ length: count }, () => 0);

const png = (width: number, height: number, ...chunks: string[]) =>
  bytes('\x89PNG\r\n\x1a\n', be32(13), 'IHDR', be32(width), be32(height), zeros(9), ...chunks.flatMap((name) => [be32(0), name, be32(0)]));
const gif = (pictures: number, width = 4) => {
  const picture = bytes([0x2c], le16(0), le16(0), le16(width), le16(3), [0, 2, 1, 0, 0]);
  return bytes(
    'GIF89a',
    le16(4),
    le16(3),
    [0x80, 0, 0],
    zeros(6),
    [0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    ...Array(pictures).fill([...picture]),
    [0x3b],
  );
};
const jpeg = (width: number, height: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0],
    be16(4),
    [0, 0, 0xff, 0xc4],
    be16(3),
    [0, 0xff, 0xff, 0xc2],
    be16(11),
    [8],
    be16(height),
    be16(width),
    zeros(6),
  );
const webp = (kind: string, ...body: (readonly number[] | string)[]) => bytes('RIFF', le32(99), 'WEBP', kind, le32(50), ...body, zeros(20));
const icon = (...pictures: Uint8Array[]) => {
  let offset = 6 + pictures.length * 16;
  const entries = pictures.map((picture) => {
    const entry = [16, 16, 0, 0, ...le16(1), ...le16(32), ...le32(picture.length), ...le32(offset)];
    offset += picture.length;
    return entry;
  });
  return bytes([0, 0, 1, 0], le16(pictures.length), ...entries, ...pictures.map((picture) => [...picture]));
};
const bitmap = (width: number, height: number) => bytes(le32(40), le32(width), le32(height * 2), zeros(28));

test.each([
  ['a PNG', png(16, 32, 'IDAT'), 'image/png', 16, 32, false],
  ['a PNG that moves', png(16, 16, 'acTL', 'IDAT'), 'image/png', 16, 16, true],
  ['a GIF', gif(1), 'image/gif', 4, 3, false],
  ['a GIF that moves', gif(2), 'image/gif', 4, 3, true],
  ['a GIF with a picture larger than its screen', gif(1, 60_000), 'image/gif', 60_000, 3, false],
  ['a progressive JPEG', jpeg(300, 200), 'image/jpeg', 300, 200, false],
  ['a lossy WebP', webp('VP8 ', zeros(3), '\x9d\x01\x2a', le16(64), le16(48)), 'image/webp', 64, 48, false],
  ['a lossless WebP', webp('VP8L', [0x2f], le32(31 | (15 << 14))), 'image/webp', 32, 16, false],
  ['an extended WebP', webp('VP8X', [0, 0, 0, 0], [63, 0, 0], [31, 0, 0]), 'image/webp', 64, 32, false],
  ['a WebP that moves', webp('VP8X', [2, 0, 0, 0], [63, 0, 0], [31, 0, 0]), 'image/webp', 64, 32, true],
  ['an icon of a bitmap and a PNG', icon(bitmap(16, 16), png(48, 48, 'IDAT')), 'image/x-icon', 48, 48, false],
  ['an icon that hides a huge PNG behind a small entry', icon(png(40_000, 40_000)), 'image/x-icon', 40_000, 40_000, false],
])('%s is known by its bytes', (_what, picture, type, width, height, isAnimated) => {
  expect(readRasterPicture(picture)).toEqual({ type, width, height, isAnimated });
  // Wherever it lies in memory.
  const within = new Uint8Array(picture.length + 7);
  within.set(picture, 7);
  expect(readRasterPicture(within.subarray(7))).toEqual({ type, width, height, isAnimated });
});

test.each([
  ['nothing', bytes()],
  ['a drawing that is a document', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['the same behind an XML head', bytes('<?xml version="1.0"?><svg/>')],
  ['a page', bytes('<!doctype html><p>GIF89a')],
  ['a PNG of no width', png(0, 16, 'IDAT')],
  ['a GIF without a picture', gif(0)],
  ['an icon of nothing', bytes([0, 0, 1, 0, 0, 0])],
  ['an icon that points beyond its end', icon(bitmap(16, 16)).subarray(0, 40)],
  ['a cursor', bytes([0, 0, 2, 0, 1, 0], zeros(60))],
  ['a bitmap file', bytes('BM', zeros(60))],
])('%s is no picture', (_what, picture) => {
  expect(readRasterPicture(picture)).toBeUndefined();
});

test('a picture that is cut off anywhere, or changed in any byte, makes no reader stumble or run on', () => {
  const whole = [png(16, 16, 'acTL', 'IDAT'), gif(2), jpeg(8, 8), webp('VP8X', [0, 0, 0, 0, 63, 0, 0, 31, 0, 0]), icon(bitmap(16, 16))];
  for (const picture of whole) {
    for (let length = 0; length < picture.length; length += 1) expect(() => readRasterPicture(picture.subarray(0, length))).not.toThrow();
    for (let at = 0; at < picture.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) expect(() => readRasterPicture(picture.with(at, value))).not.toThrow();
    }
  }
});
