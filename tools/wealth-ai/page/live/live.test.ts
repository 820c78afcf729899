import { expect, test } from 'vitest';
import { openBook } from '../../../../web/app/domains/money/money-book.ts';
import type { MoneyRecord } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { unreadEntry } from './capture.ts';
import { dueOf } from './due.ts';
import { metricsOf } from './metrics.ts';

const today = '2026-11-22';
const common = { removed_at: null, batch: null };
const account: MoneyRecord = {
  ...{ ...common, kind: 'account', id: 'a', name: 'Current', type: 'current', currency: 'EUR', opening_minor: 100_000 },
  ...{ opened_on: '2026-01-01', number: '', closed: false },
};
const schedule = (id: string, payee: string, minor: number, anchor: string): MoneyRecord => ({
  ...{ ...common, kind: 'schedule', id, account: 'a', payee, minor, category: '', ends_on: null },
  rhythm: { every: 1, unit: 'month', anchor },
});

test('the card tells what this month came to, without transfers, and the low point with its day', () => {
  const book = openBook([
    account,
    schedule('rent', 'Rent', -90_000, '2026-10-30'),
    newEntry('a', { day: '2026-11-02', minor: -1_050 }),
    newEntry('a', { day: '2026-10-31', minor: -90_000, payee: 'Rent' }),
  ]);
  expect(metricsOf(book, today)).toEqual([
    { label: 'This month, EUR', value: '−10.50' },
    { label: 'Low point, Mon 30 Nov', value: '−810.50' },
  ]);
  expect(metricsOf(openBook([]), today)).toEqual([
    { label: 'This month', missing: 'no account yet' },
    { label: 'Low point', missing: 'no account yet' },
  ]);
});

test('today wants the bills that did not come yet, late ones too, and none that did', () => {
  const book = openBook([
    account,
    schedule('power', 'Power', -5_000, '2026-11-20'),
    schedule('phone', 'Phone 11/26', -2_000, '2026-11-22'),
    schedule('later', 'Later', -2_000, '2026-11-23'),
    newEntry('a', { day: '2026-11-21', minor: -1_990, payee: 'PHONE 4711' }),
  ]);
  expect(dueOf(book, today).map(({ title, day }) => [title, day])).toEqual([['Power −50.00 EUR', '2026-11-20']]);
});

test('a typed amount that cannot be kept says why, and a line without one is no entry', () => {
  expect(unreadEntry('4.20 coffee #food', 'locked')).toEqual({
    title: 'coffee',
    facts: ['Sealed on this device until the vault is unlocked'],
  });
  expect(unreadEntry('4.20 coffee', 'ready')).toEqual({ title: 'coffee', facts: ['There is no account yet, so it cannot be saved'] });
  expect(unreadEntry('coffee', 'locked')).toBeUndefined();
});
