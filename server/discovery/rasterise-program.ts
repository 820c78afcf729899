// A program of its own: an SVG, with paths of font files, on standard input becomes a PNG on standard output. What it takes in
// memory, some tens of megabytes for a third of a second, the server never holds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { allFontFiles } from '@castellan/pdf/font-files';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const folder = join(import.meta.dirname, '..', '..', 'packages', 'pdf', 'fonts');
const fonts = [...allFontFiles('wide'), 'azeret-mono.ttf'].map((name) => join(folder, name));

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
// The server that started this program wrote it a moment ago; nobody else can.
const { svg, fontFiles }: { svg: string; fontFiles: readonly string[] } = JSON.parse(await text(process.stdin));
const drawing = new Resvg(svg, {
  font: {
    fontBuffers: [...fonts, ...fontFiles].map((path) => new Uint8Array(readFileSync(path))),
    loadSystemFonts: false,
  },
});
process.stdout.write(drawing.render().asPng());
