import { addDays, type Day } from '@castellan/money/day';
import { weekdayOf } from '../../../web/app/domains/tasks/day.ts';
import { type WorkCalendar, workCalendarOf } from './holiday-calendar.ts';
import type { PayPlan } from './plan/pay-plan.ts';
import { daysOfRule } from './plan/pay-rule.ts';

/** One payday: the day that the rule names, and the day on which the pay comes. */
export type PayDate = {
  readonly nominal: Day;
  readonly day: Day;
  /** Days that nobody is paid on, from the nominal day on; empty where that is a working day. */
  readonly passed: readonly DayOff[];
  /** Whether the holidays of all these days are known. */
  readonly isCertain: boolean;
};

/** A day that nobody is paid on: a day of the weekend, a public holiday, or both. */
type DayOff = { readonly day: Day; readonly isWeekend: boolean; readonly holiday: string | undefined };

/** No run of days off is longer: where one is, the day stays where it is. */
const longestShift = 14;

function dayOff(day: Day, { weekend, holidays }: WorkCalendar): DayOff | undefined {
  const holiday = holidays.get(day);
  const isWeekend = weekend.has(weekdayOf(day));
  return holiday === undefined && !isWeekend ? undefined : { day, isWeekend, holiday };
}

/** The day on which the pay of a nominal day comes. */
function payDateOf(nominal: Day, shift: PayPlan['shift'], calendar: WorkCalendar): PayDate {
  const passed: DayOff[] = [];
  const step = shift === 'prev' ? -1 : 1;
  for (let day = nominal; passed.length <= longestShift; day = addDays(day, step)) {
    const off = dayOff(day, calendar);
    const isCertain = calendar.isKnown(nominal) && calendar.isKnown(day);
    if (off === undefined) return { nominal, day, passed, isCertain };
    passed.push(off);
    if (shift === 'none') return { nominal, day: nominal, passed, isCertain };
  }
  return { nominal, day: nominal, passed: passed.slice(0, 1), isCertain: calendar.isKnown(nominal) };
}

/** Paydays from one day to another, both included, in their order. */
export function payDatesBetween(
  plan: Pick<PayPlan, 'rrule' | 'anchor' | 'shift' | 'country' | 'region' | 'holidays'>,
  from: Day,
  to: Day,
): readonly PayDate[] {
  const calendar = workCalendarOf(plan, plan.holidays);
  return daysOfRule(plan.rrule, plan.anchor, addDays(from, -longestShift - 1), addDays(to, longestShift + 1))
    .map((nominal) => payDateOf(nominal, plan.shift, calendar))
    .filter(({ day }) => day >= from && day <= to)
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.nominal < other.nominal ? -1 : 1));
}

/** Days to look ahead: a rule that pays every so many years has a payday within it. */
const horizons = [70, 800, 366 * 60];

/** The first payday that is `from` or later. */
export function nextPayDate(plan: Parameters<typeof payDatesBetween>[0], from: Day): PayDate | undefined {
  for (const days of horizons) {
    const [next] = payDatesBetween(plan, from, addDays(from, days));
    if (next !== undefined) return next;
  }
  return undefined;
}

/** The last payday that is `until` or earlier. */
export function lastPayDate(plan: Parameters<typeof payDatesBetween>[0], until: Day): PayDate | undefined {
  for (const days of horizons) {
    const last = payDatesBetween(plan, addDays(until, -days), until).at(-1);
    if (last !== undefined) return last;
  }
  return undefined;
}

/**
 * Why a payday is the day that it is: `31 Jan 2026 is a Saturday → Fri 30 Jan`; only the day where it was not moved. Of the days
 * passed after the first, holidays are named, and a weekend is one.
 */
export function explainPayDate({ nominal, day, passed }: PayDate): string {
  const [first, ...others] = passed;
  if (first === undefined) return `${shortDay(day)} ${day.slice(0, 4)}`;
  const weekday = first.isWeekend ? `a ${weekdayName.format(at(nominal))}` : undefined;
  const why = first.holiday !== undefined && weekday !== undefined ? `${first.holiday} and ${weekday}` : (first.holiday ?? weekday);
  const because = [`${fullDay.format(at(nominal))} is ${why}`];
  let isInWeekend = first.holiday === undefined;
  for (const one of others) {
    if (one.holiday !== undefined) because.push(`${shortDay(one.day)} is ${one.holiday}`);
    else if (!isInWeekend) because.push('then the weekend');
    isInWeekend = one.holiday === undefined;
  }
  const reason = because.join('; ');
  if (day === nominal) return `${reason}; not moved`;
  return `${reason} → ${shortDay(day)}${day.slice(0, 4) === nominal.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`}`;
}

const weekdayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `Fri 30 Jan`. */
export function shortDay(day: Day): string {
  return short.format(at(day)).replace(',', '');
}

function at(day: Day): Date {
  return new Date(`${day}T12:00:00Z`);
}
