/** The days of a week as rules name them, from Monday. */
export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const lists: Readonly<Record<string, RegExp>> = {
  BYMONTHDAY: /^(-?([1-9]|[12]\d|3[01]))(,-?([1-9]|[12]\d|3[01])){0,9}$/,
  BYDAY: /^(-?[1-5])?(MO|TU|WE|TH|FR|SA|SU)(,(-?[1-5])?(MO|TU|WE|TH|FR|SA|SU)){0,9}$/,
  BYSETPOS: /^-?[1-9]\d?(,-?[1-9]\d?){0,9}$/,
  BYMONTH: /^([1-9]|1[0-2])(,([1-9]|1[0-2])){0,11}$/,
};

/**
 * Whether a text is a rule that pay can come by: RFC 5545 §3.3.10 with FREQ WEEKLY, MONTHLY or YEARLY, INTERVAL up to 52, one of
 * BYMONTHDAY and BYDAY, BYSETPOS, and BYMONTH of a year. It has no end. A rule that names no day of some month is refused, since
 * whoever looks for its next day would look for ever.
 */
export function isPayRule(text: string): boolean {
  const parts = partsOfRule(text);
  if (parts === undefined) return false;
  const frequency = parts.get('FREQ');
  const days = parts.get('BYDAY')?.split(',');
  const dates = parts.get('BYMONTHDAY')?.split(',').map(Number);
  const months = parts.get('BYMONTH')?.split(',').map(Number);
  if (!/^([1-9]|[1-4]\d|5[0-2])$/.test(parts.get('INTERVAL') ?? '1') || (days !== undefined && dates !== undefined)) return false;
  const isNumbered = days?.some((day) => day.length > 2) === true;
  // The library takes a mixture of both for something else.
  if (isNumbered && days.some((day) => day.length === 2)) return false;
  if (frequency === 'WEEKLY') {
    if (dates !== undefined || months !== undefined || isNumbered) return false;
  } else if (frequency === 'MONTHLY' ? months !== undefined : frequency !== 'YEARLY') return false;
  const isOfMonth = frequency === 'MONTHLY' || months !== undefined;
  const isInEach = months?.every((month) => month === 2) === true || frequency === 'MONTHLY' ? 28 : 30;
  if (isOfMonth && dates !== undefined && !dates.some((date) => Math.abs(date) <= isInEach)) return false;
  if (isOfMonth && isNumbered && !days.some((day) => !day.includes('5'))) return false;
  return positionsExist(parts.get('BYSETPOS'), days, dates, frequency === 'WEEKLY');
}

/** Whether each month, or week, has as many days in its set as the positions count to. */
function positionsExist(
  positions: string | undefined,
  days: readonly string[] | undefined,
  dates: readonly number[] | undefined,
  isWeekly: boolean,
): boolean {
  if (positions === undefined) return true;
  const farthest = Math.max(...positions.split(',').map((position) => Math.abs(Number(position))));
  const distinct = <Item>(items: readonly Item[]) => new Set(items).size;
  if (dates !== undefined) {
    const early = dates.filter((date) => Math.abs(date) <= 28);
    return farthest <= Math.max(distinct(early.filter((date) => date > 0)), distinct(early.filter((date) => date < 0)));
  }
  if (days === undefined) return false;
  const numbered = days.filter((day) => day.length > 2);
  if (numbered.length > 0)
    return farthest <= distinct(numbered.filter((day) => !day.includes('5') && !day.startsWith('-'))) || farthest === 1;
  return farthest <= distinct(days) * (isWeekly ? 1 : 4);
}

/** The parts of a rule by their names; `undefined` where it is not written as a pay’s rule is. */
export function partsOfRule(text: string): ReadonlyMap<string, string> | undefined {
  if (text.length > 200) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (parts.has(name) || part.split('=').length !== 2) return undefined;
    if (name !== 'FREQ' && name !== 'INTERVAL' && lists[name]?.test(value) !== true) return undefined;
    parts.set(name, value);
  }
  return parts;
}
