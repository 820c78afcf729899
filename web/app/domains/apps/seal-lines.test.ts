import { expect, test } from 'vitest';
import { sealLines } from './seal-lines.ts';

test('a name has one seal, always the same, and two names have two', () => {
  expect(sealLines('productivity')).toBe(sealLines('productivity'));
  expect(
    new Set(['productivity', 'business', 'habit-forge', 'health-matrix', 'wealth-ai', 'mind-vault'].map((name) => sealLines(name))).size,
  ).toBe(6);
});

test('every point of a seal lies within its square of 100', () => {
  for (const name of ['a', 'productivity', 'business', 'z-z-z']) {
    const numbers = sealLines(name).match(/-?\d+(?:\.\d+)?/g) ?? [];
    expect(numbers.length).toBeGreaterThan(500);
    expect(numbers.map(Number).filter((value) => !(value >= 0 && value <= 100))).toEqual([]);
  }
});
