// Cuts the still letters of the share card out of the two typefaces and writes them to server/discovery/fonts: what draws
// the card knows neither variable nor compressed fonts. Run it by hand after a change: `node web/scripts/card-fonts.mjs`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const target = join(dirname(fileURLToPath(import.meta.url)), '../../server/discovery/fonts');

const archivo = join(packageFolder('@fontsource-variable/archivo'), 'files');
const azeret = join(packageFolder('@fontsource-variable/azeret-mono'), 'files');

const wide = { wdth: 118, wght: 650 };

const cuts = [
  {
    source: join(archivo, 'archivo-latin-standard-normal.woff2'),
    output: 'archivo-wide.ttf',
    text: `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–—‘’“”…`,
    axes: wide,
  },
  // Names from the rest of Europe: the family keeps their letters in a file of its own.
  {
    source: join(archivo, 'archivo-latin-ext-standard-normal.woff2'),
    output: 'archivo-wide-extended.ttf',
    text: characters(0x100, 0x17f),
    axes: wide,
  },
  {
    source: join(azeret, 'azeret-mono-latin-wght-normal.woff2'),
    output: 'azeret-mono.ttf',
    text: characters(0x20, 0x7e),
    axes: { wght: 500 },
  },
];

await mkdir(target, { recursive: true });
for (const cut of cuts) {
  const still = await subsetFont(await readFile(cut.source), cut.text, { targetFormat: 'truetype', variationAxes: cut.axes });
  await writeFile(join(target, cut.output), still);
  process.stdout.write(`${cut.output}: ${still.length} bytes\n`);
}

function characters(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}

function packageFolder(name) {
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}
