import { expect, test } from 'vitest';
import { payPlans } from './pay-plan.ts';
import { payFacts, readPayLine } from './read-pay-line.ts';

const today = '2026-11-23';
const read = (line: string) => readPayLine(line, 'EUR', today);

test('a typed line is a pay: its amount, its currency, its day of the month and its name', () => {
  expect(read('Salary 3200 25')).toMatchObject({
    name: 'Salary',
    net_pay_minor: 320_000,
    currency: 'EUR',
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=25',
  });
  expect(read('Acme Ltd 2.840,50 CHF 15th')).toMatchObject({ name: 'Acme Ltd', net_pay_minor: 284_050, currency: 'CHF' });
  expect(read('JPY 300000 last')).toMatchObject({ name: 'Salary', net_pay_minor: 300_000, rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' });
  expect(read('Depot-7 €1,900 3rd')).toMatchObject({ name: 'Depot-7', net_pay_minor: 190_000, rrule: 'FREQ=MONTHLY;BYMONTHDAY=3' });
  expect(read('1900')).toMatchObject({ net_pay_minor: 190_000, rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' });
  expect(payFacts(readPayLine('Acme 2840 30', 'GBP', today) ?? expect.fail())).toEqual(['2840.00 GBP', 'Day 30 of each month']);
});

test('a line without an amount above zero, or with a day that no month has, is no pay', () => {
  for (const line of ['', 'Salary', '0', '-20', '3200 0', '3200 32', '3200 25 7', 'B12', '99999999999999'])
    expect(read(line), line).toBeUndefined();
});

test('what a line is read as can be kept', () => {
  const row = { id: crypto.randomUUID(), version: 1, created_at: `${today}T08:00:00.000Z`, updated_at: `${today}T08:00:00.000Z` };
  const whole = { ...row, deleted_at: null, import_batch_id: null, source: null, external_id: null };
  expect(payPlans.schema.safeParse({ ...whole, ...read(`${'Long '.repeat(40)} 3200 31`) }).success).toBe(true);
});
