import { expect, test } from 'vitest';
import { scrollTopFor, windowOf } from './window-of.ts';

test('only the rows in view and a few beyond are drawn, however long the list', () => {
  expect(windowOf(10_000, 56, 0, 560)).toEqual({ first: 0, end: 16 });
  expect(windowOf(10_000, 56, 56_000, 560)).toEqual({ first: 994, end: 1016 });
  expect(windowOf(10_000, 56, 10_000 * 56, 560).end).toBe(10_000);
});

test('a list that became shorter than where it stood draws nothing beyond its end', () => {
  expect(windowOf(3, 56, 56_000, 560)).toEqual({ first: 3, end: 3 });
});

test('a row is brought into view by the shortest way, and one in view moves nothing', () => {
  expect(scrollTopFor(2, 56, 560, 560)).toBe(112);
  expect(scrollTopFor(12, 56, 560, 560)).toBe(560);
  expect(scrollTopFor(30, 56, 560, 560)).toBe(31 * 56 - 560);
});
