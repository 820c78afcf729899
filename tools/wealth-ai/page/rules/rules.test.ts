import { payeeKey } from '@castellan/money/schedule';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Account, Entry, MoneyRecord, Rule } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { byOwner, byText, byWords, learntId, ruleFinder, rulesOf, sortByRules } from './rules.ts';

const account: Account = {
  ...{ kind: 'account', id: 'a', removed_at: null, batch: null, name: 'a', type: 'current', currency: 'EUR', opening_minor: 0 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
};
const rule = (id: string, payee: string, category: string, values: Partial<Rule> = {}): Rule => ({
  ...{ kind: 'rule', id, removed_at: null, batch: null, payee, match: 'is', category, off: false },
  ...values,
});
const on = (day: number, payee: string, category: string, values: Partial<Entry> = {}): Entry =>
  newEntry('a', { day: `2024-02-${String(day).padStart(2, '0')}`, minor: -100, payee, category, ...values });
const bookOf = (...records: readonly MoneyRecord[]) => openBook([account, ...records]);

test('a rule is learnt where the latest entries of a payee agree, is unlearnt where they differ, and a written one takes its place', () => {
  const learnt = bookOf(on(1, 'Market 17', 'Fun'), on(2, 'MARKET', 'Food'), on(3, 'Market 4711', 'Food'), on(4, 'market', 'Food'));
  expect(rulesOf(learnt)).toEqual([
    { id: learntId('market'), payee: 'market', match: 'is', category: 'Food', off: false, learntFrom: 3, decided: 0 },
  ]);
  expect(rulesOf(bookOf(...learnt.entries, on(5, 'Market', 'Fun')))).toEqual([]);
  expect(rulesOf(bookOf(on(1, 'Once', 'Food')))).toEqual([]);
  const off = rule(learntId('market'), 'market', 'Food', { off: true });
  expect(rulesOf(bookOf(...learnt.entries, off))).toMatchObject([{ off: true, learntFrom: 0 }]);
  expect(ruleFinder(rulesOf(bookOf(...learnt.entries, off)))('Market')).toBeUndefined();
  expect(rulesOf(bookOf(...learnt.entries, rule('r', 'MARKET 5', 'Gifts')))).toMatchObject([{ id: 'r', category: 'Gifts' }]);
});

test('a written rule for exactly a payee goes before one for a part of it, the longer part before the shorter, and what is learnt is last', () => {
  const find = ruleFinder(
    rulesOf(
      bookOf(
        ...[on(1, 'Market', 'Food'), on(2, 'Market', 'Food')],
        ...[rule('part', 'market', 'Fun', { match: 'contains' }), rule('longer', 'Market-Hall', 'Gifts', { match: 'contains' })],
        rule('own', 'Market place', 'Books'),
      ),
    ),
  );
  expect([find('Market place 3')?.id, find('My market')?.id, find('the big old corner market hall 7')?.id, find('Other')]).toEqual([
    ...['own', 'part', 'longer'],
    undefined,
  ]);
});

test('what rules decide teaches nothing, changes no entry that has a category or whose owner chose none, and decides once', () => {
  const line = fc.record({
    ...{ payee: fc.constantFrom('Market', 'MARKET 2', 'Bus', 'Kiosk', ''), category: fc.constantFrom('', 'Food', 'Fun') },
    ...{ by: fc.constantFrom(undefined, byOwner, byWords), transfer: fc.constantFrom(null, 'other') },
    day: fc.integer({ min: 1, max: 28 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const other = { ...on(1, 'Kiosk', ''), id: 'other' };
      const book = bookOf(
        other,
        ...lines.map(({ day, payee, category, by, transfer }) =>
          on(day, payee, category, { transfer, ...(by === undefined ? {} : { by }) }),
        ),
      );
      const sorted = new Map(sortByRules(book).map((one) => [one.id, one]));
      for (const entry of book.entries) {
        const change = sorted.get(entry.id);
        if (change === undefined) continue;
        expect([entry.category, entry.by, entry.transfer]).toEqual(['', undefined, null]);
        // The owner's two latest entries of this payee say the same.
        const owners = book.entries.filter(
          (one) => payeeKey(one.payee) === payeeKey(entry.payee) && one.category !== '' && one.transfer === null && one.by !== byWords,
        );
        expect(owners.slice(-2).map(({ category }) => category)).toEqual([change.category, change.category]);
      }
      const after = bookOf(...book.entries.map((entry) => ({ ...entry, ...sorted.get(entry.id) })));
      expect(rulesOf(after).map(({ decided: _, ...one }) => one)).toEqual(
        expect.arrayContaining(rulesOf(book).map(({ decided: _, ...one }) => one)),
      );
      expect(sortByRules(after)).toEqual([]);
      expect(rulesOf(after).reduce((sum, { decided }) => sum + decided, 0)).toBe(sorted.size);
    }),
  );
});

test('a rule that splits gives each entry parts of its own amount, once, and leaves one that its owner split', () => {
  const parts = [
    { category: 'Food', percent: 67 },
    { category: 'House', percent: 33 },
  ];
  const own = on(2, 'Market', '', { splits: [{ category: 'Fun', minor: -100 }] });
  const book = bookOf(rule('r', 'Market', '', { splits: parts }), { ...on(1, 'Market', ''), id: 'e', minor: -50 }, own);
  const splits = [
    { category: 'Food', minor: -33 },
    { category: 'House', minor: -17 },
  ];
  expect(sortByRules(book)).toEqual([{ id: 'e', category: '', splits, by: 'r' }]);
  expect(sortByRules(bookOf(...book.rules, ...book.entries.map((one) => (one.id === 'e' ? { ...one, splits, by: 'r' } : one))))).toEqual(
    [],
  );
});

test('what decided a category is said, also where its rule is gone', () => {
  const book = bookOf(rule('r', 'Market', 'Food'));
  expect([undefined, byOwner, byWords, 'r', 'x'].map((by) => byText(book, by))).toEqual([
    ...['', '', 'by earlier entries', 'by rule “Market”', 'by a rule that is gone'],
  ]);
});
