import { expect, test } from 'vitest';
import { formatBytes, formatRows } from './format-amount.ts';

test('bytes are told in the largest unit of which there is at least one', () => {
  expect([0, 999, 1000, 8192, 999_999, 1_000_000, 1_440_000_000, 5e12].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '8.2 kB',
    '1,000 kB',
    '1 MB',
    '1.4 GB',
    '5,000 GB',
  ]);
});

test('one row is no rows', () => {
  expect([formatRows(1), formatRows(0), formatRows(12_345)]).toEqual(['1 row', '0 rows', '12,345 rows']);
});
