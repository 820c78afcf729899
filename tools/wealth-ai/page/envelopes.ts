import { addMonths } from '@castellan/money/day';
import { type MoneyBook, sharesOf } from '../../../web/app/domains/money/money-book.ts';

/** An envelope in a month: what it brought along, what was put in, what was spent of it, and what is left. */
export type Envelope = {
  readonly category: string;
  readonly carriedMinor: number;
  readonly assignedMinor: number;
  readonly activityMinor: number;
  readonly availableMinor: number;
};

/** All envelopes of a month, in one currency. */
export type Envelopes = {
  readonly envelopes: readonly Envelope[];
  /** What came in up to this month, opening balances too, and was put into none. */
  readonly unassignedMinor: number;
  /** What was spent up to this month without a category, or with one that has no envelope: counted nowhere, above zero. */
  readonly uncountedMinor: number;
  /**
   * What there is to put into envelopes: the first without the second, since what was spent is gone. With what is left in all envelopes
   * it comes to what the accounts hold at the end of the month.
   */
  readonly readyMinor: number;
};

/**
 * Envelopes in a month: available = carried + assigned + activity. What is overspent is carried as what it is, below zero. A category
 * is an envelope once something was put into it; what comes in without one, or with one that has no envelope, is to be assigned. A
 * transfer counts where its other side is in another currency. An opening balance counts from its own day on.
 */
export function envelopesOf(book: MoneyBook, month: string, currency: string): Envelopes {
  const own = book.assignments.filter((one) => one.currency === currency && one.month <= month);
  const names = new Set(book.assignments.filter((one) => one.currency === currency).map(({ category }) => category));
  const sums = new Map<string, { carried: number; assigned: number; activity: number }>();
  for (const name of names) sums.set(name, { carried: 0, assigned: 0, activity: 0 });
  let unassignedMinor = 0;
  let uncountedMinor = 0;
  for (const { category, minor, month: of } of own) {
    const sum = sums.get(category);
    if (sum === undefined) continue;
    if (of === month) sum.assigned += minor;
    else sum.carried += minor;
    unassignedMinor -= minor;
  }
  const end = addMonths(`${month}-01`, 1);
  const count = (minor: number) => {
    if (minor > 0) unassignedMinor += minor;
    else uncountedMinor -= minor;
  };
  for (const account of book.accounts) if (account.currency === currency && account.opened_on < end) count(account.opening_minor);
  const currencyOf = (account: string | undefined) => book.accountById.get(account ?? '')?.currency;
  for (const entry of book.entries) {
    if (entry.day >= end) break;
    if (currencyOf(entry.account) !== currency) continue;
    const other = entry.transfer === null ? undefined : book.entryById.get(entry.transfer);
    if (other !== undefined && currencyOf(other.account) === currency && other.minor === -entry.minor && other.day < end) continue;
    for (const { category, minor } of sharesOf(entry)) {
      const sum = sums.get(category);
      if (sum === undefined) count(minor);
      else if (entry.day.startsWith(month)) sum.activity += minor;
      else sum.carried += minor;
    }
  }
  const envelopes = [...sums].map(([category, { carried, assigned, activity }]) => ({
    ...{ category, carriedMinor: carried, assignedMinor: assigned, activityMinor: activity },
    availableMinor: carried + assigned + activity,
  }));
  envelopes.sort((one, other) => (one.category < other.category ? -1 : 1));
  return { envelopes, unassignedMinor, uncountedMinor, readyMinor: unassignedMinor - uncountedMinor };
}
