import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';
import { tellLeftOut } from './read-in-part.ts';

test('what was left out is one finding, and nothing is said where all of it was read', () => {
  expect(tellLeftOut([{ what: 'headers', read: 100, all: 100 }])).toEqual([]);
  const parts = [
    { what: 'policies', read: 100, all: 4_000 },
    { what: 'headers', read: 3, all: 3 },
    { what: 'names', read: 1_000, all: 1_234_567 },
  ];
  expect(tellLeftOut(parts)).toMatchObject([
    {
      id: 'read-in-part',
      severity: 'info',
      evidence: 'The first 100 of 4,000 policies were read. The first 1,000 of 1,234,567 names were read.',
    },
  ]);
});

test('a moment is written, and none where there is none', () => {
  expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) expect(isoTime(none)).toBe('');
});
