import { expect, test } from 'vitest';
import { collections } from './collections.ts';
import { countsText, countText, joined, recordText } from './record-counts.ts';

test('every sealed collection has words of its own for one of its records and for several', () => {
  const sealed = collections.filter(({ sealed: isSealed }) => isSealed).map(({ name }) => name);
  for (const count of [1, 2]) {
    const texts = sealed.map((name) => countText(name, count));
    expect(new Set(texts).size).toBe(sealed.length);
    expect(texts).not.toContain(countText('unheard_of', count));
  }
});

test('counts are one list in words, and a record that nobody can open is told by its kind and id', () => {
  expect(
    countsText(
      new Map([
        ['notes', 1],
        ['pay_plans', 0],
        ['money', 3],
      ]),
    ),
  ).toBe('1 note and 3 money records');
  expect(countText('unheard_of', 1200)).toBe('1,200 records');
  expect(joined(['a', 'b', 'c'])).toBe('a, b and c');
  expect(joined([])).toBe('');
  expect(recordText({ collection: 'notes', id: '1f3a77c0-0000-4000-8000-000000000001' })).toBe('note 1f3a77c0');
});
