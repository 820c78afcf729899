import type * as z from 'zod/mini';
import type { habitSchema } from './habit-row.ts';

/** The values of a day, as Loop Habit Tracker has them. A count's amount is in thousandths. */
export const mark = { unknown: -1, no: 0, implied: 1, yes: 2, skip: 3 } as const;

/** Amounts are kept to hundredths, so that none of them is one of the words above. */
const step = 10;

/** The largest amount that a day takes. */
export const largestAmount = 1_000_000;

/** An amount as a mark; `undefined` where it is none. */
export function markOfAmount(amount: number): number | undefined {
  if (!Number.isFinite(amount) || amount < 0 || amount > largestAmount) return undefined;
  return Math.round((amount * 1000) / step) * step;
}

/** The amount of a count's mark; 0 for a day that was skipped or of which nothing is known. */
export function amountOf(value: number): number {
  return value === mark.skip || value < 0 ? 0 : value / 1000;
}

/** An amount as it is typed: a decimal point or comma. `undefined` where it is none. */
export function readAmount(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? markOfAmount(Number(plain)) : undefined;
}

/** An amount as it is shown: no more digits than it has. */
export function amountText(value: number): string {
  return amountOf(value).toLocaleString('en-GB', { maximumFractionDigits: 2 });
}

/** An amount short enough for a cell of the week: 12,345 is 12.3k. */
export function shortAmount(value: number): string {
  const amount = amountOf(value);
  if (amount >= 100_000) return `${Math.round(amount / 1000)}k`;
  if (amount >= 1000) return `${(Math.floor(amount / 100) / 10).toFixed(1).replace('.0', '')}k`;
  return amount.toLocaleString('en-GB', { maximumFractionDigits: amount >= 100 ? 0 : 1 });
}

type Wanted = Pick<z.infer<typeof habitSchema>, 'kind' | 'unit' | 'target_value' | 'target_type' | 'freq_num' | 'freq_den'>;

/** What a habit wants, in a few words: `every day`, `3 times in 7 days`, `at least 12 pages a day`. */
export function wantedText({ kind, unit, target_value, target_type, freq_num, freq_den }: Wanted): string {
  const span =
    freq_den === 1 ? 'a day' : freq_den === 7 ? 'a week' : freq_den === 30 || freq_den === 31 ? 'a month' : `in ${freq_den} days`;
  if (kind === 'check') {
    if (freq_num === freq_den) return 'every day';
    return `${freq_num === 1 ? 'once' : freq_num === 2 ? 'twice' : `${freq_num} times`} ${span}`;
  }
  const amount = target_value.toLocaleString('en-GB', { maximumFractionDigits: 2 });
  return `${target_type === 'at_least' ? 'at least' : 'at most'} ${amount}${unit === '' ? '' : ` ${unit}`} ${span}`;
}
