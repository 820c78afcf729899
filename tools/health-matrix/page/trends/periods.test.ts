import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, weekdayOf } from '../../../../web/app/domains/tasks/day.ts';
import { meanOf, periodNames, periodsUntil } from './periods.ts';

const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1990-01-01', count));

test('the periods follow each other without a gap, hold every day of the span once, and end today', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 800 }), fc.constantFrom(...periodNames), (today, span, by) => {
      const periods = periodsUntil(today, span, by);
      expect(periods.at(-1)?.last).toBe(today);
      expect((periods[0]?.first ?? '') <= addDays(today, 1 - span)).toBe(true);
      for (const [index, { first, last }] of periods.entries()) {
        expect(first <= last).toBe(true);
        if (index > 0) expect(first).toBe(addDays(periods[index - 1]?.last ?? '', 1));
        if (by === 'week') expect(weekdayOf(first)).toBe(1);
        if (by === 'month') expect(first.slice(8)).toBe('01');
        if (by !== 'day' && last !== today)
          expect(by === 'week' ? weekdayOf(last) : Number(addDays(last, 1).slice(8))).toBe(by === 'week' ? 0 : 1);
      }
      expect(periods.length > 1 || by !== 'day' || span === 1).toBe(true);
    }),
  );
});

test('a mean is of the days that were measured, and of nothing there is none', () => {
  const week = { first: '2026-11-23', last: '2026-11-29' };
  const measured = new Map([
    ['2026-11-23', 4],
    ['2026-11-29', 8],
    ['2026-11-30', 100],
  ]);
  expect(meanOf(week, (day) => measured.get(day))).toEqual({ mean: 6, of: 2 });
  expect(meanOf(week, () => undefined)).toEqual({ mean: undefined, of: 0 });
});
