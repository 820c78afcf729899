/** Something that a calendar holds. A whole day leaves its owner free and ends with the day; a moment has no length. */
export type CalendarEvent = {
  readonly uid: string;
  /** A day as `YYYY-MM-DD`, or a moment. */
  readonly on: string | Date;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly url?: string;
  /** A reminder so many days before. */
  readonly alarm?: { readonly daysBefore: number; readonly text: string };
};

/** Events as a calendar (RFC 5545), made at `now` by `product`. */
export function formatEvents(product: string, now: Date, events: readonly CalendarEvent[]): string {
  return formatCalendar(
    product,
    events.map((event) => eventLines(event, now)),
  );
}

/** Components as a calendar: their lines folded (§3.1). `product` is a name of ours, in English. */
export function formatCalendar(product: string, components: readonly (readonly string[])[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Castellan//${product}//EN`, ...components.flat(), 'END:VCALENDAR'];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** A text as a property's value (§3.3.11). */
export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\n|\r/g, '\\n');
}

/** A moment in UTC (§3.3.5). */
export function utcMoment(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A day as the parameter and the value of a property. */
export function wholeDay(day: string): string {
  return `;VALUE=DATE:${day.replaceAll('-', '')}`;
}

function eventLines({ uid, on, summary, description, url, alarm }: CalendarEvent, now: Date): readonly string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utcMoment(now)}`,
    ...(typeof on === 'string'
      ? [`DTSTART${wholeDay(on)}`, `DTEND${wholeDay(dayAfter(on))}`, 'TRANSP:TRANSPARENT']
      : [`DTSTART:${utcMoment(on)}`]),
    `SUMMARY:${escapeText(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    ...(alarm === undefined
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-P${alarm.daysBefore}D`, `DESCRIPTION:${escapeText(alarm.text)}`, 'END:VALARM']),
    'END:VEVENT',
  ];
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Lines of at most 75 bytes, never cut within a character; what is longer goes on in the next line, after a space. */
function fold(line: string): string {
  let [folded, bytes] = ['', 0];
  for (const char of line) {
    const code = char.codePointAt(0) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes + size > 75) [folded, bytes] = [`${folded}\r\n `, 1];
    folded += char;
    bytes += size;
  }
  return folded;
}
