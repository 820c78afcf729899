import { addDays, type Day } from './day.ts';
import { daysOfRhythm, type Rhythm } from './schedule.ts';

/** Something that will come or go. */
export type PlannedEntry = {
  readonly id: string;
  readonly minor: number;
  readonly payee: string;
  readonly rhythm: Rhythm;
  readonly endsOn?: Day | null;
};

/** One thing that a forecast expects on a day. */
export type ExpectedEntry = { readonly id: string; readonly day: Day; readonly minor: number; readonly payee: string };

/** The balance at the end of each day, and its lowest. */
export type Forecast = {
  readonly days: readonly { readonly day: Day; readonly minor: number }[];
  readonly expected: readonly ExpectedEntry[];
  /** The first day with the lowest balance, today included. */
  readonly low: { readonly day: Day; readonly minor: number };
};

/**
 * The balance of each day from today on, from today's balance and what is planned: exact, without any guess. What is planned for
 * today or earlier and did not come yet is `late`, and expected today; `cameOn` says which days of a plan are done.
 */
export function forecastBalance(
  balanceMinor: number,
  planned: readonly PlannedEntry[],
  today: Day,
  dayCount: number,
  cameOn: (id: string, day: Day) => boolean = () => false,
): Forecast {
  const until = addDays(today, dayCount);
  const expected = planned
    .flatMap(({ id, minor, payee, rhythm, endsOn }) =>
      daysOfRhythm(rhythm, addDays(today, -graceDays), endsOn === undefined || endsOn === null || endsOn > until ? until : endsOn)
        .filter((day) => !cameOn(id, day))
        .map((day): ExpectedEntry => ({ id, day: day < today ? today : day, minor, payee })),
    )
    .sort((one, other) => (one.day === other.day ? one.minor - other.minor : one.day < other.day ? -1 : 1));
  const byDay = new Map<Day, number>();
  for (const { day, minor } of expected) byDay.set(day, (byDay.get(day) ?? 0) + minor);
  const days: { readonly day: Day; readonly minor: number }[] = [];
  let minor = balanceMinor;
  for (let number = 0; number <= dayCount; number += 1) {
    const day = addDays(today, number);
    minor += byDay.get(day) ?? 0;
    days.push({ day, minor });
  }
  const [first = { day: today, minor: balanceMinor }] = days;
  return { days, expected, low: days.reduce((low, one) => (one.minor < low.minor ? one : low), first) };
}

/** For so many days something that did not come is expected still; after that it is taken for skipped. */
export const graceDays = 5;
