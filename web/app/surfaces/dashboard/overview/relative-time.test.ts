import { expect, test } from 'vitest';
import { freshness, relativeTime } from './relative-time.ts';

const now = 1_000_000_000_000;
const ago = (seconds: number) => relativeTime(now - seconds * 1000, now);

test('the age of a row is told in minutes, hours and days', () => {
  expect([0, 59, 60, 3599, 3600, 86_399, 86_400, 864_000].map(ago)).toEqual([
    'Just now',
    'Just now',
    '1m ago',
    '59m ago',
    '1h ago',
    '23h ago',
    '1d ago',
    '10d ago',
  ]);
});

test('a clock behind the server makes no row come from the future', () => {
  expect(ago(-30)).toBe('Just now');
  expect(freshness(now + 5000, now)).toBe('0 s ago');
});

test('what is shown is dated to the second for two minutes', () => {
  expect([1, 119, 120].map((seconds) => freshness(now - seconds * 1000, now))).toEqual(['1 s ago', '119 s ago', '2m ago']);
});
