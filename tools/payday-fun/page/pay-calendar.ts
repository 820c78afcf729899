import { formatEvents } from '@castellan/foundation/icalendar';
import { explainPayDate, type PayDate } from './pay-dates.ts';

/**
 * Paydays as a calendar of whole days, each with the reason for its date. Names no amount: calendars are shared. The same payday has
 * the same UID in every file, so that a second import moves it instead of doubling it.
 */
export function payCalendar(pay: { readonly id: string; readonly name: string }, dates: readonly PayDate[], now: Date): string {
  const events = dates.map((date) => ({
    uid: `${pay.id}-${date.nominal.replaceAll('-', '')}@payday-fun`,
    on: date.day,
    summary: `Payday: ${pay.name}`,
    description: date.passed.length === 0 ? undefined : explainPayDate(date),
  }));
  return formatEvents('Payday Fun', now, events);
}
