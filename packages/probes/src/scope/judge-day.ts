/** A day of the calendar, `YYYY-MM-DD`. */
type Day = string;

/** The days for which a permission was given, both of them in it; empty where none was named. */
export type Permission = { readonly from: Day; readonly to: Day };

/** How a day stands to a permission. `unsaid`: one of its ends was never named, so that no day is within it. */
export type DayVerdict = 'within' | 'before' | 'after' | 'unsaid';

/** Decides whether a day is one of a permission's. */
export function judgeDay({ from, to }: Permission, day: Day): DayVerdict {
  if (from === '' || to === '') return 'unsaid';
  if (day < from) return 'before';
  return day > to ? 'after' : 'within';
}
