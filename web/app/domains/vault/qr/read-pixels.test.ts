import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { readPixels } from './read-pixels.ts';

const address = 'otpauth://totp/Example:ada%40varga.example?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA1&digits=6&period=30';

/** A screenshot of a page with the code on it: `scale` pixels to a module, somewhere on a light ground. */
function screenshot(text: string, scale: number, width = 900, height = 600) {
  const { data: rows } = encode(text, { ecc: 'M', border: 4 });
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < rows.length * scale; y += 1) {
    for (let x = 0; x < rows.length * scale; x += 1) {
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] !== true) continue;
      const at = ((y + 70) * width + x + 130) * 4;
      data.fill(20, at, at + 3);
    }
  }
  return { data, width, height };
}

test('the address in a screenshot is read, small and large', () => {
  for (const scale of [2, 5, 8]) expect(readPixels(screenshot(address, scale)), `${scale}`).toBe(address);
});

test('a picture without a code gives nothing, and neither do pixels that are too few for one', () => {
  const blank = { data: new Uint8ClampedArray(300 * 200 * 4).fill(200), width: 300, height: 200 };
  const noise = { ...blank, data: blank.data.map((_, at) => (at * 7919) % 251) };
  for (const picture of [blank, noise, { data: new Uint8ClampedArray(4), width: 1, height: 1 }])
    expect(readPixels(picture)).toBeUndefined();
});
