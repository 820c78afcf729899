// A program of its own: an SVG with a photo in it on standard input becomes one byte of brightness per pixel on standard output.
// A photo's pixels may take far more memory than the server should ever hold.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
const { pixels } = new Resvg(await text(process.stdin), { font: { loadSystemFonts: false } }).render();
process.stdout.write(
  Uint8Array.from({ length: pixels.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 4, pixel * 4 + 3);
    return Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }),
);
