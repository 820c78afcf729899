import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { loadFindDate } from '../../../../../web/app/domains/tasks/find-date.ts';
import { draftOf, type TaskDraft } from '../../../../../web/app/domains/tasks/task.ts';
import { icalendar } from './icalendar.ts';
import { wallOf } from './zoned-time.ts';

const clues = { now: new Date(2026, 10, 21, 12, 0), findDate: await loadFindDate() };

const read = (...lines: readonly string[]) => icalendar.parse(lines.join('\r\n'), clues);

const dueAt = (moment: string) => {
  const { day: due_on, time: due_time } = wallOf(new Date(moment));
  return { due_on, due_time };
};

const budapest = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Budapest',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'END:VTIMEZONE',
];

describe('files in the form of other programs', () => {
  test('Apple Reminders: a zone, an alarm with a text of its own, its own order, a step by the name of its task', () => {
    const { records, rejected, partial } = read(
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Apple Inc.//iOS 18.1//EN',
      'CALSCALE:GREGORIAN',
      ...budapest,
      'BEGIN:VTODO',
      'CREATED:20261101T081500Z',
      'UID:2B6A6E0C-7A61-4D4B-9E0E-2A5B54F1D1C7',
      'DTSTART;TZID=Europe/Budapest:20260703T090000',
      'DUE;TZID=Europe/Budapest:20260703T090000',
      'SUMMARY:Call the bank\\, then the landlord',
      'DESCRIPTION:Ask for the statement\\nand for the fee',
      'PRIORITY:1',
      'STATUS:NEEDS-ACTION',
      'RRULE:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=3',
      'X-APPLE-SORT-ORDER:783849600',
      'SEQUENCE:0',
      'BEGIN:VALARM',
      'X-WR-ALARMUID:81A2F9C0-0000-4000-8000-000000000000',
      'TRIGGER;VALUE=DATE-TIME:20260703T070000Z',
      'DESCRIPTION:Reminder',
      'SUMMARY:Not the task',
      'ACTION:DISPLAY',
      'END:VALARM',
      'END:VTODO',
      'BEGIN:VTODO',
      'UID:9E0D5F4A-55E4-4B1E-93C8-3F5D9B0E7A10',
      'SUMMARY:Find the number',
      'RELATED-TO;RELTYPE=PARENT:2B6A6E0C-7A61-4D4B-9E0E-2A5B54F1D1C7',
      'STATUS:COMPLETED',
      'PERCENT-COMPLETE:100',
      'COMPLETED:20261102T101112Z',
      'END:VTODO',
      'END:VCALENDAR',
      '',
    );
    expect([rejected, partial]).toEqual([[], []]);
    expect(records.map(({ fields }) => fields)).toEqual([
      {
        ...draftOf('Call the bank, then the landlord'),
        ...dueAt('2026-07-03T07:00:00Z'),
        notes: 'Ask for the statement\nand for the fee',
        priority: 1,
        rrule: 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=3',
      },
      { ...draftOf('Find the number'), status: 'done', completed_at: '2026-11-02T10:11:12.000Z' },
    ]);
    expect(records[1]?.links).toEqual({ parent_id: '2B6A6E0C-7A61-4D4B-9E0E-2A5B54F1D1C7' });
  });

  test('Nextcloud Tasks: whole days, moments without a zone, tags, a share that is done, a parent without its kind', () => {
    const { records, rejected, partial } = read(
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Nextcloud Tasks v0.16.1',
      'BEGIN:VTODO',
      'UID:tqa8s1xdw3',
      'CREATED:20261101T091500',
      'LAST-MODIFIED:20261110T120000',
      'DTSTAMP:20261110T120000',
      'SUMMARY:Repaint the fence',
      'PERCENT-COMPLETE:40',
      'STATUS:IN-PROCESS',
      'PRIORITY:5',
      'DUE;VALUE=DATE:20261124',
      'CATEGORIES:garden,wood\\, old',
      'X-PINNED:true',
      'X-OC-HIDESUBTASKS:0',
      'END:VTODO',
      'BEGIN:VTODO',
      'UID:k1mbl0q9zz',
      'SUMMARY:Buy paint',
      'RELATED-TO:tqa8s1xdw3',
      'DUE:20261123T170000',
      'COMPLETED:20261110T120000',
      'END:VTODO',
      'END:VCALENDAR',
    );
    expect([rejected, partial]).toEqual([[], []]);
    expect(records.map(({ line, fields }) => ({ line, fields }))).toEqual([
      {
        line: 4,
        fields: {
          ...draftOf('Repaint the fence'),
          status: 'doing',
          priority: 3,
          due_on: '2026-11-24',
          tags: ['garden', 'wood, old'],
        },
      },
      {
        line: 18,
        fields: {
          ...draftOf('Buy paint'),
          status: 'done',
          due_on: '2026-11-23',
          due_time: '17:00:00',
          completed_at: '2026-11-10T12:00:00.000Z',
        },
      },
    ]);
    expect(records[1]?.links).toEqual({ parent_id: 'tqa8s1xdw3' });
  });

  test('Thunderbird: a quoted parameter with colons and commas, folded with tabs, a rule with an end, its own properties', () => {
    const { records, rejected, partial } = read(
      'BEGIN:VCALENDAR',
      'PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN',
      'VERSION:2.0',
      ...budapest,
      'BEGIN:VTODO',
      'CREATED:20261101T081500Z',
      'LAST-MODIFIED:20261102T081500Z',
      'DTSTAMP:20261102T081500Z',
      'UID:6f1b7a2e-9c6f-4c8c-8a6e-0a5d1d5c0b11',
      'SUMMARY:Water the',
      '\t plants',
      'PRIORITY:9',
      'STATUS:NEEDS-ACTION',
      'RRULE:FREQ=WEEKLY;UNTIL=20261231T170000Z;BYDAY=MO,TH',
      'DTSTART;TZID="Europe/Budapest":20261123T180000',
      'DUE;TZID="Europe/Budapest":20261123T180000',
      'DESCRIPTION;ALTREP="data:text/html,%3Cb%3Etwice%3C%2Fb%3E; a:b":twice\\; a:b',
      'CLASS:PRIVATE',
      'X-MOZ-GENERATION:2',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER;VALUE=DURATION:-PT15M',
      'DESCRIPTION:Mozilla Alarm: Water the plants',
      'END:VALARM',
      'END:VTODO',
      'END:VCALENDAR',
    );
    expect([rejected, partial]).toEqual([[], []]);
    expect(records.map(({ fields }) => fields)).toEqual([
      {
        ...draftOf('Water the plants'),
        ...dueAt('2026-11-23T17:00:00Z'),
        notes: 'twice; a:b',
        priority: 4,
        rrule: 'FREQ=WEEKLY;UNTIL=20261231T170000Z;BYDAY=MO,TH',
      },
    ]);
  });
});

