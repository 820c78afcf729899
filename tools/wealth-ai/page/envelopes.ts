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
  /** What came in up to this month and was put into none. */
  readonly unassignedMinor: number;
  /** What was spent up to this month without a category, or with one that has no envelope: counted nowhere, above zero. */
  readonly uncountedMinor: number;
};

/**
 * Envelopes in a month: available = carried + assigned + activity. What is overspent is carried as what it is, below zero. A category
 * is an envelope once something was put into it; what comes in without one, or with one that has no envelope, is to be assigned.
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
  for (const entry of book.entries) {
    if (entry.day >= end) break;
    if (entry.transfer !== null || book.accountById.get(entry.account)?.currency !== currency) continue;
    for (const { category, minor } of sharesOf(entry)) {
      const sum = sums.get(category);
      if (sum === undefined) {
        if (minor > 0) unassignedMinor += minor;
        else uncountedMinor -= minor;
      } else if (entry.day.startsWith(month)) sum.activity += minor;
      else sum.carried += minor;
    }
  }
  const envelopes = [...sums].map(([category, { carried, assigned, activity }]) => ({
    ...{ category, carriedMinor: carried, assignedMinor: assigned, activityMinor: activity },
    availableMinor: carried + assigned + activity,
  }));
  return { envelopes: envelopes.sort((one, other) => (one.category < other.category ? -1 : 1)), unassignedMinor, uncountedMinor };
}
