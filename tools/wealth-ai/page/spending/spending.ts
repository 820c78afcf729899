import { addMonths } from '@castellan/money/day';
import { type MoneyBook, sharesOf } from '../../../../web/app/domains/money/money-book.ts';
import type { Entry } from '../../../../web/app/domains/money/money-records.ts';

/** What a category came to in some months, in minor units, above zero for what went (or, of income, for what came). */
export type CategorySums = {
  /** Empty for what has no category. */
  readonly category: string;
  /** One for each month. */
  readonly months: readonly number[];
  readonly totalMinor: number;
};

/** What was spent in some months, by category; the most first. */
export type Spending = {
  /** `YYYY-MM`, the oldest first. */
  readonly months: readonly string[];
  readonly spent: readonly CategorySums[];
  readonly income: readonly CategorySums[];
  /** All that was spent, one for each month. */
  readonly totals: readonly number[];
};

/**
 * Spending of so many months up to one, in one currency, net: what came back is subtracted. A category from which in all these months
 * more came than went is income. What has no category is told apart by its sign. Transfers between one's own accounts are neither. Of a
 * split entry each share counts in its own category.
 */
export function spendingOf(book: MoneyBook, currency: string, last: string, count: number): Spending {
  const months = Array.from({ length: count }, (_, at) => addMonths(`${last}-01`, at - count + 1).slice(0, 7));
  const at = new Map(months.map((month, index) => [month, index]));
  const groups = new Map<string, { category: string; months: number[]; totalMinor: number }>();
  for (const entry of book.entries) {
    const index = at.get(entry.day.slice(0, 7));
    if (index === undefined || !isSpending(book, entry, currency)) continue;
    for (const { category, minor } of sharesOf(entry)) {
      const key = category === '' && minor > 0 ? '+' : `-${category}`;
      const group = groups.get(key) ?? { category, months: months.map(() => 0), totalMinor: 0 };
      groups.set(key, group);
      group.months[index] = (group.months[index] ?? 0) - minor;
      group.totalMinor -= minor;
    }
  }
  const all = [...groups.values()];
  const spent = all.filter(({ totalMinor }) => totalMinor >= 0).sort(byTotal);
  const income = all
    .filter(({ totalMinor }) => totalMinor < 0)
    // Zero has no sign.
    .map((one) => ({ category: one.category, months: one.months.map((minor) => 0 - minor), totalMinor: -one.totalMinor }))
    .sort(byTotal);
  return { months, spent, income, totals: months.map((_, index) => spent.reduce((sum, one) => sum + (one.months[index] ?? 0), 0)) };
}

const byTotal = (one: CategorySums, other: CategorySums) => other.totalMinor - one.totalMinor || (one.category < other.category ? -1 : 1);

/** Entries that a figure of the spending is of, newest first: of a month, of one category or of all that are spending. */
export function entriesOf(
  book: MoneyBook,
  { spent }: Spending,
  currency: string,
  month: string,
  category: string | undefined,
): readonly Entry[] {
  const wanted = new Set(category === undefined ? spent.map((one) => one.category) : [category]);
  return book.entries
    .filter(
      (entry) =>
        entry.day.startsWith(month) &&
        isSpending(book, entry, currency) &&
        sharesOf(entry).some((share) => wanted.has(share.category) && (share.category !== '' || share.minor < 0)),
    )
    .reverse();
}

function isSpending(book: MoneyBook, { account, transfer }: Entry, currency: string): boolean {
  return transfer === null && book.accountById.get(account)?.currency === currency;
}
