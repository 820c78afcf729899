import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEvents } from './icalendar.ts';

const now = new Date('2026-11-22T10:00:00Z');
const sizeOf = (line: string) => new TextEncoder().encode(line).length;

test('no line is longer than 75 bytes or cut within a character, and unfolded and unescaped each text is as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (summary) => {
      const text = formatEvents('Test', now, [{ uid: 'a', on: now, summary }]);
      expect(text.split('\r\n').every((line) => sizeOf(line) <= 75 && line.isWellFormed())).toBe(true);
      const [, value = ''] = /\r\nSUMMARY:(.*)\r\nEND:VEVENT/s.exec(text.replaceAll('\r\n ', '')) ?? [];
      expect(value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))).toBe(summary.replace(/\r\n|\r/g, '\n'));
    }),
  );
});

test('a whole day ends where the next begins, also at the end of a year; a moment is told in UTC; an alarm comes days before', () => {
  const events = [
    { uid: 'a;1', on: '2026-12-31', summary: 'One', url: 'https://example.org/' },
    { uid: 'b', on: new Date('2027-01-22T13:34:56+01:00'), summary: 'Two', description: 'x\ny', alarm: { daysBefore: 21, text: 'Soon' } },
  ];
  const lines = formatEvents('Test', now, events).split('\r\n');
  expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Castellan//Test//EN']);
  expect(lines.slice(4, 11)).toEqual([
    'UID:a\\;1',
    'DTSTAMP:20261122T100000Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'TRANSP:TRANSPARENT',
    'SUMMARY:One',
    'URL:https://example.org/',
  ]);
  expect(lines.slice(15, 22)).toEqual([
    'DTSTART:20270122T123456Z',
    'SUMMARY:Two',
    'DESCRIPTION:x\\ny',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P21D',
    'DESCRIPTION:Soon',
  ]);
});
