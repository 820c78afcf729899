import type { KevEntry } from './kev.ts';
import type { ThreatItem } from './rank.ts';

type DueItem = Pick<ThreatItem, 'id' | 'affects' | 'fixedIn'> & { readonly kev?: KevEntry | undefined };

/**
 * What is to be fixed by when as a calendar (RFC 5545), a whole day each, with a reminder three days before. `undefined` where
 * nothing has a due date.
 */
export function dueCalendar(items: readonly DueItem[], now: Date): string | undefined {
  const due = items.flatMap(({ kev, ...item }) => (kev === undefined ? [] : [{ ...item, kev }]));
  if (due.length === 0) return undefined;
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const events = due.flatMap(({ id, affects, fixedIn, kev }) => {
    const [day, next] = [kev.dueOn, dayAfter(kev.dueOn)].map((one) => one.replaceAll('-', ''));
    const whose = affects.length === 0 ? [] : [`On your inventory: ${affects.slice(0, 5).join(', ')}.`];
    const fixed = fixedIn.length === 0 ? [] : [`Fixed in ${fixedIn.slice(0, 5).join(', ')}.`];
    return [
      'BEGIN:VEVENT',
      `UID:${id}@threat-monitor`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day}`,
      `DTEND;VALUE=DATE:${next}`,
      'TRANSP:TRANSPARENT',
      `SUMMARY:${text(`Fix ${id}: ${kev.name}`)}`,
      `DESCRIPTION:${text([...whose, ...fixed, kev.action].join('\n'))}`,
      `URL:https://nvd.nist.gov/vuln/detail/${id}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-P3D',
      `DESCRIPTION:${text(`${id} is to be fixed in three days`)}`,
      'END:VALARM',
      'END:VEVENT',
    ];
  });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Castellan//Threat Monitor//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function text(value: string): string {
  return value.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll(/\r?\n/g, '\\n');
}

/** Lines of at most 75 bytes; what is longer goes on in the next line, after a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let [part, length] = ['', 0];
  for (const letter of line) {
    const code = letter.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (length + bytes > 74) {
      parts.push(part);
      [part, length] = ['', 0];
    }
    part += letter;
    length += bytes;
  }
  return [...parts, part].join('\r\n ');
}
