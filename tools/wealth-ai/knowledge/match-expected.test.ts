import { addDays } from '@castellan/money/day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchOpen, type OpenEntry } from './match-expected.ts';

const open = (values: Partial<OpenEntry>): OpenEntry => ({
  ...{ id: 'o', day: '2024-02-01', minor: -90_00, payee: 'Rent 2/24', isScheduled: false },
  ...values,
});
const line = { day: '2024-02-03', minor: -90_00, payee: 'RENT FEB' };

test('a line is the open entry of its amount and payee; of a scheduled one the amount may differ by a fifth', () => {
  const same = open({ payee: 'Rent feb' });
  expect(matchOpen(line, [same])?.id).toBe('o');
  expect(matchOpen({ ...line, payee: '' }, [open({ payee: '' })])).toBeUndefined();
  expect(matchOpen(line, [open({ payee: 'Sofa' })])).toBeUndefined();
  expect(matchOpen(line, [open({ payee: 'Sofa', isScheduled: true })])?.id).toBe('o');
  expect(matchOpen(line, [open({ payee: 'rent feb', minor: -91_00 })])).toBeUndefined();
  const scheduled = { payee: 'rent feb', isScheduled: true };
  expect(matchOpen(line, [open({ ...scheduled, minor: -91_00 })])?.id).toBe('o');
  expect(matchOpen(line, [open({ ...scheduled, minor: -120_00 })])).toBeUndefined();
  expect(matchOpen(line, [open({ ...scheduled, minor: 90_00 })])).toBeUndefined();
  expect(matchOpen(line, [same, open({ id: 'p', payee: 'Rent feb' })])).toBeUndefined();
  expect(matchOpen(line, [same, open({ id: 'p', day: '2024-02-02', payee: 'Rent feb' })])?.id).toBe('p');
});

test('no entry is found that is more than five days away, and the order of the open entries does not count', () => {
  const one = fc.record({
    at: fc.integer({ min: -12, max: 12 }),
    minor: fc.integer({ min: -9999, max: -7000 }),
    isScheduled: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (given) => {
      const entries = given.map(({ at, ...values }, id) =>
        open({ ...values, id: String(id), day: addDays(line.day, at), payee: 'rent feb' }),
      );
      const found = matchOpen(line, entries);
      expect(matchOpen(line, entries.toReversed())).toBe(found);
      if (found !== undefined) expect(Math.abs(given[Number(found.id)]?.at ?? 99)).toBeLessThanOrEqual(5);
    }),
  );
});
