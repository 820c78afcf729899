import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthSums, openBook } from '../../../web/app/domains/money/money-book.ts';
import type { Account, Entry } from '../../../web/app/domains/money/money-records.ts';
import { splitSpan } from '../../../web/app/domains/money/money-span.ts';
import { subjectOf, sumMoney } from '../../../web/app/domains/money/money-sums.ts';
import { newEntry } from '../../../web/app/domains/money/new-entry.ts';

const today = '2026-03-18';

test.each([
  ['food in May', 'food', '2025-05-01', '2025-05-31'],
  ['food in may 2024', 'food', '2024-05-01', '2024-05-31'],
  ['in March on the rent', 'rent', '2026-03-01', '2026-03-31'],
  ['last month', '', '2026-02-01', '2026-02-28'],
  ['last month for groceries', 'groceries', '2026-02-01', '2026-02-28'],
  ['on food this year', 'food', '2026-01-01', '2026-12-31'],
  ['this year so far', '', '2026-01-01', '2026-12-31'],
  ['last year', '', '2025-01-01', '2025-12-31'],
  ['last quarter', '', '2025-10-01', '2025-12-31'],
  ['this week', '', '2026-03-16', '2026-03-22'],
  ['last week at Markthalle', 'markthalle', '2026-03-09', '2026-03-15'],
  ['yesterday', '', '2026-03-17', '2026-03-17'],
  ['coffee today', 'coffee', '2026-03-18', '2026-03-18'],
  ['books over the last 30 days', 'books', '2026-02-17', '2026-03-18'],
  ['the last 3 months', '', '2025-12-19', '2026-03-18'],
  ['on 3 May', '', '2025-05-03', '2025-05-03'],
  ['on March 3rd', '', '2026-03-03', '2026-03-03'],
  ['on 29 February', '29 february', undefined, undefined],
  ['on 29 February 2024', '', '2024-02-29', '2024-02-29'],
  ['in 2025', '', '2025-01-01', '2025-12-31'],
  ['2025-07', '', '2025-07-01', '2025-07-31'],
  ['since january', '', '2026-01-01', '2026-03-18'],
  ['before 2026', '', undefined, '2025-12-31'],
  ['after 2026-02-10', '', '2026-02-11', undefined],
  ['until february', '', undefined, '2026-02-28'],
  ['travel from May to July', 'travel', '2025-05-01', '2025-07-31'],
  ['between November and January', '', '2025-11-01', '2026-01-31'],
  ['from 2025-12-24 to 2026-01-02', '', '2025-12-24', '2026-01-02'],
  ['at marchesi', 'marchesi', undefined, undefined],
  ['', '', undefined, undefined],
])('“%s” asks about “%s” from %s to %s', (words, what, from, to) => {
  expect(splitSpan(words, today)).toEqual({ what, span: { ...(from && { from }), ...(to && { to }) } });
});

const account = (id: string, currency: string): Account => ({
  ...{ kind: 'account', id, removed_at: null, batch: null, name: id, type: 'current', currency, opening_minor: 0 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
});
const paid = (day: string, minor: number, payee: string, category: string, more: Partial<Entry> = {}, of = 'euro') =>
  newEntry(of, { day, minor, payee, category, ...more });

const book = openBook([
  account('euro', 'EUR'),
  account('yen', 'JPY'),
  paid('2025-05-01', -1_050, 'Markthalle', 'Food'),
  paid('2025-05-31', -200, 'Bäckerei Anders', 'Food'),
  paid('2025-05-12', 300, 'Markthalle', 'Food', { memo: 'bottles' }),
  paid('2025-05-13', -5_000, 'Warehouse', '', {
    splits: [
      { category: 'Food', minor: -2_000 },
      { category: 'Home', minor: -3_500 },
      { category: 'Home', minor: 500 },
    ],
  }),
  paid('2025-05-14', -1_200, 'Konbini', 'Food', {}, 'yen'),
  paid('2025-05-20', 200_000, 'Meridian', 'Salary'),
  paid('2025-06-01', -999, 'Markthalle', 'Food'),
  { ...paid('2025-05-02', -50_000, 'To savings', 'Food'), id: 'one', transfer: 'two' },
  { ...paid('2025-05-02', 50_000, 'From current', ''), id: 'two', transfer: 'one' },
]);
const may = { from: '2025-05-01', to: '2025-05-31' };

test('food in May: the shares of split entries, each currency by itself, what came back apart, no transfer', () => {
  const sums = sumMoney(book, subjectOf(book, 'foods'), may, false);
  expect(sums.map(({ currency, outMinor, inMinor, entries }) => [currency, outMinor, inMinor, entries])).toEqual([
    ['EUR', 3_250, 300, 4],
    ['JPY', 1_200, 0, 1],
  ]);
});

test('words are a category, else categories with them, else a payee or a memo, else nothing', () => {
  expect(subjectOf(book, 'FOOD')).toEqual({ kind: 'categories', names: new Set(['Food']) });
  expect(subjectOf(book, 'sal')).toEqual({ kind: 'categories', names: new Set(['Salary']) });
  expect(subjectOf(book, 'backerei')).toEqual({ kind: 'payees', words: ['backerei'] });
  expect(subjectOf(book, 'bottles')).toEqual({ kind: 'payees', words: ['bottles'] });
  expect(subjectOf(book, 'yachts')).toEqual({ kind: 'none' });
  expect(subjectOf(book, ' ')).toEqual({ kind: 'all' });
  expect(sumMoney(book, { kind: 'none' }, {}, false)).toEqual([]);
});

test('an entry whose shares are of one category twice is one entry', () => {
  const [home] = sumMoney(book, subjectOf(book, 'home'), {}, true);
  expect(home).toMatchObject({ category: 'Home', outMinor: 3_500, inMinor: 500, entries: 1, first: '2025-05-13', last: '2025-05-13' });
});

const anyEntry = fc.record({
  day: fc.integer({ min: 1, max: 28 }).map((day) => `2025-05-${String(day).padStart(2, '0')}`),
  minor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  category: fc.constantFrom('', 'Food', 'Home'),
  of: fc.constantFrom('euro', 'yen'),
});

test('everything in a month is what the ledger says of it, and the categories come to the same', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 40 }), (given) => {
      const any = openBook([
        account('euro', 'EUR'),
        account('yen', 'JPY'),
        ...given.map(({ of, ...values }) => newEntry(of, { ...values, payee: 'x' })),
      ]);
      for (const currency of ['EUR', 'JPY']) {
        const { inMinor, outMinor } = monthSums(any, '2025-05', currency);
        for (const byCategory of [false, true]) {
          const sums = sumMoney(any, { kind: 'all' }, may, byCategory).filter((sum) => sum.currency === currency);
          expect(sums.reduce((sum, one) => sum + one.inMinor, 0)).toBe(inMinor);
          expect(sums.reduce((sum, one) => sum - one.outMinor, 0) + 0).toBe(outMinor + 0);
        }
      }
    }),
  );
});
