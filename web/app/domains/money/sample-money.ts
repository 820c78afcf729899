import { addDays, addMonths, type Day } from '@castellan/money/day';
import { assignment, envelopeStart, targetId } from './envelope-records.ts';
import type { MoneyRecord } from './money-records.ts';

/** A made-up household of half a year, for a first look. Kept in memory only. */
export function sampleMoney(today: Day): readonly MoneyRecord[] {
  const common = { removed_at: null, batch: null };
  const first = addMonths(`${today.slice(0, 7)}-01`, -6);
  const account = (id: string, name: string, type: 'current' | 'savings' | 'card', opening_minor: number): MoneyRecord => ({
    ...{ ...common, kind: 'account', id, name, type, currency: 'EUR', opening_minor, opened_on: first, number: '', closed: false },
  });
  const entries: MoneyRecord[] = [];
  const add = (accountId: string, day: Day, minor: number, payee: string, category: string, transfer: string | null = null) => {
    const id = `sample-${entries.length}`;
    if (day <= today)
      entries.push({
        ...{ ...common, kind: 'entry', id, account: accountId, day, minor, payee, memo: '', category, splits: [], transfer },
        ...{ status: day < addDays(today, -20) ? 'reconciled' : 'cleared', key: null },
      });
  };
  for (let month = 0; month <= 6; month += 1) {
    const on = (day: number) => addDays(addMonths(first, month), day - 1);
    add('current', on(1), -98_000, 'Hausverwaltung Linden', 'Rent');
    add('current', on(3), -5_490, 'Stadtwerke', 'Power');
    add('current', on(25), 284_000, 'Meridian GmbH', 'Salary');
    for (const [day, minor, payee] of [
      [4, -4_312, 'Markthalle'],
      [11, -6_120, 'Markthalle'],
      [18, -3_871, 'Bäckerei Anders'],
      [24, -5_204, 'Markthalle'],
    ] as const)
      add('current', on(day), minor - month * 37, payee, 'Groceries');
    add('current', on(9), -4_900, 'Verkehrsbetriebe', 'Transport');
    add('card', on(14), -1_299, 'Streamline', 'Subscriptions');
    add('card', on(20), -2_890 - month * 113, 'Buchhandlung am Eck', 'Books');
    const out = `sample-${entries.length}`;
    const into = `sample-${entries.length + 1}`;
    add('current', on(26), -130_000, 'Transfer to savings', '', into);
    add('savings', on(26), 130_000, 'Transfer from current', '', out);
  }
  const schedule = (id: string, payee: string, minor: number, day: number, category: string): MoneyRecord => ({
    ...{ ...common, kind: 'schedule', id, account: 'current', payee, minor, category, ends_on: null },
    rhythm: { every: 1, unit: 'month', anchor: addDays(first, day - 1) },
  });
  return [
    account('current', 'Current account', 'current', 184_210),
    account('savings', 'Savings', 'savings', 410_000),
    account('card', 'Card', 'card', 0),
    schedule('rent', 'Hausverwaltung Linden', -98_000, 1, 'Rent'),
    schedule('power', 'Stadtwerke', -5_490, 3, 'Power'),
    schedule('salary', 'Meridian GmbH', 284_000, 25, 'Salary'),
    {
      ...{
        ...common,
        kind: 'schedule',
        id: 'insurance',
        account: 'current',
        payee: 'Alpina Versicherung',
        minor: -235_000,
        category: 'Insurance',
      },
      ...{ ends_on: null, rhythm: { every: 1, unit: 'year', anchor: addMonths(addDays(today, 18), -12) } },
    },
    schedule('saving', 'Transfer to savings', -130_000, 26, ''),
    ...sampleEnvelopes(today),
    ...entries,
  ];
}

/** Envelopes from last month on, with a target of each kind; the yearly one is behind. */
function sampleEnvelopes(today: Day): readonly MoneyRecord[] {
  const currency = 'EUR';
  const months = [-1, 0].map((by) => addMonths(`${today.slice(0, 7)}-01`, by));
  const target = (category: string, minor: number, how: 'monthly' | 'fill' | 'by'): MoneyRecord => ({
    ...{ kind: 'target', id: targetId(category, currency), removed_at: null, batch: null, category, currency, minor, how },
    ...(how === 'by' ? { by: addDays(today, 18), again_months: 12 } : { by: null, again_months: null }),
  });
  const put = { Rent: 98_000, Power: 5_490, Groceries: 26_000, Transport: 4_900, Subscriptions: 1_299, Books: 4_500, Insurance: 60_000 };
  return [
    envelopeStart(currency, months[0] ?? today),
    ...months.flatMap((day) => Object.entries(put).map(([name, minor]) => assignment(day.slice(0, 7), name, currency, minor))),
    ...[target('Groceries', 30_000, 'fill'), target('Rent', 98_000, 'monthly'), target('Insurance', 235_000, 'by')],
  ];
}
