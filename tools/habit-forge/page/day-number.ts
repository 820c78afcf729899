import type { Day } from '../../../web/app/domains/tasks/day.ts';

const dayMs = 86_400_000;

/** Days since 1970-01-01: what scores and streaks are counted in. No time zone moves it. */
export function dayNumber(day: Day): number {
  return Math.round(Date.parse(`${day}T12:00:00Z`) / dayMs - 0.5);
}

/** The day of a number. */
export function dayOfNumber(number: number): Day {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** The days of the month that this day is in. */
export function monthLength(day: Day): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}
