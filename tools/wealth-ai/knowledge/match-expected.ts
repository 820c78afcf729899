import { type Day, daysBetween } from '@castellan/money/day';
import { payeeKey } from '@castellan/money/schedule';

/** An entry that its owner wrote before the bank had it. */
export type OpenEntry = {
  readonly id: string;
  readonly day: Day;
  readonly minor: number;
  readonly payee: string;
  /** Confirmed for a day of a schedule: its amount may be another one at the bank. */
  readonly isScheduled: boolean;
};

/** Days that may lie between both, and by what part of it the amount of a scheduled one may differ. */
const [maxDays, slack] = [5, 0.2];

/**
 * Finds the open entry that a bank's line is: of the same amount and payee, or confirmed for a schedule of the same payee
 * with about its amount, at most five days apart. The nearest in days, then in amount; none where two are equally near.
 */
export function matchOpen(
  line: { readonly day: Day; readonly minor: number; readonly payee: string },
  open: readonly OpenEntry[],
): OpenEntry | undefined {
  const key = payeeKey(line.payee);
  let best: OpenEntry | undefined;
  let bestAt = Number.POSITIVE_INFINITY;
  let isOne = true;
  for (const entry of open) {
    const days = Math.abs(daysBetween(entry.day, line.day));
    if (days > maxDays || !isSame(entry, line.minor, key)) continue;
    const at = days + Math.min(0.999, Math.abs(entry.minor - line.minor) / Math.max(1, Math.abs(line.minor)));
    if (at < bestAt) [best, bestAt, isOne] = [entry, at, true];
    else if (at === bestAt) isOne = false;
  }
  return isOne ? best : undefined;
}

function isSame({ minor, payee, isScheduled }: OpenEntry, wanted: number, key: string): boolean {
  const own = payeeKey(payee);
  if (minor === wanted) return isScheduled || (own === key && key !== '');
  const isNear = Math.sign(minor) === Math.sign(wanted) && Math.abs(minor - wanted) <= Math.abs(minor) * slack;
  return isScheduled && own === key && isNear;
}
