import { expect, test } from 'vitest';
import { entryOfTest } from './entries-of-test.ts';
import { dayInSentence, dayTitle, groupByDay } from './log-days.ts';

// By this machine's clock, as the page's days are.
const at = (month: number, day: number, hour: number, year = 2026) => new Date(year, month - 1, day, hour).getTime();
const nowMs = at(11, 23, 9);

test('rows are grouped by the day of this clock, in their order', () => {
  const rows = [at(11, 23, 8), at(11, 23, 0), at(11, 22, 23), at(11, 20, 1)].map((atMs, id) => entryOfTest({ id: String(id), atMs }));
  expect(groupByDay(rows).map(({ key, entries }) => [key, entries.length])).toEqual([
    ['2026-11-23', 2],
    ['2026-11-22', 1],
    ['2026-11-20', 1],
  ]);
});

test('today and yesterday are named, another year is told', () => {
  expect(['2026-11-23', '2026-11-22', '2026-11-20', '2025-11-20'].map((key) => dayTitle(key, nowMs))).toEqual([
    'Today, 23 November',
    'Yesterday, 22 November',
    '20 November',
    '20 November 2025',
  ]);
  expect(dayTitle('2025-12-31', at(1, 1, 0))).toBe('Yesterday, 31 December 2025');
  expect(['2026-11-22', '2026-11-20'].map((key) => dayInSentence(key, nowMs))).toEqual(['yesterday', 'on 20 November']);
});
