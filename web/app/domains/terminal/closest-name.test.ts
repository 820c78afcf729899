import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

test.each([
  ['stak', 'stack'],
  ['satck', 'stack'],
  ['stackk', 'stack'],
  ['STACK', 'stack'],
  ['yaer', 'year'],
])('%s was meant to be %s', (typed, name) => {
  expect(closestName(typed, ['name', 'year', 'stack'])).toBe(name);
});

test('a word that is near nothing suggests nothing', () => {
  for (const typed of ['colour', '', 'x']) expect(closestName(typed, ['name', 'year', 'stack'])).toBeUndefined();
});
