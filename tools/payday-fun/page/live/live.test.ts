import { expect, test } from 'vitest';
import { openBook } from '../../../../web/app/domains/money/money-book.ts';
import { samplePlan } from '../plan/sample-plan.ts';
import { dueOf } from './due.ts';
import { metricsOf } from './metrics.ts';

const today = '2026-11-22';
const pay = samplePlan(today);
const book = openBook([
  {
    ...{
      kind: 'account',
      id: 'a',
      name: 'Current',
      type: 'current',
      currency: 'EUR',
      opening_minor: 30_000,
      removed_at: null,
      batch: null,
    },
    ...{ opened_on: '2026-01-01', number: '', closed: false },
  },
]);

test('the card tells the days to the next payday and what is safe to spend, or what is missing', () => {
  expect(metricsOf([pay], book, today)).toEqual([
    { label: 'Payday, Wed 25 Nov', value: 'in 3 days' },
    { label: 'Safe to spend today, EUR', value: '100.00' },
  ]);
  expect(metricsOf([pay], undefined, '2026-11-25')).toEqual([
    { label: 'Payday, Wed 25 Nov', value: 'today' },
    { label: 'Safe to spend today', missing: 'the ledger is not here' },
  ]);
  expect(metricsOf([{ ...pay, currency: 'CHF' }], book, today)[1]).toEqual({
    label: 'Safe to spend today',
    missing: 'no everyday account in CHF',
  });
  expect(metricsOf([], book, today)).toEqual([
    { label: 'Next payday', missing: 'no pay yet' },
    { label: 'Safe to spend today', missing: 'no pay yet' },
  ]);
});

test('of two kinds of pay the next one is told', () => {
  const later = { ...pay, id: 'b', rrule: 'FREQ=MONTHLY;BYMONTHDAY=30' };
  expect(metricsOf([later, pay], book, today)[0]).toEqual({ label: 'Payday, Wed 25 Nov', value: 'in 3 days' });
});

test('today wants nothing but the pay that comes today, also where it was moved', () => {
  expect(dueOf([pay], today)).toEqual([]);
  // 25 July 2026 is a Saturday.
  expect(dueOf([pay], '2026-07-24').map(({ title, day }) => [title, day])).toEqual([['Payday: Meridian GmbH', '2026-07-24']]);
  expect(dueOf([pay], '2026-07-25')).toEqual([]);
});
