import { dayOfNumber, monthLength } from '../day-number.ts';
import { mark } from '../mark.ts';

/** How often a habit is wanted: `times` in `days`. */
export type Frequency = { readonly times: number; readonly days: number };

/** A stretch of days that repetitions answer for. `center` is the newest of the repetitions. Day numbers, both ends included. */
export type Interval = { readonly begin: number; readonly center: number; readonly end: number };

/**
 * The stretches for which a habit was done often enough, the newest first: each run of `times` repetitions that fit into `days`
 * answers for that many days from the first of them. `repetitions` are day numbers, the newest first. A habit of 30 or 31 days is a
 * monthly one, and its stretch is as long as the month.
 */
export function buildIntervals({ times, days }: Frequency, repetitions: readonly number[]): readonly Interval[] {
  const intervals: Interval[] = [];
  for (let index = times - 1; index < repetitions.length; index += 1) {
    const begin = repetitions[index] ?? 0;
    const center = repetitions[index - times + 1] ?? 0;
    const length = days === 30 || days === 31 ? lengthOfMonthFrom(begin) : days;
    if (center - begin < length) intervals.push({ begin, center, end: begin + length - 1 });
  }
  return intervals;
}

/** From the last day of a month on, the month is the next one. */
function lengthOfMonthFrom(begin: number): number {
  const day = dayOfNumber(begin);
  const length = monthLength(day);
  return Number(day.slice(8)) === length ? monthLength(dayOfNumber(begin + 1)) : length;
}

/**
 * Slides stretches that overlap a newer one into the past, as far as their last repetition stays inside, so that gaps before them
 * close. The newest comes first, in and out.
 */
export function snapIntervals(intervals: readonly Interval[]): readonly Interval[] {
  const snapped: Interval[] = [];
  for (const interval of intervals) {
    const newer = snapped.at(-1);
    const overlap = newer === undefined ? -1 : interval.end - newer.begin;
    const shift = overlap < 0 ? 0 : Math.min(interval.end - interval.center, overlap + 1);
    snapped.push({ ...interval, begin: interval.begin - shift, end: interval.end - shift });
  }
  return snapped;
}

/**
 * What is known of each day once the frequency is taken into account: days that repetitions answer for are `implied`, also where
 * they were marked as no. A count implies nothing.
 */
export function computeMarks(given: ReadonlyMap<number, number>, frequency: Frequency, isCount: boolean): ReadonlyMap<number, number> {
  const known = new Map([...given].filter(([, value]) => value !== mark.unknown));
  if (isCount) return known;
  const repetitions = [...known]
    .filter(([, value]) => value === mark.yes)
    .map(([day]) => day)
    .sort((one, other) => other - one);
  for (const { begin, end } of snapIntervals(buildIntervals(frequency, repetitions)))
    for (let day = begin; day <= end; day += 1) {
      const value = known.get(day);
      if (value !== mark.yes && value !== mark.skip) known.set(day, mark.implied);
    }
  return known;
}
