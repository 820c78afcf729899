import { expect, test } from 'vitest';
import { rosettePath, rosetteRings } from './rosette-ring.ts';

test('every line of the rosette stays inside its drawing', () => {
  for (const ring of rosetteRings) {
    const numbers =
      rosettePath(ring)
        .match(/\d+\.\d/g)
        ?.map(Number) ?? [];
    expect(numbers.length).toBeGreaterThan(1000);
    for (const number of numbers) expect(Math.abs(number - 100)).toBeLessThan(100);
  }
});

test('locked, each ring’s petals stand against its neighbour’s gaps', () => {
  for (const [index, ring] of rosetteRings.slice(1).entries()) {
    const turned = ring.lockedTurn - (rosetteRings[index]?.lockedTurn ?? 0);
    expect(Math.abs((turned / (180 / ring.lobes)) % 2)).toBe(1);
  }
});
