const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day such as `2026-11-21` for people: `21 November 2026`. */
export function utcDayText(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}
