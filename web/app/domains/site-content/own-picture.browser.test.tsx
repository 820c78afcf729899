import { readRasterPicture } from '@castellan/foundation/raster-picture';
import { expect, test } from 'vitest';
import { openPicture, packPicture, pictureLimits, readPictureSize } from './own-picture.ts';

async function draw(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.fillRect(0, 0, width / 2, height);
  return canvas.convertToBlob({ type });
}

const codeOf = async (file: Blob) => {
  const opened = await openPicture(file);
  return opened.ok ? 'opened' : opened.failure.code;
};

test('PNG, JPEG and WebP are opened; what is no picture, an SVG, and a GIF are not', async () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp'])
    expect([type, await codeOf(await draw(8, 8, type))]).toEqual([type, 'opened']);
  for (const text of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']) {
    expect(await codeOf(new Blob([text]))).toBe('no_picture');
  }
});

test('a file that claims to be a huge picture, or is long, is refused before it is drawn', async () => {
  const bytes = new Uint8Array(await (await draw(8, 8, 'image/png')).arrayBuffer());
  const view = new DataView(bytes.buffer);
  view.setUint32(16, 8001);
  view.setUint32(20, 8000);
  expect(await codeOf(new Blob([bytes]))).toBe('too_many_pixels');
  const long = new Blob([await draw(8, 8, 'image/png'), new Uint8Array(pictureLimits.bytes)]);
  expect(await codeOf(long)).toBe('too_long');
});

test('of an AVIF the largest size that it names is read, and of one that names none nothing', () => {
  const box = (width: number, height: number) => {
    const view = new DataView(new ArrayBuffer(16));
    for (const [at, letter] of [...'ispe'].entries()) view.setUint8(at, letter.charCodeAt(0));
    view.setUint32(8, width);
    view.setUint32(12, height);
    return [...new Uint8Array(view.buffer)];
  };
  const head = [0, 0, 0, 16, ...[...'ftypavif'].map((letter) => letter.charCodeAt(0))];
  expect(readPictureSize(new Uint8Array([...head, ...box(64, 20), 0x69, ...box(30_000, 9000)]))).toEqual({ width: 30_000, height: 9000 });
  expect(readPictureSize(new Uint8Array([...head, 0x69, 0x73]))).toBeUndefined();
});

test('what is sent has at most 2,400 pixels a side: a PNG stays one, and a photograph becomes a JPEG', async () => {
  const typeOf = async (file: Blob) => {
    const opened = await openPicture(file);
    if (!opened.ok) throw new Error('it is a picture');
    const text = (await packPicture(opened.value, file.type === 'image/png')) ?? '';
    return readRasterPicture(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  };
  expect(await typeOf(await draw(3000, 1500, 'image/png'))).toMatchObject({ type: 'image/png', width: 2400, height: 1200 });
  const noise = new OffscreenCanvas(700, 700);
  const pixels = new ImageData(700, 700);
  let state = 1;
  for (let at = 0; at < pixels.data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    pixels.data[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  noise.getContext('2d')?.putImageData(pixels, 0, 0);
  expect(await typeOf(await noise.convertToBlob({ type: 'image/webp' }))).toMatchObject({ type: 'image/jpeg', width: 700 });
});
