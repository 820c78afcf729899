import { addDays } from '@castellan/money/day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBook } from '../../../../web/app/domains/money/money-book.ts';
import { forecastAccounts, forecastMoney } from '../../../../web/app/domains/money/money-forecast.ts';
import type { Account, Assignment, MoneyRecord, Schedule } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { judgeMoney } from './money-verdict.ts';

const today = '2026-03-18';
const kept = { removed_at: null, batch: null };

const account = (id: string, minor: number, currency = 'EUR', type: Account['type'] = 'current'): Account => ({
  ...{ kind: 'account', id, ...kept, name: id, type, currency, opening_minor: minor, opened_on: '2024-01-01', number: '', closed: false },
});
const due = (inDays: number, minor: number, of = 'main'): Schedule => ({
  ...{ kind: 'schedule', id: `${of}${inDays}`, ...kept, account: of, payee: `Payee ${inDays}`, minor, category: '', ends_on: null },
  rhythm: { every: 1, unit: 'year', anchor: addDays(today, inDays) },
});
const envelope = (category: string, minor: number): Assignment => ({
  ...{ kind: 'assignment', id: category, ...kept, category, month: '2026-03', minor, currency: 'EUR' },
});
const judge = (...records: readonly MoneyRecord[]) => judgeMoney(openBook(records), today);

test('it warns of everyday accounts that are below zero, or will be within 30 days, before anything else', () => {
  expect(judge(account('main', -5_000))?.said).toBe('Everyday accounts are at −50.00\u00a0EUR.');
  expect(judge(account('main', 5_000), due(9, -12_345))).toEqual({
    kind: 'warning',
    said: expect.stringMatching(/^Everyday accounts fall to −73\.45\u00a0EUR on .*27 March/),
  });
  expect(judge(account('main', 5_000), due(31, -12_345))?.kind).toBe('success');
  expect(judge(account('main', 5_000), account('other', -1, 'USD'))?.said).toContain('−0.01\u00a0USD');
});

test('then of overspent envelopes, and else says what is left, or what there is where nothing is scheduled', () => {
  const spent = newEntry('main', { day: today, minor: -900, payee: 'Market', category: 'Food' });
  expect(judge(account('main', 5_000), envelope('Food', 500), spent)).toEqual({ kind: 'warning', said: '“Food” is overspent.' });
  expect(judge(account('main', 5_000), envelope('Food', 900), spent)).toEqual({
    kind: 'info',
    said: 'Everyday accounts hold 41.00\u00a0EUR.',
  });
  expect(judge(account('main', 5_000), due(9, -1_000))?.said).toBe('On track: your lowest balance in the next 30 days is 40.00\u00a0EUR.');
});

test('what is owed or saved is no everyday account', () => {
  expect(judge(account('card', -5_000, 'EUR', 'card'), account('fund', -5, 'EUR', 'savings'))).toBeUndefined();
});

test('it warns of an account exactly where the forecast of some currency goes below zero', () => {
  const currencies = ['EUR', 'USD', 'JPY'] as const;
  const amount = fc.integer({ min: -20_000, max: 20_000 });
  const parts = fc.uniqueArray(fc.record({ currency: fc.constantFrom(...currencies), minor: amount, inDays: fc.nat(60), paid: amount }), {
    selector: ({ currency }) => currency,
    minLength: 1,
  });
  fc.assert(
    fc.property(parts, (given) => {
      const book = openBook(
        given.flatMap(({ currency, minor, inDays, paid }) => [account(currency, minor, currency), due(inDays, paid, currency)]),
      );
      const isShort = given.some(({ currency }) => {
        const ids = forecastAccounts(book, currency).map(({ id }) => id);
        return forecastMoney(book, ids, today, 30).days.some(({ minor }) => minor < 0);
      });
      expect(judgeMoney(book, today)?.kind).toBe(isShort ? 'warning' : 'success');
    }),
  );
});
