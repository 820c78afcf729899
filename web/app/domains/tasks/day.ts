/** A day in the owner's life, `YYYY-MM-DD`: no moment, so no time zone can move it. */
export type Day = string;

/** The day it is where this clock hangs. */
export function dayOf(at: Date): Day {
  return `${String(at.getFullYear()).padStart(4, '0')}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** The time it is where this clock hangs, `HH:MM`. */
export function timeOf(at: Date): string {
  return `${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** The day so many days later. */
export function addDays(day: Day, count: number): Day {
  // Noon in UTC, so that no change of summer time is crossed.
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Monday to Sunday around a day (ISO 8601 weeks). */
export function weekAround(day: Day): readonly Day[] {
  const monday = addDays(day, -((weekdayOf(day) + 6) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay();
}

const formats = {
  long: new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
};

/** A day in words, the ones around today by name. */
export function dayLabel(day: Day, today: Day, form: 'long' | 'short' = 'short'): string {
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  if (day === addDays(today, -1)) return 'Yesterday';
  const words = dateLabel(day, form);
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${day.slice(0, 4)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** A day as a date, without its year. */
export function dateLabel(day: Day, form: 'long' | 'short' = 'long'): string {
  return formats[form].format(new Date(`${day}T12:00:00Z`));
}
