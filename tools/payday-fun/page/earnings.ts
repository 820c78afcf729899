import { dayOf, weekdayOf } from '../../../web/app/domains/tasks/day.ts';
import { type WorkCalendar, workCalendarOf } from './holiday-calendar.ts';
import type { PayPlan } from './plan/pay-plan.ts';
import { paysPerYear, weeksPerYear } from './plan/pay-rule.ts';

type Paid = Pick<PayPlan, 'net_pay_minor' | 'rrule' | 'hours_per_week'>;

/** What an hour of work brings in a mean year, in the smallest unit, not rounded: the year's pay over 52.18 weeks of work. */
export function hourlyMinor({ net_pay_minor, rrule, hours_per_week }: Paid): number {
  return (net_pay_minor * paysPerYear(rrule)) / (weeksPerYear * hours_per_week);
}

/** Hours of a working day: the week's, spread evenly over the days that are no weekend. */
export function hoursPerDay({ hours_per_week }: Pick<PayPlan, 'hours_per_week'>, { weekend }: Pick<WorkCalendar, 'weekend'>): number {
  return hours_per_week / (7 - weekend.size);
}

/** How a day's earnings stand. `off` is a day of the weekend. */
type EarnedToday =
  | { readonly state: 'off' }
  | {
      readonly state: 'before' | 'working' | 'after';
      /** In the smallest unit, not rounded. */
      readonly minor: number;
      readonly ofMinor: number;
      /** From 0 to 1. */
      readonly share: number;
      /** The public holiday that it is, which is paid as any working day. */
      readonly holiday: string | undefined;
    };

const hourMs = 3_600_000;

/** What was earned so far on the day of `now`, by the clock of wherever this runs. Work ends at midnight at the latest. */
export function earnedToday(plan: Paid & Pick<PayPlan, 'country' | 'region' | 'holidays' | 'work_starts'>, now: Date): EarnedToday {
  const calendar = workCalendarOf(plan, plan.holidays);
  const today = dayOf(now);
  if (calendar.weekend.has(weekdayOf(today))) return { state: 'off' };
  const [hour = 0, minute = 0] = plan.work_starts.split(':').map(Number);
  const startMs = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute).getTime();
  const midnightMs = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const endMs = Math.min(midnightMs, startMs + hoursPerDay(plan, calendar) * hourMs);
  const perMs = hourlyMinor(plan) / hourMs;
  const workedMs = Math.min(Math.max(0, now.getTime() - startMs), endMs - startMs);
  return {
    state: now.getTime() < startMs ? 'before' : now.getTime() < endMs ? 'working' : 'after',
    minor: workedMs * perMs,
    ofMinor: (endMs - startMs) * perMs,
    share: endMs > startMs ? workedMs / (endMs - startMs) : 0,
    holiday: calendar.holidays.get(today),
  };
}

/** A length of work in words: `6 h 42 min`; a whole minute at least, unless it is nothing. */
export function hoursText(hours: number): string {
  const minutes = hours > 0 ? Math.max(1, Math.round(hours * 60)) : 0;
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (whole === 0) return `${rest} min`;
  return rest === 0 ? `${whole.toLocaleString('en-GB')} h` : `${whole.toLocaleString('en-GB')} h ${rest} min`;
}
