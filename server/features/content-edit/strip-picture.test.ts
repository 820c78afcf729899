import { crc32 } from 'node:zlib';
import { readRasterPicture } from '@castellan/foundation/raster-picture';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPhoto } from '../../engravings/read-photo.ts';
import { DamagedPicture, stripPicture } from './strip-picture.ts';
import { describedJpeg, plainPng } from './test-pictures.ts';

/** A chunk as PNG has them. */
function pngChunk(kind: string, text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const content = Buffer.from(kind + text, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

const headOfPng = 33;
const describedPng = Buffer.concat([
  plainPng.subarray(0, headOfPng),
  pngChunk('tEXt', 'Comment\0SECRETPLACE'),
  pngChunk('eXIf', 'MM\0*GPSCAMERA'),
  plainPng.subarray(headOfPng),
]);

const described = { 'image/jpeg': describedJpeg, 'image/png': describedPng } as const;
const types = Object.keys(described) as (keyof typeof described)[];

test.each(types)('of an %s its place, camera, comments and what follows its end are taken away, and its pixels stay', async (type) => {
  const before = Buffer.concat([described[type], Buffer.from('HIDDENTAIL')]);
  const after = stripPicture(before, type);
  for (const word of ['GPSCAMERA', 'SECRETPLACE', 'HIDDENTAIL', 'Exif', 'EXIF']) expect(after.includes(word)).toBe(false);
  expect(after.length).toBeLessThan(before.length);
  expect(readRasterPicture(after)).toEqual(readRasterPicture(described[type]));
  expect(await readPhoto(after)).toEqual(await readPhoto(described[type]));
  expect(stripPicture(after, type)).toEqual(after);
});

test.each([
  ['a reserved marker', 0xf3, 'SECRETPLACE'],
  ['a marker below all that pictures have', 0x42, 'SECRETPLACE'],
  ['a note of colours that goes on', 0xee, 'Adobe\0d\0\0\0\0\x01SECRETPLACE'],
])('what stands in %s is taken away', async (_, marker, text) => {
  const content = Buffer.from(text, 'latin1');
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), content]);
  const after = stripPicture(Buffer.concat([describedJpeg.subarray(0, 2), segment, describedJpeg.subarray(2)]), 'image/jpeg');
  expect(after.equals(stripPicture(describedJpeg, 'image/jpeg'))).toBe(true);
});

test('a note of how the colours are meant stays', () => {
  const note = Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 1]);
  const after = stripPicture(Buffer.concat([describedJpeg.subarray(0, 2), note, describedJpeg.subarray(2)]), 'image/jpeg');
  expect(after.includes(note)).toBe(true);
});

test('a picture that says nothing of its making is left as it is', () => {
  expect(stripPicture(plainPng, 'image/png')).toEqual(plainPng);
});

test('whatever is done to a picture, it is stripped to no more than it was, or refused as damaged', () => {
  const damage = fc.record({
    type: fc.constantFrom(...types),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    byte: fc.integer({ min: 0, max: 255 }),
  });
  fc.assert(
    fc.property(damage, ({ type, cut, at, byte }) => {
      const bytes = Buffer.from(described[type].subarray(0, Math.ceil(described[type].length * cut)));
      if (bytes.length > 0) bytes[Math.floor(bytes.length * at)] = byte;
      try {
        expect(stripPicture(bytes, type).length).toBeLessThanOrEqual(bytes.length);
      } catch (error) {
        expect(error instanceof DamagedPicture || error instanceof RangeError).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});
