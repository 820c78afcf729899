// Cuts the still letters of the share card and of the PDFs out of the typefaces and writes them to packages/pdf/fonts: what
// draws them knows neither variable nor compressed fonts. Run it by hand after a change: `node web/scripts/still-fonts.mjs`.
// packages/pdf/fonts/README.md says what comes out. It needs python3 with fonttools.
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

const target = join(dirname(fileURLToPath(import.meta.url)), '../../packages/pdf/fonts');

const cuts = [
  { name: 'wide', axes: { wdth: 118, wght: 650 } },
  { name: 'text', axes: { wdth: 100, wght: 400 } },
  { name: 'strong', axes: { wdth: 100, wght: 600 } },
].flatMap(({ name, axes }) => [
  { source: archivoLatin, output: `archivo-${name}.ttf`, text: `${latin}${besideLatin}`, axes },
  ...otherScripts.map((script) => ({
    source: script.source,
    output: `${fileOf(script)}-${name}.ttf`,
    text: script.letters,
    axes: isFlex(script.source) ? { ...axes, wdth: widthOfFlex(axes.wdth) } : axes,
  })),
]);

const mono = { source: azeret, output: 'azeret-mono.ttf', text: `${characters(0x20, 0x7e)}–`, axes: { wght: 500 } };

await mkdir(target, { recursive: true });
for (const cut of [...cuts, mono]) {
  const still = await subsetFont(await readFile(cut.source), cut.text, { targetFormat: 'truetype', variationAxes: cut.axes });
  await writeFile(join(target, cut.output), still);
  process.stdout.write(`${cut.output}: ${still.length} bytes\n`);
}
await finishFonts(cuts.map(({ output }) => join(target, output)));
await copyFile(join(packageFolder('@fontsource-variable/roboto-flex'), 'LICENSE'), join(target, 'roboto-flex-OFL.txt'));

/** `archivo-vietnamese`, `roboto-flex-greek`: each family by its own name, as its licence wants. */
function fileOf({ name, source }) {
  return `${isFlex(source) ? 'roboto-flex' : 'archivo'}-${name}`;
}
