/**
 * Inks the site's own mark, `web/public/favicon.svg`, and draws the icons of `web/public/icons` from it. Run it by hand after changing
 * the mark or a colour of the dark theme: `node scripts/draw-icons.ts`. Its output is committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rasterise } from '../server/discovery/rasterise.ts';
import { inkMark } from './ink-mark.ts';

const publicFolder = join(import.meta.dirname, '..', 'web', 'public');
const markFile = join(publicFolder, 'favicon.svg');
const mark = inkMark(readFileSync(markFile, 'utf8'));
writeFileSync(markFile, mark);

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

/** For those who ask for `/favicon.ico` without having read the page. */
const sizes = [16, 32, 48];
const pictures = await Promise.all(sizes.map((size) => rasterise(mark.replace('<svg ', `<svg width="${size}" height="${size}" `))));
const file = iconFile(sizes.map((size, index) => ({ size, picture: pictures[index] ?? Buffer.alloc(0) })));
writeFileSync(join(publicFolder, 'favicon.ico'), file);
console.log(`favicon.ico: ${file.length} bytes`);

/** An icon file of PNG pictures, as every browser since 2007 reads it: a header, one entry of 16 bytes for each, the pictures. */
function iconFile(images: readonly { readonly size: number; readonly picture: Buffer }[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, images.length, 0]);
  let offset = header.length + images.length * 16;
  const entries = images.map(({ size, picture }) => {
    const entry = Buffer.from([size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images.map(({ picture }) => picture)]);
}

function fillSquare(scale: number): string {
  const offset = 32 * (1 - scale);
  return mark.replace(' rx="10"', '').replace('<g ', `<g transform="translate(${offset} ${offset}) scale(${scale})" `);
}
