import { offsetMs, wallClock } from '../owner/zone-clock.ts';

/** Whose day it is: month and day of every year, in the owner's own time zone. */
export type Birthday = { readonly month: number; readonly day: number; readonly timeZone: string };

/**
 * Where a moment stands to the birthday: another month (`outside`), before the day in its month (`countdown`), the day
 * itself from its first instant to its last (`day`), or the rest of the month (`after`). `untilMs` is when that ends.
 */
export type BirthdayPhase = { readonly kind: 'outside' | 'countdown' | 'day' | 'after'; readonly untilMs: number };

/** The phase of a moment (epoch milliseconds), by the calendar of the birthday's time zone. */
export function birthdayPhase(nowMs: number, { month, day, timeZone }: Birthday): BirthdayPhase {
  const today = calendarDay(nowMs, timeZone);
  const startOf = (year: number, ofMonth: number, ofDay: number) => startOfDayMs(year, ofMonth, ofDay, timeZone);
  if (today.month !== month) return { kind: 'outside', untilMs: startOf(today.month < month ? today.year : today.year + 1, month, 1) };
  if (today.day < day) return { kind: 'countdown', untilMs: startOf(today.year, month, day) };
  if (today.day === day) return { kind: 'day', untilMs: startOf(today.year, month, day + 1) };
  return { kind: 'after', untilMs: startOf(today.year, month + 1, 1) };
}

/** When the birthday that ends next has ended: until then what is promised now stays sealed. */
export function sealEndsMs(nowMs: number, { month, day, timeZone }: Birthday): number {
  const { year } = calendarDay(nowMs, timeZone);
  const thisYears = startOfDayMs(year, month, day + 1, timeZone);
  return thisYears > nowMs ? thisYears : startOfDayMs(year + 1, month, day + 1, timeZone);
}

/** What is left until a moment, in whole seconds rounded up, so that the last second is 1 and the moment itself 0. */
export function timeLeft(untilMs: number, nowMs: number) {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

function calendarDay(atMs: number, timeZone: string): CalendarDay {
  const { year, month, day } = wallClock(atMs, timeZone);
  return { year, month, day };
}

/**
 * The first instant of a calendar day; a month or day past its end counts on, as `Date.UTC` does. Where the clocks skip
 * midnight the day begins with its first existing minute; where they repeat it, with the earlier.
 */
export function startOfDayMs(year: number, month: number, day: number, timeZone: string): number {
  const wanted = Date.UTC(year, month - 1, day);
  // The offsets in force around that midnight; a change of clocks lies between them or not at all.
  const candidates = [wanted - 86_400_000, wanted + 86_400_000].map((atMs) => wanted - offsetMs(atMs, timeZone));
  const hits = candidates.filter((atMs) => atMs + offsetMs(atMs, timeZone) === wanted);
  return hits.length > 0 ? Math.min(...hits) : Math.max(...candidates);
}
