import { addDays, addMonths } from '@castellan/money/day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignment, envelopeStart, targetId } from '../../../../web/app/domains/money/envelope-records.ts';
import { type MoneyBook, netWorthOn, openBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Account, MoneyRecord, Target } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { envelopesOf } from './envelopes.ts';
import { fillTargets, needOf, targetWords } from './targets.ts';

const netWorth = (book: MoneyBook, currency: string, on: string) => netWorthOn(book, currency, [on])[0] ?? { minor: 0, missing: [] };
const common = { removed_at: null, batch: null };
const account = (id: string, values: Partial<Account> = {}): Account => ({
  ...{ ...common, kind: 'account', id, name: id, type: 'current', currency: 'EUR', opening_minor: 0 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
  ...values,
});
const target = (values: Partial<Target> & Pick<Target, 'how' | 'minor'>): Target => ({
  ...{ ...common, kind: 'target', id: targetId('Food', 'EUR'), category: 'Food', currency: 'EUR', by: null, again_months: null },
  ...values,
});
const isOf = (record: MoneyRecord, ids: readonly string[]) =>
  ids.includes(record.id) || (record.kind === 'entry' && ids.includes(record.account));
const text = (minor: number) => (minor / 100).toFixed(2);

test('what there is to put into envelopes and what is left in them come to what their accounts hold at the end of each month', () => {
  const days = fc.integer({ min: 0, max: 120 }).map((count) => addDays('2024-01-01', count));
  const lines = fc.record({ day: days, minor: fc.integer({ min: -9999, max: 9999 }), category: fc.constantFrom('', 'Food', 'Fun') });
  const opened = fc.record({ opened_on: days, opening_minor: fc.integer({ min: -9999, max: 9999 }) });
  const put = fc.record({ month: fc.constantFrom('2024-01', '2024-02', '2024-04'), minor: fc.integer({ min: -999, max: 999 }) });
  const world = fc.record({
    ...{ given: fc.array(lines, { maxLength: 20 }), first: opened, second: opened, put, out: days, into: days },
    ...{ start: fc.option(days), category: fc.constantFrom('', 'Food', 'Fun') },
  });
  fc.assert(
    fc.property(world, ({ given, first, second, put: { month, minor }, out, into, start, category }) => {
      const [left, came] = [newEntry('a', { day: out, minor: -77, transfer: 'in' }), newEntry('b', { day: into, minor: 77 })];
      const abroad = newEntry('b', { day: out, minor: -50, transfer: 'dollars' });
      const aside = newEntry('a', { day: into, minor: -30, transfer: 'funds', category });
      const book = openBook([
        ...[account('a', first), account('b', { ...second, type: 'card' }), account('d', { currency: 'USD' })],
        account('o', { ...second, off_budget: true }),
        ...given.map((values, index) => newEntry(['a', 'b', 'o'][index % 3] ?? 'a', values)),
        ...[left, { ...came, id: 'in', transfer: left.id }],
        ...[abroad, { ...newEntry('d', { day: out, minor: 55 }), id: 'dollars', transfer: abroad.id }],
        ...[aside, { ...newEntry('o', { day: into, minor: 30 }), id: 'funds', transfer: aside.id }],
        ...(start === null ? [] : [envelopeStart('EUR', start)]),
        assignment(month, 'Food', 'EUR', minor),
      ]);
      const planned = openBook([...book.accounts, ...book.entries].filter((one) => !isOf(one, ['d', 'o'])));
      for (const end of ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30']) {
        const { envelopes, readyMinor, startMinor } = envelopesOf(book, end.slice(0, 7), 'EUR');
        // A month has no money of a later one, and none of a later one's assignments either.
        const { minor: held } = netWorth(planned, 'EUR', end);
        expect(envelopes.reduce((sum, { availableMinor }) => sum + availableMinor, readyMinor)).toBe(held);
        if (start !== null && start <= end) expect(startMinor).toBe(netWorth(planned, 'EUR', addDays(start, -1)).minor);
      }
    }),
  );
});

test('from today’s balance on, no history counts against an envelope, and what was in it before is gone', () => {
  const book = openBook([
    account('a', { opening_minor: 50_00 }),
    newEntry('a', { day: '2024-02-01', minor: 900_00, category: 'Salary' }),
    newEntry('a', { day: '2024-02-10', minor: -700_00 }),
    newEntry('a', { day: '2024-03-05', minor: -20_00, category: 'Food' }),
    assignment('2024-02', 'Food', 'EUR', 100_00),
    assignment('2024-03', 'Food', 'EUR', 60_00),
    envelopeStart('EUR', '2024-03-03'),
  ]);
  expect(envelopesOf(book, '2024-03', 'EUR')).toEqual({
    envelopes: [{ category: 'Food', carriedMinor: 0, assignedMinor: 60_00, activityMinor: -20_00, availableMinor: 40_00 }],
    ...{ startMinor: 250_00, unassignedMinor: -60_00, uncountedMinor: 0, readyMinor: 190_00 },
  });
  expect(envelopesOf(book, '2024-02', 'EUR')).toMatchObject({ envelopes: [{ availableMinor: 0 }], readyMinor: 250_00 });
});

test('a purchase by card is spent of its envelope, and what pays the card is a transfer that no envelope notices', () => {
  const [pays, paid] = [newEntry('a', { day: '2024-02-20', minor: -30_00 }), newEntry('card', { day: '2024-02-21', minor: 30_00 })];
  const before: readonly MoneyRecord[] = [
    ...[account('a', { opening_minor: 100_00 }), account('card', { type: 'card' })],
    newEntry('card', { day: '2024-02-05', minor: -30_00, category: 'Food' }),
    assignment('2024-02', 'Food', 'EUR', 40_00),
  ];
  const after = [...before, { ...pays, transfer: paid.id }, { ...paid, transfer: pays.id }];
  const sums = envelopesOf(openBook(before), '2024-02', 'EUR');
  expect(sums).toMatchObject({ envelopes: [{ activityMinor: -30_00, availableMinor: 10_00 }], readyMinor: 60_00 });
  expect(envelopesOf(openBook(after), '2024-02', 'EUR')).toEqual(sums);
});

test('a target by a date is met on its day by putting in what each month needs, no month more than the one before', () => {
  const months = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), months, fc.integer({ min: -1e6, max: 1e6 }), (minor, count, had) => {
      const goal = target({ how: 'by', minor, by: addMonths('2024-01-15', count) });
      let carriedMinor = had;
      let last = Number.POSITIVE_INFINITY;
      for (let at = 0; at <= count; at += 1) {
        const month = addMonths('2024-01-01', at).slice(0, 7);
        const { neededMinor, behindMinor } = needOf(goal, { carriedMinor, assignedMinor: 0 }, month);
        expect(behindMinor).toBe(neededMinor);
        expect(neededMinor).toBeLessThanOrEqual(last);
        last = neededMinor;
        carriedMinor += neededMinor;
        expect(needOf(goal, { carriedMinor: carriedMinor - neededMinor, assignedMinor: neededMinor }, month).behindMinor).toBe(0);
      }
      expect(carriedMinor).toBe(Math.max(minor, had));
    }),
  );
});

