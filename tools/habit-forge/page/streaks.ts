import { amountOf, mark } from './mark.ts';
import type { ScoreRule } from './scores.ts';

/** Days in a row that went as wanted; day numbers, both ends included. */
export type Streak = { readonly begin: number; readonly end: number };

/** The days of a streak. */
export function lengthOf({ begin, end }: Streak): number {
  return end - begin + 1;
}

/**
 * Whether a day went as wanted: a check was done or implied; of a count, the days of its frequency that end with this one met the
 * target. A skipped day breaks nothing.
 */
export function wentWell(marks: ReadonlyMap<number, number>, day: number, { target, frequency }: ScoreRule): boolean {
  const value = marks.get(day);
  if (value === undefined) return false;
  if (value === mark.skip) return true;
  if (target === undefined) return value > 0;
  let thousandths = 0;
  for (let past = day - frequency.days + 1; past <= day; past += 1)
    thousandths += Math.round(amountOf(marks.get(past) ?? mark.unknown) * 1000);
  return target.type === 'at_least' ? thousandths / 1000 >= target.amount : thousandths / 1000 <= target.amount;
}

/** All streaks until `to`, the newest first. */
export function streaksOf(marks: ReadonlyMap<number, number>, rule: ScoreRule, to: number): readonly Streak[] {
  const days = [...marks.keys()].filter((day) => day <= to && wentWell(marks, day, rule)).sort((one, other) => other - one);
  const streaks: Streak[] = [];
  for (const day of days) {
    const last = streaks.at(-1);
    if (last !== undefined && day === last.begin - 1) streaks[streaks.length - 1] = { begin: day, end: last.end };
    else streaks.push({ begin: day, end: day });
  }
  return streaks;
}

/** The longest ones, the newer of equals preferred, in the order of time with the newest first. */
export function bestStreaks(streaks: readonly Streak[], limit: number): readonly Streak[] {
  return [...streaks]
    .sort((one, other) => lengthOf(other) - lengthOf(one) || other.end - one.end)
    .slice(0, limit)
    .sort((one, other) => other.end - one.end);
}

/** The streak that still runs: it reaches today, or yesterday while today can still go as wanted: without a mark, or a count on its way. */
export function currentStreak(
  streaks: readonly Streak[],
  marks: ReadonlyMap<number, number>,
  { target }: ScoreRule,
  today: number,
): Streak | undefined {
  const [newest] = streaks;
  if (newest === undefined) return undefined;
  const isOpen = !marks.has(today) || target?.type === 'at_least';
  return newest.end >= today || (isOpen && newest.end === today - 1) ? newest : undefined;
}
