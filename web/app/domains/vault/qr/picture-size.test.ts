import { expect, test } from 'vitest';
import { isDrawable } from './picture-size.ts';

/** The beginning of a PNG that says it has so many pixels. */
function png(width: number, height: number): Blob {
  const bytes = new DataView(new ArrayBuffer(33));
  for (const [at, byte] of [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52].entries())
    bytes.setUint8(at, byte);
  bytes.setUint32(16, width);
  bytes.setUint32(20, height);
  bytes.setUint8(24, 8);
  return new Blob([bytes.buffer]);
}

test('a small file that claims to be a huge picture is not drawn; a screenshot of several screens is', async () => {
  expect(await isDrawable(png(60_000, 60_000))).toBe(false);
  expect(await isDrawable(png(7680, 4320))).toBe(true);
});

test('what only the browser can judge is left to it', async () => {
  expect(await isDrawable(new Blob(['no picture']))).toBe(true);
});
