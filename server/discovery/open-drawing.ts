import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { allFontFiles } from '@castellan/pdf/font-files';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { nameFont } from '../fonts/name-font.ts';

const folder = join(import.meta.dirname, '..', '..', 'packages', 'pdf', 'fonts');

/**
 * What draws an SVG with our typefaces, and letters that they lack with the owner's font files, given by their paths. It takes
 * tens of megabytes, so it is for programs of their own. Throws at a font file that is broken.
 */
export async function openDrawing(): Promise<(svg: string, fontFiles: readonly string[]) => InstanceType<typeof Resvg>> {
  await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const own = [...allFontFiles('wide'), 'azeret-mono.ttf'].map((name) => read(join(folder, name)));
  return (svg, fontFiles) =>
    new Resvg(svg, {
      font: {
        fontBuffers: [...own, ...fontFiles.map((path, index) => nameFont(read(path), `Owner ${index + 1}`))],
        loadSystemFonts: false,
      },
    });
}

function read(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path));
}
