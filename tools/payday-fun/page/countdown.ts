import { type Day, daysBetween } from '@castellan/money/day';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';

/** What is left until a day begins, by the clock of wherever this runs: whole days of the calendar, and the rest of today. */
type Countdown = {
  /** Nights until the day: 1 for tomorrow. */
  readonly nights: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

/** The countdown to a later day. A day on which the clocks change is one day, and its last hours are as many as there are. */
export function countdownTo(day: Day, now: Date): Countdown {
  const nights = Math.max(0, daysBetween(dayOf(now), day));
  const midnightMs = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const leftMs = nights === 0 ? 0 : midnightMs - now.getTime();
  return {
    nights,
    days: Math.max(0, nights - 1),
    hours: Math.floor(leftMs / 3_600_000),
    minutes: Math.floor(leftMs / 60_000) % 60,
    seconds: Math.floor(leftMs / 1000) % 60,
  };
}
