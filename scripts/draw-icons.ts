/**
 * Draws the icons of `web/public/icons` from the site's own mark. Run it by hand after changing `web/public/favicon.svg`:
 * `node scripts/draw-icons.ts`. Its output is committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rasterise } from '../server/discovery/rasterise.ts';

const publicFolder = join(import.meta.dirname, '..', 'web', 'public');
const mark = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8');

/** `scale` shrinks the engraving on a plate that fills the square: who shows the icon cuts its corners off (80% is safe). */
const icons = [
  { name: 'icon-192', size: 192, scale: undefined },
  { name: 'icon-512', size: 512, scale: undefined },
  { name: 'maskable-512', size: 512, scale: 0.76 },
  { name: 'apple-touch-icon', size: 180, scale: 0.86 },
];

mkdirSync(join(publicFolder, 'icons'), { recursive: true });
for (const { name, size, scale } of icons) {
  const drawing = scale === undefined ? mark : fillSquare(scale);
  const picture = await rasterise(drawing.replace('<svg ', `<svg width="${size}" height="${size}" `));
  writeFileSync(join(publicFolder, 'icons', `${name}.png`), picture);
  console.log(`${name}.png: ${picture.length} bytes`);
}

function fillSquare(scale: number): string {
  const offset = 32 * (1 - scale);
  return mark.replace(' rx="10"', '').replace('<g ', `<g transform="translate(${offset} ${offset}) scale(${scale})" `);
}
