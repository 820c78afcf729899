import { expect, test } from 'vitest';
import { openBook } from '../../domains/money/money-book.ts';
import type { Account } from '../../domains/money/money-records.ts';
import { newEntry } from '../../domains/money/new-entry.ts';
import { csvLines } from '../../domains/terminal/formats.ts';
import { isLines, rowText } from '../../domains/terminal/table.ts';
import { answerFrom, type MoneyQuestion } from './answer-money.ts';

const account = (id: string, currency: string, more: Partial<Account> = {}): Account => ({
  ...{ kind: 'account', id, removed_at: null, batch: null, name: id, type: 'current', currency, opening_minor: 0 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
  ...more,
});
const book = openBook([
  account('Current', 'EUR', { opening_minor: 100_005 }),
  account('Cash', 'JPY', { opening_minor: 5_000 }),
  account('Card', 'EUR', { type: 'card' }),
  account('Old', 'USD', { closed: true }),
  newEntry('Current', { day: '2025-05-02', minor: -123_456, payee: 'Markthalle', category: 'Food' }),
  newEntry('Current', { day: '2025-05-09', minor: 1_006, payee: 'Markthalle', category: 'Food' }),
  newEntry('Card', { day: '2025-05-10', minor: -2_000, payee: 'Buchhandlung', category: 'Books' }),
  newEntry('Cash', { day: '2025-05-10', minor: -800, payee: 'Konbini', category: 'Food' }),
  newEntry('Current', { day: '2025-05-28', minor: 250_000, payee: 'Meridian', category: 'Salary' }),
]);

function answer(kind: MoneyQuestion['kind'], words: string, more: Partial<MoneyQuestion> = {}): readonly string[] {
  const table = answerFrom(book, { kind, words, isByCategory: false, isTotal: false, today: '2026-03-18', ...more });
  return isLines(table) ? table.rows.map((row) => rowText(table, row)) : csvLines(table);
}

test('an amount is exact to the last digit, in each currency by itself, and the answer names the days and what was counted', () => {
  expect(answer('spent', 'food in May')).toEqual([
    'for,spent,back,net,currency,from,to,entries',
    'category Food,1234.56,10.06,1224.50,EUR,2025-05-01,2025-05-31,2',
    'category Food,800,0,800,JPY,2025-05-01,2025-05-31,1',
  ]);
  expect(answer('spent', 'in May 2025')).toEqual([
    'spent,currency,from,to,entries',
    '1254.56,EUR,2025-05-01,2025-05-31,2',
    '800,JPY,2025-05-01,2025-05-31,1',
  ]);
  expect(answer('received', 'from Meridian')).toEqual([
    'for,received,currency,from,to,entries',
    'payee or memo with “meridian”,2500.00,EUR,2025-05-28,2025-05-28,1',
  ]);
  expect(answer('spent', 'last year', { isByCategory: true })).toEqual([
    'category,spent,back,net,currency,from,to,entries',
    'Food,1234.56,10.06,1224.50,EUR,2025-01-01,2025-12-31,2',
    'Books,20.00,0.00,20.00,EUR,2025-01-01,2025-12-31,1',
    'Food,800,0,800,JPY,2025-01-01,2025-12-31,1',
  ]);
});

test('nothing spent, and words that are not in the ledger, are said as what they are', () => {
  expect(answer('spent', 'books in June')).toEqual(['Nothing was spent, category Books: 2025-06-01 to 2025-06-30.']);
  expect(answer('spent', 'yachts')).toEqual([
    'No category, payee or memo of your ledger has “yachts”.',
    'Your categories: Books, Food, Salary.',
  ]);
  expect(
    answerFrom(openBook([]), { kind: 'spent', words: '', isByCategory: false, isTotal: false, today: '2026-03-18' }).rows,
  ).toHaveLength(1);
});

test('balances are of the accounts in use, of the one that is named, or the sum of each currency', () => {
  expect(answer('balance', '')).toEqual([
    'account,type,balance,currency',
    'Card,"card, owed",-20.00,EUR',
    'Cash,current,4200,JPY',
    'Current,current,2275.55,EUR',
  ]);
  expect(answer('balance', 'my old')).toEqual(['account,type,balance,currency', 'Old,current,0.00,USD']);
  expect(answer('balance', '', { isTotal: true })).toEqual(['balance,currency,accounts', '2255.55,EUR,2', '4200,JPY,1']);
  expect(answer('balance', 'yacht')).toEqual(['No account has “yacht”. Yours: Card, Cash, Current, Old.']);
});
