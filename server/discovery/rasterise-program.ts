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
    fontBuffers: [...fonts.map(read), ...fontFiles.map((path) => calledWide(read(path)))],
    loadSystemFonts: false,
  },
});
process.stdout.write(drawing.render().asPng());

function read(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path));
}

/** The font with the weight and width that ours have: what draws takes lacking letters only from fonts that are called the same. */
function calledWide(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16) {
    if (view.getUint32(entry) !== 0x4f532f32) continue;
    const table = view.getUint32(entry + 8);
    view.setUint16(table + 4, 650);
    view.setUint16(table + 6, 6);
  }
  return font;
}
