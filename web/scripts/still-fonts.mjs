// Cuts the still letters of the share card and of the resume out of the two typefaces and writes them to packages/pdf/fonts: what
// draws them knows neither variable nor compressed fonts. Run it by hand after a change: `node web/scripts/still-fonts.mjs`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const target = join(dirname(fileURLToPath(import.meta.url)), '../../packages/pdf/fonts');

const archivo = join(packageFolder('@fontsource-variable/archivo'), 'files');
const azeret = join(packageFolder('@fontsource-variable/azeret-mono'), 'files');

const latin = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–—‘’“”…•€™−`;

/** Names from the rest of Europe: the family keeps their letters in a file of its own. */
const latinExtended = characters(0x100, 0x17f);

const archivoCuts = [
  { name: 'archivo-wide', axes: { wdth: 118, wght: 650 } },
  { name: 'archivo-text', axes: { wdth: 100, wght: 400 } },
  { name: 'archivo-strong', axes: { wdth: 100, wght: 600 } },
].flatMap(({ name, axes }) => [
  { source: join(archivo, 'archivo-latin-standard-normal.woff2'), output: `${name}.ttf`, text: latin, axes },
  { source: join(archivo, 'archivo-latin-ext-standard-normal.woff2'), output: `${name}-extended.ttf`, text: latinExtended, axes },
]);

const cuts = [
  ...archivoCuts,
  {
    source: join(azeret, 'azeret-mono-latin-wght-normal.woff2'),
    output: 'azeret-mono.ttf',
    text: `${characters(0x20, 0x7e)}–`,
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
