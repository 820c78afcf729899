import { readFileSync } from 'node:fs';
import { drawingNames } from '@castellan/content/resume';
import { expect, test } from 'vitest';
import { engraveBand } from './engrave-band.ts';
import { drawingAddress, engraveDrawing } from './engrave-drawing.ts';
import { engraveRosette, engraveSeal, rosetteAddress } from './engrave-rosette.ts';

const names = ['Rosette', 'Rosettf', 'Latent Image', 'Следователят', '山田', 'x'.repeat(120), ''];

test('the committed band is what the engine engraves', () => {
  expect(readFileSync(new URL('./band.svg', import.meta.url), 'utf8')).toBe(engraveBand());
});

test('the committed seals are what the engine engraves', () => {
  expect(readFileSync(new URL('./seal.svg', import.meta.url), 'utf8')).toBe(engraveSeal('large'));
  expect(readFileSync(new URL('./seal-small.svg', import.meta.url), 'utf8')).toBe(engraveSeal('small'));
});

test('every name has a rosette of its own at an address of its own, always the same', () => {
  expect(new Set(names.map(engraveRosette)).size).toBe(names.length);
  expect(new Set(names.map(rosetteAddress)).size).toBe(names.length);
  for (const name of names) {
    expect(engraveRosette(name)).toBe(engraveRosette(name));
    expect(rosetteAddress(name)).toMatch(/^\/engravings\/rosette-[0-9a-f]{8}\.svg$/);
  }
});

test('a rosette is small, holds no markup but its lines, and stays on its sheet', () => {
  for (const name of names) {
    const svg = engraveRosette(name);
    expect(svg.length).toBeLessThan(7000);
    expect(svg.replace(/ (?:d|id|href|transform)="[^"<>]*"/g, '')).toMatch(/^<svg [^<>]*>(?:<(?:path|use)\/>)+<\/svg>\n$/);
    for (const [, x = '', y = ''] of svg.matchAll(/ d="M(-?\d+) (-?\d+)/g))
      expect(Math.hypot(Number(x), Number(y))).toBeLessThanOrEqual(520);
  }
});

test('every drawing has two layers, each at an address of its own', () => {
  const layers = drawingNames.flatMap((name) => (['body', 'mark'] as const).map((layer) => [name, layer] as const));
  expect(new Set(layers.map(([name, layer]) => drawingAddress(name, layer))).size).toBe(10);
  for (const [name, layer] of layers) expect(engraveDrawing(name, layer)).not.toMatch(/NaN|undefined/);
});
