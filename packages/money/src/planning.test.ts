import fc from 'fast-check';
import { expect, test } from 'vitest';
import { teachClassifier } from '../../../tools/wealth-ai/knowledge/classify-payee.ts';
import { matchTransfers } from '../../../tools/wealth-ai/knowledge/match-transfers.ts';
import { addDays, addMonths, daysBetween } from './day.ts';
import { forecastBalance } from './forecast.ts';
import { daysOfRhythm, findSchedules, payeeKey } from './schedule.ts';

test('a rhythm on the 31st falls on the last day of shorter months, and on 29 February only in leap years', () => {
  expect(daysOfRhythm({ every: 1, unit: 'month', anchor: '2024-01-31' }, '2024-01-01', '2024-05-31')).toEqual([
    ...['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31'],
  ]);
  expect(daysOfRhythm({ every: 1, unit: 'year', anchor: '2024-02-29' }, '2025-01-01', '2028-12-31')).toEqual([
    ...['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
  ]);
  expect(daysOfRhythm({ every: 2, unit: 'week', anchor: '2024-03-29' }, '2024-03-30', '2024-04-30')).toEqual(['2024-04-12', '2024-04-26']);
});

test('a rhythm asked for piecewise is the rhythm asked for at once', () => {
  const unit = fc.constantFrom('day', 'week', 'month', 'year');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      unit,
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 700 }),
      (every, of, start, cut) => {
        const rhythm = { every, unit: of, anchor: '2019-12-31' } as const;
        const [from, to] = [addDays('2020-01-01', start), addDays('2020-01-01', start + 700)];
        const middle = addDays(from, cut);
        const whole = daysOfRhythm(rhythm, from, to);
        expect([...daysOfRhythm(rhythm, from, middle), ...daysOfRhythm(rhythm, addDays(middle, 1), to)]).toEqual(whole);
      },
    ),
  );
});

test('the forecast is exact to the day and names its lowest', () => {
  const planned = [
    { id: 'rent', minor: -90_000, payee: 'Rent', rhythm: { every: 1, unit: 'month', anchor: '2026-01-31' } },
    { id: 'pay', minor: 200_000, payee: 'Pay', rhythm: { every: 1, unit: 'month', anchor: '2026-01-25' } },
    { id: 'bus', minor: -1_000, payee: 'Bus', rhythm: { every: 1, unit: 'week', anchor: '2026-01-05' } },
  ] as const;
  const { low, days, expected } = forecastBalance(100_000, planned, '2026-01-28', 35);
  // Worked out by hand: -90,000 on 31 January, -1,000 on each Monday, +200,000 on 25 February, -90,000 on 28 February.
  expect(low).toEqual({ day: '2026-02-23', minor: 100_000 - 90_000 - 4_000 + 200_000 - 1_000 });
  expect(expected.slice(0, 2).map(({ id, day }) => [id, day])).toEqual([
    ['bus', '2026-01-28'],
    ['pay', '2026-01-28'],
  ]);
  expect(days).toHaveLength(36);
});

test('what came already is not expected again, and what is late is expected today', () => {
  const planned = [{ id: 'pay', minor: 1_000, payee: 'Pay', rhythm: { every: 1, unit: 'month', anchor: '2026-01-25' } }] as const;
  const late = forecastBalance(0, planned, '2026-01-27', 10);
  expect(late.days[0]).toEqual({ day: '2026-01-27', minor: 1_000 });
  expect(forecastBalance(0, planned, '2026-01-27', 10, (_, day) => day === '2026-01-25').expected).toEqual([]);
  expect(forecastBalance(0, planned, '2026-02-03', 10).expected).toEqual([]);
});

