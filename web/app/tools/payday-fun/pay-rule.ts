import { addDays, addMonths, type Day } from '@castellan/money/day';
import * as bundled from 'rrule';

// A bundler gives the names themselves, Node gives them inside `default`.
const { RRule } = 'RRule' in bundled ? bundled : (bundled as { readonly default: typeof bundled }).default;

/** The days of a week as rules name them, from Monday. */
export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** Weeks of a mean Gregorian year. */
export const weeksPerYear = 365.2425 / 7;

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
  const parts = partsOf(text);
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

function partsOf(text: string): ReadonlyMap<string, string> | undefined {
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

/**
 * The days of a rule from one to another, both included. `anchor` is one of its days, or the day that its interval is counted from;
 * the rule holds before it as well as after.
 */
export function daysOfRule(rule: string, anchor: Day, from: Day, to: Day): readonly Day[] {
  const parts = partsOf(rule);
  if (parts === undefined || from > to) return [];
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const start = startBefore(parts.get('FREQ') ?? '', interval, anchor, from);
  const own = withDay(rule, parts, anchor);
  const repeats = new RRule({ ...RRule.parseString(own), dtstart: atNoon(start) });
  return [...new Set(repeats.between(atNoon(from), atNoon(to), true).map((at) => at.toISOString().slice(0, 10)))];
}

/** A beginning that is not after `from` and from which the interval counts as from `anchor`. */
function startBefore(frequency: string, interval: number, anchor: Day, from: Day): Day {
  if (frequency === 'WEEKLY') {
    const weeks = Math.floor((Date.parse(from) - Date.parse(anchor)) / (604_800_000 * interval)) - 1;
    return addDays(anchor, weeks * 7 * interval);
  }
  const months = frequency === 'MONTHLY' ? interval : interval * 12;
  const first = frequency === 'MONTHLY' ? `${anchor.slice(0, 7)}-01` : `${anchor.slice(0, 4)}-01-01`;
  const between = (Number(from.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(from.slice(5, 7)) - Number(first.slice(5, 7));
  return addMonths(first, (Math.floor(between / months) - 1) * months);
}

/** A rule that names no day has the anchor's (§3.8.5.3), also where it is begun on another one. */
function withDay(rule: string, parts: ReadonlyMap<string, string>, anchor: Day): string {
  if (parts.has('BYDAY') || parts.has('BYMONTHDAY') || parts.get('FREQ') === 'WEEKLY') return rule;
  const month = parts.get('FREQ') === 'YEARLY' && !parts.has('BYMONTH') ? `;BYMONTH=${Number(anchor.slice(5, 7))}` : '';
  return `${rule}${month};BYMONTHDAY=${Number(anchor.slice(8))}`;
}

/** After 28 years the calendar's days fall on the same weekdays again (1901 to 2099). */
const cycle = { from: '2001-01-01', to: '2028-12-31', years: 28 } as const;
const counted = new Map<string, number>();

/** How often a rule with an interval of one pays in 28 years. */
function paysInCycle(rule: string): number {
  const each = rule.replace(/;?INTERVAL=\d+/, '').replace(/^;/, '');
  const known = counted.get(each);
  if (known !== undefined) return known;
  const count = daysOfRule(each, cycle.from, cycle.from, cycle.to).length;
  if (counted.size < 100) counted.set(each, count);
  return count;
}

/** How often a rule pays in a mean year. */
export function paysPerYear(rule: string): number {
  const parts = partsOf(rule);
  if (parts === undefined) return 0;
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (parts.get('FREQ') === 'WEEKLY' && !parts.has('BYSETPOS'))
    return (weeksPerYear * (parts.get('BYDAY')?.split(',').length ?? 1)) / interval;
  return paysInCycle(rule) / cycle.years / interval;
}

function atNoon(day: Day): Date {
  return new Date(`${day}T12:00:00Z`);
}
