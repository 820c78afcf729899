import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBook } from '../../../web/app/domains/money/money-book.ts';
import type { MoneyRecord } from '../../../web/app/domains/money/money-records.ts';
import { addDays, weekdayOf } from '../../../web/app/domains/tasks/day.ts';
import { earnedToday, hourlyMinor, hoursText } from './earnings.ts';
import { type HolidayCalendar, missingYears } from './holiday-calendar.ts';
import { explainPayDate, lastPayDate, nextPayDate, payDatesBetween } from './pay-dates.ts';
import type { PayPlan } from './plan/pay-plan.ts';
import { ruleOf } from './plan/rhythm-words.ts';
import { safeToSpend } from './safe-to-spend.ts';

/** Bank holidays of England and Wales around two turns of the year, as https://www.gov.uk/bank-holidays lists them. */
const english: HolidayCalendar = {
  ...{ country: 'GB', region: 'ENG', years: [2025, 2026, 2027, 2028], weekend: [6, 0] },
  days: [
    { day: '2026-12-25', name: 'Christmas Day' },
    { day: '2026-12-28', name: 'Boxing Day (substitute day)' },
    { day: '2027-01-01', name: 'New Year’s Day' },
    { day: '2027-12-27', name: 'Christmas Day (substitute day)' },
    { day: '2027-12-28', name: 'Boxing Day (substitute day)' },
  ],
};

