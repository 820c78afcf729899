import { addDays, type Day } from '@castellan/money/day';
import { escapeText, joinLines } from '../../lib/icalendar-lines.ts';
import { explainPayDate, type PayDate } from './pay-dates.ts';

/**
 * Paydays as a calendar of whole days (RFC 5545), each with the reason for its date. Names no amount: calendars are shared. The same
 * payday has the same UID in every file, so that a second import moves it instead of doubling it.
 */
export function payCalendar(pay: { readonly id: string; readonly name: string }, dates: readonly PayDate[], now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const events = dates.flatMap((date) => [
    'BEGIN:VEVENT',
    `UID:${escapeText(`${pay.id}-${plain(date.nominal)}@payday-fun`)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${plain(date.day)}`,
    `DTEND;VALUE=DATE:${plain(addDays(date.day, 1))}`,
    `SUMMARY:${escapeText(`Payday: ${pay.name}`)}`,
    ...(date.passed.length === 0 ? [] : [`DESCRIPTION:${escapeText(explainPayDate(date))}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  return joinLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Castellan//Payday Fun//EN', ...events, 'END:VCALENDAR']);
}

function plain(day: Day): string {
  return day.replaceAll('-', '');
}
