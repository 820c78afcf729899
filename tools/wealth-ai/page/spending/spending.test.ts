import { addDays } from '@castellan/money/day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBook, sharesOf } from '../../../../web/app/domains/money/money-book.ts';
import type { Account } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { entriesOf, spendingOf } from './spending.ts';

const account = (id: string, currency = 'EUR'): Account => ({
  ...{ kind: 'account', id, removed_at: null, batch: null, name: id, type: 'current', currency, opening_minor: 500 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
});
const category = fc.constantFrom('', 'Food', 'Fun', 'Salary');
const part = fc.record({ category, minor: fc.integer({ min: -9999, max: 9999 }) });
const line = fc.record({
  day: fc.integer({ min: 0, max: 150 }).map((count) => addDays('2023-12-15', count)),
  of: fc.constantFrom('a', 'b', 'y'),
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
});

test('what is spent and what came make all entries of the months, and each figure is the sum of the entries behind it', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const out = newEntry('a', { day: '2024-02-03', minor: -70, transfer: 'in' });
      const book = openBook([
        ...[account('a'), account('b'), account('y', 'JPY'), out],
        { ...newEntry('b', { day: '2024-02-03', minor: 70, transfer: out.id }), id: 'in' },
        ...lines.map(({ day, of, parts }) => {
          const minor = parts.reduce((sum, one) => sum + one.minor, 0);
          return newEntry(of, { day, minor, ...(parts.length > 1 ? { splits: parts } : { category: parts[0]?.category ?? '' }) });
        }),
      ]);
      const spending = spendingOf(book, 'EUR', '2024-03', 3);
      expect(spending.months).toEqual(['2024-01', '2024-02', '2024-03']);
      for (const [at, month] of spending.months.entries()) {
        const all = book.entries.filter((one) => one.day.startsWith(month) && one.account !== 'y' && one.transfer === null);
        const came = spending.income.reduce((sum, one) => sum + (one.months[at] ?? 0), 0);
        expect(came - (spending.totals[at] ?? 0)).toBe(all.reduce((sum, { minor }) => sum + minor, 0));
        for (const one of spending.spent) {
          const shares = entriesOf(book, spending, 'EUR', month, one.category).flatMap(sharesOf);
          const own = shares.filter((share) => share.category === one.category && (share.category !== '' || share.minor < 0));
          expect(0 - own.reduce((sum, { minor }) => sum + minor, 0)).toBe(0 + (one.months[at] ?? 0));
        }
      }
      for (const one of [...spending.spent, ...spending.income]) {
        expect(one.totalMinor).toBe(one.months.reduce((sum, minor) => sum + minor, 0));
        expect(one.totalMinor).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
