import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

const address =
  'otpauth://totp/Castellan:ada%40varga.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Castellan&algorithm=SHA1&digits=6&period=30';

/** Paints the path the way a browser would: dark rectangles on a light square, `scale` pixels to a module. */
function paint({ path, size }: ReturnType<typeof qrPath>, scale: number): Uint8ClampedArray {
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column += 1) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return pixels;
}

test('a scanner reads the address back from the picture', () => {
  const code = qrPath(address);
  const side = code.size * 6;
  expect(jsqr.default(paint(code, 6), side, side)?.data).toBe(address);
});

test('the path holds nothing but its own rectangles, whatever the text', () => {
  expect(qrPath('"><script>alert(1)</script>').path).toMatch(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/);
});

test('four light modules surround the code', () => {
  const { path, size } = qrPath(address);
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, length]) => ({
    x: Number(x),
    y: Number(y),
    end: Number(x) + Number(length),
  }));
  expect(Math.min(...runs.map(({ x }) => x))).toBe(4);
  expect(Math.min(...runs.map(({ y }) => y))).toBe(4);
  expect(Math.max(...runs.map(({ end }) => end))).toBe(size - 4);
});
