// Cuts the two typefaces down to the letters and axes the site uses and writes them to app/ui/fonts.
// Run it by hand after changing either list: `node web/scripts/subset-fonts.mjs`. Its output is committed.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const target = join(dirname(fileURLToPath(import.meta.url)), '../app/ui/fonts');

const typefaces = [
  {
    source: '@fontsource-variable/archivo',
    file: 'archivo-latin-standard-normal.woff2',
    output: 'archivo.woff2',
    licence: 'archivo-OFL.txt',
    // Latin-1, with the punctuation that typeset text needs beyond it.
    text: `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−`,
    variationAxes: { wdth: { min: 100, max: 125, default: 100 }, wght: { min: 400, max: 700, default: 400 } },
  },
  {
    source: '@fontsource-variable/azeret-mono',
    file: 'azeret-mono-latin-wght-normal.woff2',
    output: 'azeret-mono.woff2',
    licence: 'azeret-mono-OFL.txt',
    text: characters(0x20, 0x7e),
    variationAxes: { wght: { min: 400, max: 600, default: 400 } },
  },
];

await mkdir(target, { recursive: true });
for (const typeface of typefaces) {
  const folder = packageFolder(typeface.source);
  const original = await readFile(join(folder, 'files', typeface.file));
  const subset = await subsetFont(original, typeface.text, { targetFormat: 'woff2', variationAxes: typeface.variationAxes });
  await writeFile(join(target, typeface.output), subset);
  await copyFile(join(folder, 'LICENSE'), join(target, typeface.licence));
  process.stdout.write(`${typeface.output}: ${original.length} bytes became ${subset.length}\n`);
}

function characters(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}

function packageFolder(name) {
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}
