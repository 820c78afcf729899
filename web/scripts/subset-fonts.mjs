// Cuts the typefaces down to the letters and axes the site uses and writes them to app/ui/fonts. Run it by hand after a change:
// `node web/scripts/subset-fonts.mjs`. Its output is committed. It needs python3 with fonttools and brotli.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import {
  archivoLatin,
  azeret,
  besideLatin,
  characters,
  finishFonts,
  isFlex,
  latin,
  otherScripts,
  packageFolder,
  widthOfFlex,
} from './font-sources.mjs';

const target = join(dirname(fileURLToPath(import.meta.url)), '../app/ui/fonts');

const axes = { wdth: { min: 100, max: 125, default: 100 }, wght: { min: 400, max: 700, default: 400 } };

const files = [
  { source: archivoLatin, output: 'archivo.woff2', text: latin, axes },
  { source: archivoLatin, output: 'archivo-beside-latin.woff2', text: besideLatin, axes },
  ...otherScripts.map(({ name, letters, source }) => ({
    source,
    output: `${isFlex(source) ? 'roboto-flex' : 'archivo'}-${name}.woff2`,
    text: letters,
    axes: isFlex(source) ? { ...axes, wdth: { ...axes.wdth, max: widthOfFlex(axes.wdth.max) } } : axes,
  })),
  { source: azeret, output: 'azeret-mono.woff2', text: characters(0x20, 0x7e), axes: { wght: { min: 400, max: 600, default: 400 } } },
];

await mkdir(target, { recursive: true });
for (const { source, output, text, axes: variationAxes } of files) {
  const original = await readFile(source);
  const subset = await subsetFont(original, text, { targetFormat: 'woff2', variationAxes });
  await writeFile(join(target, output), subset);
  process.stdout.write(`${output}: ${original.length} bytes became ${subset.length}\n`);
}
await finishFonts(files.filter(({ source }) => source !== azeret).map(({ output }) => join(target, output)));
for (const family of ['archivo', 'azeret-mono', 'roboto-flex']) {
  await copyFile(join(packageFolder(`@fontsource-variable/${family}`), 'LICENSE'), join(target, `${family}-OFL.txt`));
}
