import { addMonths } from '@castellan/money/day';
import { type MoneyBook, sharesOf } from '../../../../web/app/domains/money/money-book.ts';

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
  /** What the accounts had before the day from which on the envelopes count; 0 where they count from the first entry on. */
  readonly startMinor: number;
  /** What came in since and up to this month, opening balances too, and was put into none. */
  readonly unassignedMinor: number;
  /** What was spent since and up to this month without a category, or with one that has no envelope: counted nowhere, above zero. */
  readonly uncountedMinor: number;
  /**
   * What there is to put into envelopes: the first and the second without the third, since what was spent is gone. With what is left in
   * all envelopes it comes to what the accounts hold at the end of the month.
   */
  readonly readyMinor: number;
};

/**
 * Envelopes in a month: available = carried + assigned + activity. What is overspent is carried as what it is, below zero. A category
 * is an envelope once something was put into it or it has a target; what comes in without one, or with one that has no envelope, is to be
 * assigned. From the day on that the owner chose (`book.starts`) entries and assignments count; what is older counts by what the accounts
 * had then. A card counts with what is owed: its purchases are spent of their envelopes, and what pays it is a transfer. A transfer counts
 * where its other side is in another currency, or in an account outside of the envelopes. An opening balance counts from its own day on.
 */
export function envelopesOf(book: MoneyBook, month: string, currency: string): Envelopes {
  const start = book.starts.get(currency) ?? '';
  const sums = new Map<string, { carried: number; assigned: number; activity: number }>();
  for (const one of [...book.assignments, ...book.targets])
    if (one.currency === currency) sums.set(one.category, { carried: 0, assigned: 0, activity: 0 });
  let [startMinor, unassignedMinor, uncountedMinor] = [0, 0, 0];
  for (const { category, minor, month: of, currency: own } of book.assignments) {
    const sum = sums.get(category);
    if (sum === undefined || own !== currency || of > month || of < start.slice(0, 7)) continue;
    if (of === month) sum.assigned += minor;
    else sum.carried += minor;
    unassignedMinor -= minor;
  }
  const end = addMonths(`${month}-01`, 1);
  const count = (minor: number) => {
    if (minor > 0) unassignedMinor += minor;
    else uncountedMinor -= minor;
  };
  const isIn = (id: string) => {
    const account = book.accountById.get(id);
    return account !== undefined && account.currency === currency && account.off_budget !== true;
  };
  for (const { id, opened_on, opening_minor } of book.accounts) {
    if (!isIn(id) || opened_on >= end) continue;
    if (opened_on < start) startMinor += opening_minor;
    else count(opening_minor);
  }
  for (const entry of book.entries) {
    if (entry.day >= end) break;
    if (!isIn(entry.account)) continue;
    if (entry.day < start) {
      startMinor += entry.minor;
      continue;
    }
    const other = entry.transfer === null ? undefined : book.entryById.get(entry.transfer);
    if (other !== undefined && isIn(other.account) && other.minor === -entry.minor && other.day >= start && other.day < end) continue;
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
  return { envelopes, startMinor, unassignedMinor, uncountedMinor, readyMinor: startMinor + unassignedMinor - uncountedMinor };
}
