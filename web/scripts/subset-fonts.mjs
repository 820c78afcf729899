// Cuts the letters beyond Latin-1 out of the typefaces and writes them to app/ui/fonts; page-fonts.py cuts Latin-1. Run it by hand after a change:
// `node web/scripts/subset-fonts.mjs`. Its output is committed. It needs python3 with fonttools and brotli.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { archivoLatin, besideLatin, finishFonts, isFlex, otherScripts, packageFolder, widthOfFlex } from './font-sources.mjs';

const target = join(dirname(fileURLToPath(import.meta.url)), '../app/ui/fonts');

const axes = { wdth: { min: 100, max: 125, default: 100 }, wght: { min: 400, max: 700, default: 400 } };

const files = [
  { source: archivoLatin, output: 'archivo-beside-latin.woff2', text: besideLatin, axes },
  ...otherScripts.map(({ name, letters, source }) => ({
    source,
    output: `${isFlex(source) ? 'roboto-flex' : 'archivo'}-${name}.woff2`,
    text: letters,
    axes: isFlex(source) ? { ...axes, wdth: { ...axes.wdth, max: widthOfFlex(axes.wdth.max) } } : axes,
  })),
];

await mkdir(target, { recursive: true });
for (const { source, output, text, axes: variationAxes } of files) {
  const original = await readFile(source);
  const subset = await subsetFont(original, text, { targetFormat: 'woff2', variationAxes });
  await writeFile(join(target, output), subset);
  process.stdout.write(`${output}: ${original.length} bytes became ${subset.length}\n`);
}
await finishFonts(files.map(({ output }) => join(target, output)));
for (const family of ['archivo', 'azeret-mono', 'roboto-flex']) {
  await copyFile(join(packageFolder(`@fontsource-variable/${family}`), 'LICENSE'), join(target, `${family}-OFL.txt`));
}
