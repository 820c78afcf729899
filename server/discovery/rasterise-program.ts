// A program of its own: an SVG on standard input becomes a PNG on standard output. What it takes in memory, some tens of
// megabytes for a third of a second, the server never holds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const fonts = ['archivo-wide.ttf', 'archivo-wide-extended.ttf', 'azeret-mono.ttf'];

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
const drawing = new Resvg(await text(process.stdin), {
  font: {
    fontBuffers: fonts.map((name) => new Uint8Array(readFileSync(join(import.meta.dirname, '..', '..', 'packages', 'pdf', 'fonts', name)))),
    loadSystemFonts: false,
  },
});
process.stdout.write(drawing.render().asPng());