test('a split entry counts for a target as its parts would as entries of their own', () => {
  const part = fc.record({ category: fc.constantFrom('Food', 'Fun', ''), minor: fc.integer({ min: -9_999, max: 9_999 }) });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.constantFrom('2024-01-20', '2024-02-20'), (splits, day) => {
      const whole = newEntry('a', { day, minor: splits.reduce((sum, { minor }) => sum + minor, 0), splits });
      const apart = splits.map((values) => newEntry('a', { day, ...values }));
      const records: readonly MoneyRecord[] = [account('a'), target({ how: 'fill', minor: 5_000 })];
      const of = (...entries: readonly MoneyRecord[]) => envelopesOf(openBook([...records, ...entries]), '2024-02', 'EUR').envelopes;
      expect(of(whole)).toEqual(of(...apart));
    }),
  );
});

test('a target says what it needs and what is behind, in a sentence', () => {
  const say = (goal: Target, carriedMinor: number, assignedMinor: number, month = '2024-03') =>
    targetWords(goal, needOf(goal, { carriedMinor, assignedMinor }, month), text);
  const monthly = target({ how: 'monthly', minor: 50_00 });
  expect(say(monthly, 900_00, 20_00)).toBe('50.00 each month: 30.00 still to put in this month.');
  expect(say(monthly, 0, 50_00)).toBe('50.00 each month: put in.');
  const fill = target({ how: 'fill', minor: 300_00 });
  expect(say(fill, 280_00, 0)).toBe('Up to 300.00 each month: 20.00 still to put in this month.');
  expect(say(fill, 310_00, 0)).toBe('Up to 300.00 each month: full.');
  const yearly = target({ how: 'by', minor: 120_00, by: '2024-06-30', again_months: 12 });
  expect(say(yearly, 0, 10_00)).toBe('120.00 by 2024-06-30 needs 30.00 a month: 20.00 still to put in this month.');
  expect(say(yearly, 120_00, 0)).toBe('120.00 by 2024-06-30: it is there.');
  expect(say(yearly, 0, 10_00, '2024-07')).toBe('120.00 by 2025-06-30 needs 10.00 a month: put in.');
  expect(say(target({ how: 'by', minor: 1, by: '2024-02-29' }), 0, 0)).toBe('0.01 by 2024-02-29: that day has passed.');
});

test('what fills the targets is never more than there is, nor more than any of them is behind by', () => {
  const behind = fc.array(fc.record({ category: fc.string(), behindMinor: fc.integer({ min: 1, max: 9999 }) }), { maxLength: 8 });
  fc.assert(
    fc.property(behind, fc.integer({ min: -100, max: 40_000 }), (wanted, ready) => {
      const filled = fillTargets(wanted, ready);
      const sum = filled.reduce((total, { minor }) => total + minor, 0);
      const all = wanted.reduce((total, { behindMinor }) => total + behindMinor, 0);
      expect(sum).toBe(Math.min(Math.max(0, ready), all));
      for (const [at, { minor }] of filled.entries()) expect(minor).toBeLessThanOrEqual(wanted[at]?.behindMinor ?? 0);
    }),
  );
});