describe('broken files', () => {
  const whole = ['BEGIN:VCALENDAR', 'BEGIN:VTODO', 'UID:1', 'SUMMARY:One', 'END:VTODO', 'BEGIN:VTODO', 'UID:2', 'SUMMARY:Two'];

  test('of a file that was cut the whole tasks are taken, and the last one is named with its line', () => {
    const { records, rejected } = read(...whole);
    expect(records.map(({ fields }) => fields['title'])).toEqual(['One']);
    expect(rejected).toEqual([{ line: 6, text: 'BEGIN:VTODO', reason: 'The task has no end.' }]);
  });

  test('a line that is no property, a rule that is none and a day of no calendar are named, and the other tasks are taken', () => {
    const { records, rejected } = read(
      ...whole,
      'what is this',
      'END:VTODO',
      ...['RRULE:FREQ=MOONLY', 'RRULE:FREQ', 'DUE:20261332'].flatMap((line) => ['BEGIN:VTODO', 'SUMMARY:Bad', line, 'END:VTODO']),
      'END:VCALENDAR',
    );
    expect(records.map(({ fields }) => fields['title'])).toEqual(['One', 'Two']);
    expect(rejected).toEqual([
      { line: 9, text: 'what is this', reason: 'The line is not an iCalendar property.' },
      { line: 11, text: 'Bad', reason: 'Its repetition cannot be read.' },
      { line: 15, text: 'Bad', reason: 'Its repetition cannot be read.' },
      { line: 19, text: 'Bad', reason: 'Its day is none of the calendar.' },
    ]);
  });

  test('lines that end as on any system are read, and names that objects have are only properties', () => {
    const lines = [...whole, 'CONSTRUCTOR;CONSTRUCTOR=a:b', 'VALUEOF;VALUE=TOSTRING:c', 'END:VTODO', 'END:VCALENDAR', 'END:VCALENDAR', ''];
    for (const end of ['\n', '\r', '\r\n']) {
      const { records, rejected } = icalendar.parse(lines.join(end), clues);
      expect([records.map(({ fields }) => fields['title']), rejected]).toEqual([['One', 'Two'], []]);
    }
  });
});

