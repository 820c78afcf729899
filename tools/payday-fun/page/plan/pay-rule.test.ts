import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { daysOfRule, paysPerYear } from './pay-rule.ts';
import { type PayRhythm, rhythmOf, rhythmWords, ruleOf } from './rhythm-words.ts';
import { isPayRule, weekdayCodes } from './rule-text.ts';

/** Days from one on, as many as are asked for, without their year where it is the first one's. */
const first = (rule: string, from: string, count: number) => daysOfRule(rule, from, from, '2003-12-31').slice(0, count).join(' ');

// Every rule and its dates: https://dateutil.readthedocs.io/en/stable/examples.html#rrule-examples, the examples of RFC 5545 §3.8.5.3,
// without their count. All begin on 2 September 1997.
test.for([
  ['FREQ=WEEKLY;INTERVAL=2', '1997-09-02 1997-09-16 1997-09-30 1997-10-14 1997-10-28 1997-11-11'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', '1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16'],
  [
    'FREQ=MONTHLY;BYDAY=1FR',
    '1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05',
  ],
  ['FREQ=MONTHLY;BYDAY=-2MO', '1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26'],
  [
    'FREQ=MONTHLY;BYMONTHDAY=2,15',
    '1997-09-02 1997-09-15 1997-10-02 1997-10-15 1997-11-02 1997-11-15 1997-12-02 1997-12-15 1998-01-02 1998-01-15',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=1,-1',
    '1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01 1997-12-31 1998-01-01 1998-01-31 1998-02-01',
  ],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29 1998-02-26 1998-03-30'],
  ['FREQ=YEARLY;BYDAY=20MO', undefined],
] as const)('%s falls on the days that dateutil’s examples give', ([rule, days]) => {
  if (days === undefined) return expect(isPayRule(rule)).toBe(false);
  expect(isPayRule(rule)).toBe(true);
  expect(first(rule, '1997-09-02', days.split(' ').length)).toBe(days);
});

test('the third of the weekdays Tuesday, Wednesday and Thursday of each month, by the same examples', () => {
  expect(first('FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', 3)).toBe('1997-09-04 1997-10-07 1997-11-06');
});

test('a 29th, 30th or 31st is the last day of a shorter month, also in a leap year', () => {
  const days = (day: number, year: string) =>
    daysOfRule(ruleOf({ kind: 'month-day', day }), '2020-01-15', `${year}-02-01`, `${year}-04-30`)
      .map((one) => one.slice(5))
      .join(' ');
  expect(days(31, '2026')).toBe('02-28 03-31 04-30');
  expect(days(30, '2026')).toBe('02-28 03-30 04-30');
  expect(days(29, '2026')).toBe('02-28 03-29 04-29');
  expect([days(29, '2028'), days(30, '2028'), days(31, '2028')]).toEqual(['02-29 03-29 04-29', '02-29 03-30 04-30', '02-29 03-31 04-30']);
  expect(daysOfRule(ruleOf({ kind: 'two-days', first: 15, second: 30 }), '2026-01-01', '2026-02-01', '2026-03-31')).toEqual([
    '2026-02-15',
    '2026-02-28',
    '2026-03-15',
    '2026-03-30',
  ]);
});

const rhythms: fc.Arbitrary<PayRhythm> = fc.oneof(
  fc.record({ kind: fc.constant('month-day' as const), day: fc.integer({ min: 1, max: 31 }) }),
  fc
    .tuple(fc.integer({ min: 1, max: 27 }), fc.integer({ min: 1, max: 31 }))
    .map(([one, more]) => ({ kind: 'two-days' as const, first: one, second: Math.min(31, Math.max(one + 1, more)) })),
  fc.record({ kind: fc.constant('weekday' as const), nth: fc.constantFrom(1, 2, 3, 4, -1), weekday: fc.constantFrom(...weekdayCodes) }),
  fc.record({ kind: fc.constant('weeks' as const), every: fc.integer({ min: 1, max: 52 }) }),
);
const dayOfLife = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2080-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

test('each rhythm of the form is a rule, comes back from it, pays once or twice in every month, and is the same from wherever it is looked at', () => {
  fc.assert(
    fc.property(rhythms, dayOfLife, dayOfLife, (rhythm, anchor, day) => {
      const rule = ruleOf(rhythm);
      expect([rule, isPayRule(rule)]).toEqual([rule, true]);
      expect(rhythmOf(rule)).toEqual(rhythm);
      expect(rhythmWords(rule, anchor)).not.toMatch(/undefined|FREQ/);
      const [from, to] = [`${Number(day.slice(0, 4)) - 1}-01-01`, `${day.slice(0, 4)}-12-31`];
      const days = daysOfRule(rule, anchor, from, to);
      expect(daysOfRule(rule, anchor, day, to)).toEqual(days.filter((one) => one >= day));
      if (rhythm.kind !== 'weeks') expect(days.length).toBe(rhythm.kind === 'two-days' ? 48 : 24);
      else expect(daysOfRule(rule, anchor, anchor, anchor)).toEqual([anchor]);
    }),
    { numRuns: 150 },
  );
});

test('whatever is taken for a rule has a day in sixty years, and is looked through at once', () => {
  const list = (values: readonly string[], max: number) =>
    fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: max }).map((chosen) => chosen.join(','));
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index)).filter((one) => one !== '0');
  const weekdays = [...weekdayCodes, '5MO', '-1FR', '2WE', '-5SU'];
  const rules = fc.record({
    freq: fc.constantFrom('WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.option(fc.integer({ min: 1, max: 52 }), { freq: 1 }),
    days: fc.option(list(numbers(-31, 31), 4), { freq: 1 }),
    weekdays: fc.option(list(weekdays, 4), { freq: 1 }),
    positions: fc.option(list(['1', '2', '5', '-1', '-3', '28'], 2), { freq: 1 }),
    months: fc.option(list(numbers(1, 12), 2), { freq: 1 }),
  });
  let taken = 0;
  fc.assert(
    fc.property(rules, dayOfLife, (made, anchor) => {
      const rule = [
        `FREQ=${made.freq}`,
        ...(made.interval === null ? [] : [`INTERVAL=${made.interval}`]),
        ...(made.days === null ? [] : [`BYMONTHDAY=${made.days}`]),
        ...(made.weekdays === null ? [] : [`BYDAY=${made.weekdays}`]),
        ...(made.positions === null ? [] : [`BYSETPOS=${made.positions}`]),
        ...(made.months === null ? [] : [`BYMONTH=${made.months}`]),
      ].join(';');
      if (!isPayRule(rule)) return;
      taken += 1;
      const startedMs = cpuNowMs();
      expect([rule, anchor, daysOfRule(rule, anchor, anchor, `${Number(anchor.slice(0, 4)) + 60}${anchor.slice(4)}`).length > 0]).toEqual([
        rule,
        anchor,
        true,
      ]);
      expect([rule, cpuNowMs() - startedMs < 1000]).toEqual([rule, true]);
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(20);
});

test('a rule that is none, has an end, or never comes is refused', () => {
  for (const rule of [
    ...[
      '',
      'FREQ=DAILY',
      'FREQ=MONTHLY;COUNT=3',
      'FREQ=MONTHLY;UNTIL=20300101',
      'FREQ=MONTHLY;FREQ=WEEKLY',
      'freq=monthly',
      'FREQ=MONTHLY;',
    ],
    ...[
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=2',
      'FREQ=MONTHLY;BYDAY=5FR',
      'FREQ=MONTHLY;BYMONTHDAY=0',
    ],
    ...[
      'FREQ=WEEKLY;INTERVAL=53',
      'FREQ=WEEKLY;BYMONTHDAY=3',
      'FREQ=MONTHLY;INTERVAL=12;BYMONTH=3',
      `FREQ=MONTHLY;BYMONTHDAY=${'1,'.repeat(5000)}1`,
    ],
    'DTSTART=20260101;FREQ=MONTHLY',
  ])
    expect([rule.slice(0, 60), isPayRule(rule)]).toEqual([rule.slice(0, 60), false]);
});

test('a mean year has twelve months, 52.18 weeks and half as many fortnights', () => {
  expect(paysPerYear('FREQ=MONTHLY;BYMONTHDAY=-1')).toBe(12);
  expect(paysPerYear(ruleOf({ kind: 'two-days', first: 15, second: 30 }))).toBe(24);
  expect(paysPerYear('FREQ=WEEKLY')).toBeCloseTo(52.1775, 4);
  expect(paysPerYear('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH')).toBeCloseTo(52.1775, 4);
  expect(paysPerYear('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1')).toBe(4);
  expect(paysPerYear('FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1')).toBe(1);
});
