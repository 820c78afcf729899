// Writes the engravings of app/ui/plate and app/domains/music as picture files. Run it by hand after changing the geometry:
// `node web/scripts/engrave-plates.mjs`. Its output is committed; a test compares the two.
import { writeFile } from 'node:fs/promises';
import { engraveDisc } from '../app/domains/music/engrave-disc.ts';
import { engravePlate } from '../app/ui/plate/engrave-plate.ts';
import { plates } from '../app/ui/plate/plate-geometry.ts';

for (const name of Object.keys(plates)) {
  const drawing = engravePlate(name);
  await writeFile(new URL(`../app/ui/plate/${name}.svg`, import.meta.url), drawing);
  process.stdout.write(`${name}.svg: ${drawing.length} bytes\n`);
}
for (const size of ['large', 'small']) {
  const drawing = engraveDisc(size);
  await writeFile(new URL(`../app/domains/music/disc-${size}.svg`, import.meta.url), drawing);
  process.stdout.write(`disc-${size}.svg: ${drawing.length} bytes\n`);
}
