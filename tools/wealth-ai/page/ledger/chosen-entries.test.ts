import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Account, Entry } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { bulkWords, type Chosen, type ChosenStep, changeEntry, chooseEntries, planBulk } from './chosen-entries.ts';

const account = (id: string, values: Partial<Account> = {}): Account => ({
  ...{ kind: 'account', id, removed_at: null, batch: null, name: id, type: 'current', currency: 'EUR', opening_minor: 0 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
  ...values,
});
const entry = (id: string, values: Partial<Entry> = {}): Entry => ({ ...newEntry('a', { day: '2024-02-01', minor: -100 }), id, ...values });

test('a range is every row from the last chosen to the pressed one, either way, and what was chosen stays', () => {
  const order = [...'abcdefgh'];
  const id = fc.constantFrom(...order);
  const step: fc.Arbitrary<ChosenStep> = fc.oneof(
    id.map((one) => ({ step: 'toggle' as const, id: one })),
    id.map((one) => ({ step: 'range' as const, id: one, order })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), id, (steps, to) => {
      const before = steps.reduce<Chosen>(chooseEntries, undefined);
      const after = chooseEntries(before, { step: 'range', id: to, order });
      const [from, at] = [order.indexOf(before?.from ?? to), order.indexOf(to)];
      const between = order.slice(Math.min(from, at), Math.max(from, at) + 1);
      expect(after?.ids).toEqual(new Set([...(before?.ids ?? []), ...between]));
    }),
  );
});

test('a range from a row that is no longer shown is the pressed row alone', () => {
  const chosen = chooseEntries(undefined, { step: 'toggle', id: 'gone' });
  expect(chooseEntries(chosen, { step: 'range', id: 'c', order: ['a', 'b', 'c'] })?.ids).toEqual(new Set(['gone', 'c']));
  expect(chooseEntries(chosen, { step: 'end' })).toBeUndefined();
});

test('one change for many leaves what it would break, and says why', () => {
  const split = entry('split', {
    splits: [
      { category: 'Food', minor: -60 },
      { category: 'Fun', minor: -40 },
    ],
  });
  const entries = [
    entry('plain'),
    split,
    entry('out', { transfer: 'in' }),
    entry('in', { account: 'b', minor: 100, transfer: 'out' }),
    entry('sure', { status: 'reconciled' }),
    entry('yen', { account: 'y' }),
    entry('fund', { transfer: 'funded' }),
    entry('funded', { account: 'o', minor: 100, transfer: 'fund' }),
  ];
  const book = openBook([account('a'), account('b'), account('y', { currency: 'JPY' }), account('o', { off_budget: true }), ...entries]);
  expect(planBulk(book, entries, { category: 'Food' })).toEqual({
    ids: ['plain', 'sure', 'yen', 'fund'],
    left: new Map([
      ['split', 1],
      ['a transfer', 3],
    ]),
  });
  const halves = [
    { category: 'Food', percent: 50 },
    { category: '', percent: 50 },
  ];
  expect(planBulk(book, entries, { splits: halves })).toEqual({
    ids: ['plain', 'split', 'sure', 'yen', 'fund'],
    left: new Map([['a transfer', 3]]),
  });
  expect(changeEntry(entry('odd', { minor: -101, category: 'Fun' }), { splits: halves })).toMatchObject({
    ...{ minor: -101, category: '', by: 'owner' },
    splits: [
      { category: 'Food', minor: -50 },
      { category: '', minor: -51 },
    ],
  });
  const moved = planBulk(book, entries, { account: 'b' });
  expect(moved.ids).toEqual(['plain', 'split']);
  expect(bulkWords(moved)).toBe('2 entries changed. Left as they are: 4 both sides of a transfer, 1 reconciled, 1 in another currency');
  expect(planBulk(book, entries.slice(2, 3), { account: 'b' }).left).toEqual(new Map([['the other side of a transfer', 1]]));
  expect(planBulk(book, entries, { payee: 'All' }).ids).toHaveLength(entries.length);
  expect(bulkWords({ ids: ['plain'], left: new Map() })).toBe('1 entry changed');
});