/** Texts without what a title may not have, with signs that iCalendar writes in its own way. */
const words = (maxLength: number) =>
  fc
    .oneof(fc.string({ unit: 'grapheme', maxLength }), fc.string({ unit: fc.constantFrom(...'ab ,;:\\"\'n^=ő😀'), maxLength }))
    .map((text) =>
      text
        .replace(/[\p{Cc}\p{Cf}\u2028-\u202E\u2066-\u2069]/gu, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '' && text.isWellFormed());

// What is read here must not depend on ical.js: one bad line, or one rule that is none, ends its reading of the whole file; it tells no
// lines; and it takes the comma after a tag that ends with a backslash for a part of the tag. As a second opinion it is good.
const tags = fc.uniqueArray(
  words(20).filter((text) => !text.endsWith('\\')),
  { minLength: 1, maxLength: 4 },
);

describe('a second opinion', () => {
  test('ical.js reads what is written here', () => {
    fc.assert(
      fc.property(words(200), words(200), tags, (title, notes, categories) => {
        const draft: TaskDraft = { ...draftOf(title), notes, tags: categories, due_on: '2026-11-24', rrule: 'FREQ=WEEKLY;BYDAY=MO' };
        const calendar = new ICAL.Component(ICAL.parse(icalendar.format([draft], clues.now)));
        const task = calendar.getFirstSubcomponent('vtodo');
        expect(task?.getFirstPropertyValue('summary')).toBe(title);
        expect(task?.getFirstPropertyValue('description')).toBe(notes);
        expect(task?.getFirstProperty('categories')?.getValues()).toEqual(categories);
        expect(String(task?.getFirstPropertyValue('due'))).toBe('2026-11-24');
        expect(String(task?.getFirstPropertyValue('rrule'))).toBe('FREQ=WEEKLY;BYDAY=MO');
      }),
    );
  });

  test('what ical.js writes is read here', () => {
    fc.assert(
      fc.property(words(200), words(200), tags, (title, notes, categories) => {
        const text = ICAL.stringify([
          'vcalendar',
          [['version', {}, 'text', '2.0']],
          [
            [
              'vtodo',
              [
                ['uid', {}, 'text', '1'],
                ['summary', {}, 'text', title],
                ['description', { altrep: 'data:a,b;c' }, 'text', notes],
                ['categories', {}, 'text', ...categories],
                ['due', {}, 'date', '2026-11-24'],
              ],
              [],
            ],
          ],
        ]);
        const { records, rejected } = icalendar.parse(text, clues);
        expect(rejected).toEqual([]);
        expect(records.map(({ fields }) => fields)).toEqual([{ ...draftOf(title), notes, tags: categories, due_on: '2026-11-24' }]);
      }),
    );
  });
});
