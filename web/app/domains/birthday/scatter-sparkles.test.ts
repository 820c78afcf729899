import { expect, test } from 'vitest';
import { scatterSparkles } from './scatter-sparkles.ts';

test('there are eight unless more are wanted, of 10 to 20 pixels, the same each time, no two in one place', () => {
  expect(scatterSparkles({})).toHaveLength(8);
  const twelve = scatterSparkles({ count: 12 });
  expect(twelve).toEqual(scatterSparkles({ count: 12 }));
  expect(new Set(twelve.map(({ across, down }) => `${across} ${down}`)).size).toBe(12);
  for (const { size } of twelve) expect(size >= 10 && size <= 20).toBe(true);
  expect(new Set(twelve.map(({ size }) => size)).size).toBeGreaterThan(6);
});
