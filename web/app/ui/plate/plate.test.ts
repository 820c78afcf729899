import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { engravePlate } from './engrave-plate.ts';
import { linesPerBand, type PlateName, platePoint, plates } from './plate-geometry.ts';

const names: readonly PlateName[] = ['application', 'cyber', 'system'];

test.each(names)('the committed picture of %s is what the geometry engraves', (name) => {
  expect(readFileSync(new URL(`./${name}.svg`, import.meta.url), 'utf8')).toBe(engravePlate(name));
});

test.each(names)('every line of %s closes where it began and stays on the sheet', (name) => {
  for (const band of plates[name]) {
    for (let line = 0; line < linesPerBand; line += 1) {
      const phase = (2 * Math.PI * line) / linesPerBand;
      const start = platePoint(band, 0, phase);
      const end = platePoint(band, 2 * Math.PI, phase);
      expect(Math.hypot(end.x - start.x, end.y - start.y)).toBeLessThan(1e-9);
      for (let degree = 0; degree < 360; degree += 1) {
        const { x, y } = platePoint(band, (degree * Math.PI) / 180, phase);
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
      }
    }
  }
});

test('an engraving holds no markup but one drawing and its paths', () => {
  expect(engravePlate('cyber').replace(/ d="[^"<>]*"/g, '')).toMatch(/^<svg [^<>]*>(?:<path\/>){4}<\/svg>\n$/);
});
