import { addDays, addMonths, type Day } from '@castellan/money/day';
import * as bundled from 'rrule';
import { partsOfRule } from './rule-text.ts';

// A bundler gives the names themselves, Node gives them inside `default`.
const { RRule } = 'RRule' in bundled ? bundled : (bundled as { readonly default: typeof bundled }).default;

/** Weeks of a mean Gregorian year. */
export const weeksPerYear = 365.2425 / 7;

/**
 * The days of a rule from one to another, both included. `anchor` is one of its days, or the day that its interval is counted from;
 * the rule holds before it as well as after.
 */
export function daysOfRule(rule: string, anchor: Day, from: Day, to: Day): readonly Day[] {
  const parts = partsOfRule(rule);
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
  const parts = partsOfRule(rule);
  if (parts === undefined) return 0;
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (parts.get('FREQ') === 'WEEKLY' && !parts.has('BYSETPOS'))
    return (weeksPerYear * (parts.get('BYDAY')?.split(',').length ?? 1)) / interval;
  return paysInCycle(rule) / cycle.years / interval;
}

function atNoon(day: Day): Date {
  return new Date(`${day}T12:00:00Z`);
}