test('the last balance of any forecast is the first plus everything expected', () => {
  const plan = fc.record({
    id: fc.uuid(),
    minor: fc.integer({ min: -1e9, max: 1e9 }),
    payee: fc.constant('x'),
    rhythm: fc.record({
      every: fc.integer({ min: 1, max: 9 }),
      unit: fc.constantFrom('day', 'week', 'month', 'year'),
      anchor: fc.constantFrom('2024-01-31', '2024-02-29', '2026-01-01'),
    }),
  });
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.array(plan, { maxLength: 6 }), (balance, plans) => {
      const { days, expected, low } = forecastBalance(balance, plans, '2026-01-10', 90);
      expect(days.at(-1)?.minor).toBe(balance + expected.reduce((sum, { minor }) => sum + minor, 0));
      expect(low.minor).toBe(Math.min(...days.map(({ minor }) => minor)));
    }),
    { numRuns: 60 },
  );
});

test('what comes regularly is found with its rhythm; what does not, or is over, is not', () => {
  let number = 0;
  const entry = (day: string, minor: number, payee: string) => ({ id: String(number++), account: 'a', day, minor, payee, category: '' });
  const monthly = (payee: string, minor: number, from: string, count: number) =>
    Array.from({ length: count }, (_, index) => entry(addMonths(from, index), minor, payee));
  const entries = [
    ...monthly('Rent 123/2026', -90_000, '2026-01-31', 6),
    ...monthly('Gone Ltd', -500, '2024-01-10', 6),
    ...Array.from({ length: 5 }, (_, index) => entry(addDays('2026-05-01', index * 7), -1_000, 'Bus')),
    entry('2026-01-03', -4_000, 'Market'),
    entry('2026-01-09', -9_000, 'Market'),
    entry('2026-03-01', -2_000, 'Market'),
    ...[-1_000, -5_000, -900].map((minor, index) => entry(addMonths('2026-04-02', index), minor, 'Power')),
  ];
  const found = findSchedules(entries, '2026-07-03');
  expect(found.map(({ payee, minor, rhythm: { unit, every }, times }) => [payee, minor, unit, every, times])).toEqual([
    ['Rent 123/2026', -90_000, 'month', 1, 6],
  ]);
  expect(findSchedules(entries, '2026-06-01').map(({ payee }) => payee)).toEqual(['Rent 123/2026', 'Bus']);
  expect(payeeKey('SEPA Überweisung 0042/7 Linden')).toBe('sepa uberweisung linden');
});

test('the classifier follows what the owner did, and says by which words', () => {
  const taught = [
    ...Array.from({ length: 6 }, () => ({ payee: 'Markthalle Nord', memo: '', minor: -100, category: 'Groceries' })),
    ...Array.from({ length: 3 }, () => ({ payee: 'Kino Nord', memo: '', minor: -100, category: 'Fun' })),
  ];
  const classify = teachClassifier(taught);
  const guess = classify({ payee: 'MARKTHALLE SÜD 4711', memo: '', minor: -5 });
  expect(guess).toMatchObject({ category: 'Groceries', because: [{ word: 'markthalle', times: 6, of: 6 }] });
  expect(guess?.certainty).toBeGreaterThan(0.8);
  expect(classify({ payee: 'Nobody', memo: '', minor: -5 })).toBeUndefined();
  expect(teachClassifier([])({ payee: 'Markthalle', memo: '', minor: 1 })).toBeUndefined();
});

test('two sides of a transfer are matched, nearest first; where two fit equally, none is', () => {
  const side = (id: string, account: string, day: string, minor: number, currency = 'EUR') => ({ id, account, day, minor, currency });
  const one = [
    side('o', 'a', '2026-01-01', -500),
    side('i', 'b', '2026-01-03', 500),
    side('later', 'b', '2026-01-05', 500),
    side('usd', 'c', '2026-01-01', 500, 'USD'),
  ];
  expect(matchTransfers(one).map(([out, into]) => [out.id, into.id])).toEqual([['o', 'i']]);
  expect(
    matchTransfers([side('o', 'a', '2026-01-02', -500), side('i', 'b', '2026-01-01', 500), side('j', 'c', '2026-01-03', 500)]),
  ).toEqual([]);
  expect(matchTransfers([side('o', 'a', '2026-01-01', -500), side('i', 'a', '2026-01-01', 500)])).toEqual([]);
  expect(matchTransfers([side('o', 'a', '2026-01-01', -500), side('i', 'b', '2026-01-09', 500)])).toEqual([]);
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
});
