import { expect, test } from 'vitest';
import { letterOf } from './letter-mark.ts';

test.each([
  ['bank of Alderney', 'B'],
  ['  émile', 'É'],
  ['e\u0301cole', 'E\u0301'],
  ['3D shop', '3'],
  ['щит', 'Щ'],
  ['', undefined],
  ['🗝️ keys', undefined],
  ['…', undefined],
])('%j is marked by %j', (title, letter) => {
  expect(letterOf(title)).toBe(letter);
});