const plan: PayPlan = {
  ...{ id: 'p', version: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', deleted_at: null },
  ...{ import_batch_id: null, source: null, external_id: null },
  ...{
    name: 'Salary',
    net_pay_minor: 284_000,
    currency: 'EUR',
    rrule: ruleOf({ kind: 'month-day', day: 31 }),
    anchor: '2026-01-31',
    shift: 'prev',
  },
  ...{ country: '', region: '', hours_per_week: 40, work_starts: '09:00', holidays: null },
};
const inEngland = { ...plan, country: 'GB', region: 'ENG', holidays: english };
const explained = (of: PayPlan, year: string) => payDatesBetween(of, `${year}-01-01`, `${year}-12-31`).map(explainPayDate);

test('a payday on a weekend is explained: the last day of January 2026 is a Saturday', () => {
  expect(explained(plan, '2026').slice(0, 4)).toEqual([
    '31 Jan 2026 is a Saturday → Fri 30 Jan',
    '28 Feb 2026 is a Saturday → Fri 27 Feb',
    'Tue 31 Mar 2026',
    'Thu 30 Apr 2026',
  ]);
});

test('a holiday that moves a payday is named, and so is every day that is passed on the way', () => {
  const monthly = (day: number, shift: PayPlan['shift']) => ({ ...inEngland, shift, rrule: ruleOf({ kind: 'month-day', day }) });
  expect(explained(monthly(25, 'prev'), '2026').at(-1)).toBe('25 Dec 2026 is Christmas Day → Thu 24 Dec');
  expect(explained(monthly(25, 'next'), '2026').at(-1)).toBe(
    '25 Dec 2026 is Christmas Day; then the weekend; Mon 28 Dec is Boxing Day (substitute day) → Tue 29 Dec',
  );
  expect(explained(monthly(1, 'prev'), '2026').at(-1)).toBe('1 Jan 2027 is New Year’s Day → Thu 31 Dec 2026');
  expect(explained(monthly(25, 'none'), '2026').at(-1)).toBe('25 Dec 2026 is Christmas Day; not moved');
  expect(explained({ ...monthly(25, 'prev'), holidays: { ...english, region: 'SCT' } }, '2026').at(-1)).toBe('Fri 25 Dec 2026');
});

test('where the weekend is Friday and Saturday, a Sunday is a working day', () => {
  const calendar = { ...english, country: 'SA', region: '', weekend: [5, 6], days: [] };
  const there = { ...plan, country: 'SA', holidays: calendar, rrule: ruleOf({ kind: 'month-day', day: 27 }), shift: 'next' as const };
  // 27 February 2026 is a Friday, 27 September a Sunday.
  expect([explained(there, '2026')[1], explained(there, '2026')[8]]).toEqual(['27 Feb 2026 is a Friday → Sun 1 Mar', 'Sun 27 Sept 2026']);
});

const days = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2098-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const monthDays = fc.integer({ min: 1, max: 31 });
const directions = fc.constantFrom('prev' as const, 'next' as const);

test('a moved payday is never on a weekend, lies on its side of the nominal day within three days, and none is lost', () => {
  fc.assert(
    fc.property(days, monthDays, directions, (day, monthDay, shift) => {
      const moved = { ...plan, shift, rrule: ruleOf({ kind: 'month-day', day: monthDay }) };
      const dates = payDatesBetween(moved, addDays(day, -400), day);
      expect(dates.length).toBeGreaterThanOrEqual(12);
      for (const one of dates) {
        expect([0, 6]).not.toContain(weekdayOf(one.day));
        expect(shift === 'prev' ? one.day <= one.nominal : one.day >= one.nominal).toBe(true);
        expect(Math.abs(Date.parse(one.day) - Date.parse(one.nominal)) / 86_400_000).toBeLessThan(3);
      }
      const [last, next] = [lastPayDate(moved, day), nextPayDate(moved, addDays(day, 1))];
      expect(last?.day).toBe(dates.at(-1)?.day);
      expect(next !== undefined && last !== undefined && last.day <= day && next.day > day).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('a payday every 52 weeks or every other year is found from far away', () => {
  expect(nextPayDate({ ...plan, rrule: 'FREQ=WEEKLY;INTERVAL=52', anchor: '2024-03-01' }, '2026-11-22')?.day).toBe('2027-02-26');
  expect(nextPayDate({ ...plan, rrule: 'FREQ=YEARLY;INTERVAL=2;BYMONTH=6;BYMONTHDAY=1', anchor: '2024-06-01' }, '2026-11-22')?.day).toBe(
    '2028-06-01',
  );
});

test('holidays that are not here are asked for around today, and make a date uncertain until then', () => {
  const there = { country: 'GB', region: 'ENG' };
  expect(missingYears(there, null, '2026-11-22')).toEqual([2025, 2026, 2027, 2028]);
  expect(missingYears(there, english, '2026-11-22')).toEqual([]);
  expect(missingYears(there, english, '2028-01-01')).toEqual([2027, 2028, 2029, 2030]);
  expect(missingYears({ country: '', region: '' }, null, '2026-11-22')).toEqual([]);
  expect(payDatesBetween({ ...inEngland, holidays: null }, '2026-01-01', '2026-01-31').map(({ isCertain }) => isCertain)).toEqual([false]);
  expect(payDatesBetween(inEngland, '2026-01-01', '2026-01-31').map(({ isCertain }) => isCertain)).toEqual([true]);
});

test('an hour is the year’s pay over its weeks of work, and what was earned today runs over the working day alone', () => {
  // 12 × 2,840.00 over 52.1775 weeks of 40 hours.
  expect(hourlyMinor(plan)).toBeCloseTo((12 * 284_000) / (52.1775 * 40), 6);
  const at = (hour: number, minute: number) => earnedToday(plan, new Date(2026, 10, 23, hour, minute));
  expect(at(8, 59)).toMatchObject({ state: 'before', minor: 0 });
  expect(at(11, 0)).toMatchObject({ state: 'working', minor: hourlyMinor(plan) * 2, share: 0.25 });
  const after = at(23, 59);
  expect(after.state === 'after' && Math.abs(after.minor - hourlyMinor(plan) * 8) < 1e-6).toBe(true);
  expect(earnedToday(plan, new Date(2026, 10, 22, 12))).toEqual({ state: 'off' });
  expect(earnedToday(inEngland, new Date(2026, 11, 25, 12))).toMatchObject({ state: 'working', holiday: 'Christmas Day' });
});

test.for([0, 0.01, 0.5, 1, 6.7, 1000])('%s hours are said in hours and minutes', (hours) => {
  const said: Readonly<Record<number, string>> = { 0: '0 min', 0.01: '1 min', 0.5: '30 min', 1: '1 h', 6.7: '6 h 42 min', 1000: '1,000 h' };
  expect(hoursText(hours)).toBe(said[hours]);
});

const common = { removed_at: null, batch: null };
const account: MoneyRecord = {
  ...{ ...common, kind: 'account', id: 'a', name: 'Current', type: 'current', currency: 'EUR', opening_minor: 100_000 },
  ...{ opened_on: '2026-01-01', number: '', closed: false },
};
const schedule = (id: string, minor: number, anchor: string): MoneyRecord => ({
  ...{ ...common, kind: 'schedule', id, account: 'a', payee: id, minor, category: '', ends_on: null },
  rhythm: { every: 1, unit: 'month', anchor },
});

test('safe to spend is the lowest balance before payday over the days until then, not today’s balance', () => {
  const book = openBook([account, schedule('Rent', -70_000, '2026-10-26'), schedule('Meridian', 284_000, '2026-10-30')]);
  // From Sun 22 to the day before Mon 30 Nov: 8 days, and 300.00 from the 26th on.
  expect(safeToSpend(book, plan, '2026-11-22', '2026-11-23')).toMatchObject({
    ...{ kind: 'known', perDayMinor: 3_750, hasSchedules: true },
    ...{ low: { day: '2026-11-26', minor: 30_000 }, payday: { day: '2026-11-30' } },
    balances: [...Array(4).fill({ minor: 100_000 }), ...Array(4).fill({ minor: 30_000 })],
  });
  const over = openBook([account, schedule('Rent', -170_000, '2026-10-26')]);
  expect(safeToSpend(over, plan, '2026-11-22', '2026-11-23')).toMatchObject({ perDayMinor: 0, low: { minor: -70_000 } });
});

test('pay that is planned for its nominal day does not count before the later day on which it comes', () => {
  // The last of February 2026 is a Saturday: the pay comes on Mon 2 March, and the ledger expects it on the 28th.
  const late = { ...plan, shift: 'next' as const };
  const book = openBook([account, schedule('Meridian', 284_000, '2026-01-28'), schedule('Rent', -150_000, '2026-02-01')]);
  expect(safeToSpend(book, late, '2026-02-20', '2026-02-21')).toMatchObject({
    payday: { day: '2026-03-02' },
    low: { day: '2026-03-01', minor: -50_000 },
  });
});

test('on payday itself the next one counts, and what cannot be computed says what is missing', () => {
  expect(safeToSpend(openBook([account]), plan, '2026-11-30', '2026-12-01')).toMatchObject({
    perDayMinor: Math.floor(100_000 / 31),
    payday: { day: '2026-12-31' },
    hasSchedules: false,
  });
  expect(safeToSpend(openBook([]), plan, '2026-11-22', '2026-11-23')).toEqual({ kind: 'missing', what: 'accounts' });
  expect(safeToSpend(openBook([account]), { ...plan, currency: 'USD' }, '2026-11-22', '2026-11-23')).toEqual({
    kind: 'missing',
    what: 'accounts',
  });
});
