import { addDays, type Day, weekAround } from '../../../../web/app/domains/tasks/day.ts';

/** How long what is drawn as one point is. */
export const periodNames = ['day', 'week', 'month'] as const;

/** One of them. */
export type PeriodName = (typeof periodNames)[number];

/** A stretch of days, both ends in it. */
export type Period = { readonly first: Day; readonly last: Day };

/**
 * The periods up to today that the last `span` days touch, the oldest first. Weeks begin on Monday (ISO 8601). Each is whole but the
 * last, which ends today.
 */
export function periodsUntil(today: Day, span: number, by: PeriodName): readonly Period[] {
  const periods: Period[] = [];
  for (let first = beginOf(addDays(today, 1 - span), by); first <= today; ) {
    const next = nextAfter(first, by);
    periods.push({ first, last: next > today ? today : addDays(next, -1) });
    first = next;
  }
  return periods;
}

/** The mean of the days that have a value, and how many they are; no mean where there is none. */
export function meanOf(
  { first, last }: Period,
  measuredOn: (day: Day) => number | undefined,
): { readonly mean: number | undefined; readonly of: number } {
  let [sum, of] = [0, 0];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const value = measuredOn(day);
    if (value === undefined) continue;
    sum += value;
    of += 1;
  }
  return { mean: of === 0 ? undefined : sum / of, of };
}

function beginOf(day: Day, by: PeriodName): Day {
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  return by === 'week' ? (weekAround(day)[0] ?? day) : day;
}

function nextAfter(first: Day, by: PeriodName): Day {
  // The 32nd day after a first of a month is in the next one, whatever its length.
  if (by === 'month') return `${addDays(first, 31).slice(0, 7)}-01`;
  return addDays(first, by === 'week' ? 7 : 1);
}
