import { expect, test } from 'vitest';
import { linePath, scale, ticksPath } from './scale.ts';

test('a range is mapped onto another, also one that falls, and one without a length onto the middle', () => {
  const [y, none] = [scale([0, 10], [180, 16]), scale([3, 3], [0, 200])];
  expect([y(0), y(5), y(10)]).toEqual([180, 98, 16]);
  expect(none(3)).toBe(100);
});

test('points are a line, and every so many ticks one is longer', () => {
  expect(
    linePath([
      [0, 1],
      [2.55, 3],
    ]),
  ).toBe('M0.0 1.0L2.5 3.0');
  expect(linePath([])).toBe('');
  expect(ticksPath([0, 4, 8], 200, [6, 12], 2)).toBe('M0 200V188M4 200V194M8 200V188');
});
