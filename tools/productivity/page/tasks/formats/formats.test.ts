import { GFM, parser } from '@lezer/markdown';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../../web/app/domains/exchange/decode-text.ts';
import { planImport } from '../../../../../web/app/domains/exchange/plan-import.ts';
import type { RawRecord } from '../../../../../web/app/domains/records/record.ts';
import { loadFindDate } from '../../../../../web/app/domains/tasks/find-date.ts';
import { draftOf, type Task, type TaskDraft } from '../../../../../web/app/domains/tasks/task.ts';
import { taskSchema, taskStatuses } from '../../../../../web/app/domains/tasks/task-row.ts';
import { icalendar } from './icalendar.ts';
import { markdown } from './markdown.ts';
import { readTaskFile, taskFormats } from './read-task-file.ts';
import { todoistCsv } from './todoist-csv.ts';
import { wallOf } from './zoned-time.ts';

const now = new Date(2026, 10, 21, 12, 0);
const clues = { now, findDate: await loadFindDate() };

const line = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.string({ unit: fc.constantFrom(...'ab #[]:;,\\"\'=+-@x1:'), maxLength }),
      fc.constantFrom(
        '=1+1',
        '@home',
        'a @b',
        '\\@x',
        '#tag',
        '[due:: 2026-01-01]',
        '\\[x',
        'every day',
        '- [ ] x',
        "'=x",
        'x\\',
        'BEGIN:VTODO',
      ),
    )
    .map((text) =>
      text
        .replace(/[\p{Cc}\p{Cf}\u2028-\u202E\u2066-\u2069]/gu, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '' && text.length <= maxLength && text.isWellFormed());
const day = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const rule = fc.constantFrom(
  'FREQ=DAILY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=YEARLY;COUNT=4',
  'FREQ=MONTHLY;BYMONTHDAY=15',
);
const draft: fc.Arbitrary<TaskDraft> = fc
  .record({
    title: line(80),
    notes: fc
      .array(fc.oneof(line(40), fc.constantFrom('', '  indented', '- [ ] not a task', '\\', ' \\x')), { maxLength: 4 })
      .map((lines) => lines.join('\n').replace(/\n+$/, '')),
    status: fc.constantFrom(...taskStatuses),
    priority: fc.integer({ min: 0, max: 4 }),
    due_on: fc.option(day),
    time: fc.option(fc.constantFrom('09:00:00', '23:59:00', '00:00:00')),
    estimate_min: fc.option(fc.integer({ min: 1, max: 44_640 })),
    rrule: fc.option(rule),
    project: fc.option(line(30)),
    tags: fc.uniqueArray(line(20), { maxLength: 4 }),
    completed: fc.integer({ min: 1_500_000_000, max: 1_900_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString()),
  })
  .map(({ time, completed, ...rest }) => ({
    ...rest,
    due_time: rest.due_on === null ? null : time,
    completed_at: rest.status === 'done' ? completed : null,
  }));

function comeBack(format: typeof icalendar, drafts: readonly TaskDraft[]) {
  const text = format.format(drafts, now);
  expect(format.recognises(text) || drafts.length === 0).toBe(true);
  const parsed = format.parse(text, clues);
  expect(parsed.rejected).toEqual([]);
  return parsed.records.map(({ fields }) => fields);
}

test('an invitation’s words are no image, link, HTML or second task in the Markdown list, and come back as they were', () => {
  const words = '![x](https://evil.test/pixel) <img src=https://evil.test/2> [a](javascript:x) https://evil.test/<b>';
  const task = { ...draftOf(words), project: '<img src=x>](y)', notes: `${words}\r- [ ] planted\n   <b>bold</b>` };
  const text = markdown.format([task], now);
  const found: string[] = [];
  const look = (name: string, shown: string) => {
    // The parser takes our own fields for links to a name, which nothing defines.
    if (/Image|Link$|URL|HTML|Emphasis/.test(name) && !shown.startsWith('[project:: ')) found.push(`${name}: ${shown}`);
  };
  parser
    .configure(GFM)
    .parse(text)
    .iterate({ enter: ({ name, from, to }) => look(name, text.slice(from, to)) });
  expect(found).toEqual([]);
  expect(markdown.parse(text, clues).records.map(({ fields }) => fields)).toEqual([{ ...task, notes: task.notes.replace('\r', '\n') }]);
});

describe('what is exported comes back as it was', () => {
  test('by iCalendar', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 4 }), (drafts) => {
        expect(comeBack(icalendar, drafts)).toEqual(drafts);
      }),
      { numRuns: 300 },
    );
  });
  test('by Markdown', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 4 }), (drafts) => {
        const sorted = (tags: readonly string[]) => [...tags].sort();
        expect(comeBack(markdown, drafts).map((fields) => ({ ...fields, tags: sorted(fields['tags'] as string[]) }))).toEqual(
          drafts.map((one) => ({ ...one, tags: sorted(one.tags) })),
        );
      }),
      { numRuns: 300 },
    );
  });
  test('by Todoist CSV, apart from what it says it loses', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 4 }), (drafts) => {
        const kept = drafts
          .filter(({ status }) => status === 'todo' || status === 'doing')
          .map((one) => ({
            ...one,
            status: 'todo',
            priority: one.priority === 4 ? 0 : one.priority,
            project: null,
            tags: one.tags.filter((tag) => !/\s/.test(tag)),
          }));
        expect(comeBack(todoistCsv, drafts)).toEqual(kept);
      }),
      { numRuns: 300 },
    );
  });
});

describe('steps', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const taskOf = (id: string, more: Partial<Task>): Task =>
    taskSchema.parse({ ...draftOf(id), id, version: 1, created_at: at, updated_at: at, deleted_at: null, ...more });
  const ids = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  const [report, outline, figures, other, twin] = ids as [string, string, string, string, string];
  // A step before the task that it is a part of, a step of a step, and two steps of the same words.
  const steps = [
    taskOf(figures, { title: 'Figures', parent_id: outline, notes: 'three of them\n- [ ] not a task', project: 'Works', status: 'doing' }),
    taskOf(report, { title: 'Write report', notes: 'for May', tags: ['metal'], priority: 4 }),
    taskOf(outline, { title: 'Outline', parent_id: report, due_on: '2026-11-24' }),
    taskOf(other, { title: 'Call back' }),
    taskOf(twin, { title: 'Outline', parent_id: other }),
  ];
  const read = (text: string, existing: readonly Task[]) => {
    const found = readTaskFile(new TextEncoder().encode(text), existing, clues);
    return found !== undefined && 'plan' in found ? found.plan : undefined;
  };
  const wholeOf = (title: string, plan: ReturnType<typeof read>) => {
    const made = plan?.edits.map(({ id, values }): Readonly<Record<string, unknown>> => ({ id, ...values })) ?? [];
    return made.filter((edit) => edit['title'] === title).map((edit) => made.find(({ id }) => id === edit['parent_id'])?.['title']);
  };

  test.each(taskFormats.map((format) => [format.label, format] as const))('%s: a step comes back as a step of its task', (_, format) => {
    const plan = read(format.format(steps, now), []);
    expect(plan?.fresh).toHaveLength(5);
    expect(wholeOf('Figures', plan)).toEqual(['Outline']);
    expect(wholeOf('Outline', plan).toSorted()).toEqual(['Call back', 'Write report']);
    expect(wholeOf('Write report', plan)).toEqual([undefined]);
    // The database refuses a part of what is not there yet.
    const order = plan?.edits.map(({ id }) => id) ?? [];
    for (const [index, { values }] of plan?.edits.entries() ?? []) {
      const whole = values['parent_id'];
      if (typeof whole === 'string') expect(order.indexOf(whole)).toBeLessThan(index);
    }
    expect(plan?.partial).toEqual([]);
  });
  test.each(taskFormats.map((format) => [format.label, format] as const))(
    '%s: one’s own export, read again, adds and changes nothing',
    (_, format) => {
      const plan = read(format.format(steps, now), steps);
      expect([plan?.fresh, plan?.changed, plan?.edits, plan?.duplicate.length]).toEqual([[], [], [], 5]);
    },
  );
  test('a calendar and a table that were cut inside of a task are refused, or the last row is named', () => {
    for (const format of [icalendar, todoistCsv]) {
      const text = format.format(steps, now);
      const first = text.indexOf(format === icalendar ? 'BEGIN:VTODO' : '\n') + 3;
      for (let cut = first; cut < text.trimEnd().length; cut += 1) {
        const found = readTaskFile(new TextEncoder().encode(text.slice(0, cut)), [], clues);
        const isWholeRow = format === todoistCsv && /[\r\n]$/.test(text.slice(0, cut)) && found !== undefined && 'plan' in found;
        if (found === undefined || !('plan' in found) || isWholeRow) continue;
        expect(found.plan.partial.map(({ reason }) => reason)).toContain(
          'The last row has no line end, as in a file that was cut: compare it.',
        );
      }
    }
  });
  test('what came from a file of another kind is known again too', () => {
    const imported = taskOf(report, { title: 'Oil', source: 'todoist', external_id: 'x1' });
    for (const format of taskFormats) expect([format.id, read(format.format([imported], now), [imported])?.edits]).toEqual([format.id, []]);
  });
  test('tasks that are parts of each other are all written, and read without the circle', () => {
    const circle = [taskOf(report, { title: 'One', parent_id: outline }), taskOf(outline, { title: 'Two', parent_id: report })];
    for (const format of taskFormats) expect([format.id, read(format.format(circle, now), [])?.fresh.length]).toEqual([format.id, 2]);
    const plan = read(icalendar.format(circle, now), []);
    expect(plan?.edits.map(({ values }) => 'parent_id' in values).toSorted()).toEqual([false, true]);
    expect(plan?.partial).toMatchObject([{ reason: 'It is its own ancestor.' }]);
  });
  test('a step whose task is not in the file is taken by itself, and said', () => {
    const plan = read('BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Lone\nRELATED-TO:gone\nEND:VTODO\nEND:VCALENDAR', []);
    expect(plan?.fresh.length).toBe(1);
    expect(plan?.partial).toMatchObject([{ line: 2, text: 'Lone', reason: 'What it is a part of is neither in the file nor here.' }]);
  });
  test('an item under one without a box is no step of the task before', () => {
    const plan = read('- [ ] One\n- plain\n  - [ ] Two\n    - [ ] Three\n\n# Later\n  - [ ] Four\n', []);
    expect(['Two', 'Three', 'Four'].map((title) => wholeOf(title, plan)[0])).toEqual([undefined, 'Two', undefined]);
  });
});

describe('files of others', () => {
  const dueAt = (at: Date) => {
    const { day: due_on, time: due_time } = wallOf(at);
    return { due_on, due_time };
  };
  const taskWith = (...lines: readonly string[]) =>
    icalendar.parse(['BEGIN:VCALENDAR', 'BEGIN:VTODO', 'UID:1', 'SUMMARY:Call', ...lines, 'END:VTODO', 'END:VCALENDAR'].join('\n'), clues);
  test('a time of another zone is told on this clock, before and after its clocks change', () => {
    for (const [local, utc] of [
      ['20260701T090000', '2026-07-01T13:00:00Z'],
      ['20261201T090000', '2026-12-01T14:00:00Z'],
      ['20260308T033000', '2026-03-08T07:30:00Z'],
    ] as const)
      expect(taskWith(`DUE;TZID=America/New_York:${local}`).records[0]?.fields).toMatchObject(dueAt(new Date(utc)));
  });
  test('a zone that nobody knows, a date that cannot be read and a relation without a place are said', () => {
    expect(taskWith('DUE;TZID=Nowhere/Else:20260701T090000')).toMatchObject({
      records: [{ fields: { due_on: '2026-07-01', due_time: '09:00:00' } }],
      partial: [{ text: 'Call', reason: expect.stringContaining('Nowhere/Else') }],
    });
    expect(taskWith('DUE:next week', 'RELATED-TO;RELTYPE=SIBLING:2')).toMatchObject({
      records: [{ fields: { due_on: null } }],
      partial: [{ reason: 'Its date “next week” cannot be read.' }, { reason: 'A relation of the kind SIBLING has no place here.' }],
    });
  });
  test('what Todoist says of a date and has no place here is said', () => {
    const parsed = todoistCsv.parse('TYPE,CONTENT,INDENT,DATE,DATE_LANG\ntask,Water,1,every! 3 days,en\ntask,Ask,1,pozajtra,sk\n', clues);
    expect(parsed.records.map(({ fields }) => fields['rrule'])).toEqual(['FREQ=DAILY;INTERVAL=3', null]);
    expect(parsed.partial).toMatchObject([
      { text: 'Water', reason: expect.stringContaining('every!') },
      { text: 'Ask', reason: expect.stringContaining('pozajtra') },
    ]);
  });
  test('a VTODO as other programs write it is read: folded, with alarms, zones, parameters, ranks of nine', () => {
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Budapest',
      'END:VTIMEZONE',
      'BEGIN:VTODO',
      'UID:abc@example.com',
      'SUMMARY;LANGUAGE=en:Oil the',
      '  lock\\, twice',
      'DUE;TZID=Europe/Budapest:20261124T170000',
      'PRIORITY:9',
      'CATEGORIES:home,door',
      'CATEGORIES:metal',
      'RRULE:FREQ=WEEKLY;BYDAY=TU',
      'BEGIN:VALARM',
      'SUMMARY:Alarm',
      'TRIGGER:-PT15M',
      'END:VALARM',
      'DURATION:PT1H30M',
      'END:VTODO',
      'BEGIN:VEVENT',
      'SUMMARY:Not a task',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const { records, rejected } = icalendar.parse(text, clues);
    expect(records).toEqual([
      {
        line: 6,
        externalId: 'abc@example.com',
        fields: {
          ...draftOf('Oil the lock, twice'),
          ...dueAt(new Date('2026-11-24T16:00:00Z')),
          priority: 4,
          tags: ['home', 'door', 'metal'],
          rrule: 'FREQ=WEEKLY;BYDAY=TU',
          estimate_min: 90,
        },
      },
    ]);
    expect(rejected).toMatchObject([{ line: 21, reason: 'A VEVENT is not a task.' }]);
  });
  test("Todoist's own template is read, with dates in words, and what is no task is named", () => {
    const text =
      'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\ntask,Buy milk @shop,,1,1,Ada (1),,every monday at 9am,en,Europe/Budapest\nsection,Later,,,,,,,,\ntask,"Say ""hi""",,4,1,,,tomorrow,en,\n,,,,,,,,,\n';
    const { records, rejected } = todoistCsv.parse(text, clues);
    expect(records.map(({ fields }) => fields)).toMatchObject([
      { title: 'Buy milk', tags: ['shop'], priority: 1, rrule: 'FREQ=WEEKLY;BYDAY=MO', due_time: '09:00:00' },
      { title: 'Say "hi"', priority: 0, due_on: '2026-11-22' },
    ]);
    expect(rejected).toMatchObject([{ line: 3, reason: 'A section is not a task.' }]);
  });
  test('a list from a note program is read, and items without a box are named', () => {
    const { records, rejected } = markdown.parse('# House\n\n* [ ] Oil #door\n    with graphite\n- [X] Done\n- plain item\n', clues);
    expect(records.map(({ fields }) => fields)).toMatchObject([
      { title: 'Oil', tags: ['door'], notes: '  with graphite' },
      { title: 'Done', status: 'done' },
    ]);
    expect(rejected).toMatchObject([{ line: 6, reason: 'The item has no box to tick.' }]);
  });
  test('bytes are read by their mark, as UTF-8, or as windows-1252', () => {
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...[...'- [ ] Köln'].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]),
    ]);
    expect(decodeText(utf16)).toEqual({ text: '- [ ] Köln', encoding: 'utf-16le' });
    expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, 0x61])).text).toBe('a');
    expect(decodeText(Uint8Array.from([0x4b, 0xf6, 0x6c, 0x6e]))).toEqual({ text: 'Köln', encoding: 'windows-1252' });
  });
  test('a file of another kind is none', () => {
    for (const text of ['', 'hello', '{"a":1}', '\u0000\u0001'])
      expect(readTaskFile(new TextEncoder().encode(text), [], clues)).toBeUndefined();
  });
  test('no bytes make a reader fail', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string().map((text) => new TextEncoder().encode(`BEGIN:VCALENDAR\nBEGIN:VTODO\n${text}\nEND:VTODO`)),
          fc.string().map((text) => new TextEncoder().encode(`TYPE,CONTENT\ntask,${text}`)),
          fc.string().map((text) => new TextEncoder().encode(`- [ ] ${text}`)),
        ),
        (bytes) => {
          readTaskFile(bytes, [], clues);
        },
      ),
    );
  });
});

describe('a plan', () => {
  const parsed = markdown.parse('- [ ] One\n- [ ] Two\n- [ ] Two\n- [ ] \n', clues);
  const rowsOf = (plan: ReturnType<typeof planImport>): readonly RawRecord[] =>
    plan.edits.map(({ id, values }) => ({ ...values, id, version: 1, updated_at: '', deleted_at: null }));
  test('adds what is new, names what is not taken, and adds nothing the second time', () => {
    const first = planImport(parsed, [], 'markdown', now);
    expect([first.fresh.length, first.duplicate.length, first.rejected.length]).toEqual([3, 0, 1]);
    const second = planImport(parsed, rowsOf(first), 'markdown', now);
    expect([second.fresh.length, second.changed.length, second.duplicate.length, second.edits.length]).toEqual([0, 0, 3, 0]);
  });
  test('finds what was exported from here, by its id', () => {
    const own = { ...draftOf('One'), id: '0f8fad5b-d9cb-469f-a165-70867728950e', version: 1, updated_at: '', deleted_at: null };
    const plan = planImport(icalendar.parse(icalendar.format([own], now), clues), [own], 'ics', now);
    expect([plan.duplicate.length, plan.edits.length]).toEqual([1, 0]);
  });
  test('changes only the fields that differ, and every new row names the import it came with', () => {
    const before = planImport(icalendar.parse(icalendar.format([{ ...draftOf('One'), id: 'a' }], now), clues), [], 'ics', now);
    const later = icalendar.parse(
      icalendar.format(
        [
          { ...draftOf('One'), id: 'a', priority: 1 },
          { ...draftOf('Two'), id: 'b' },
        ],
        now,
      ),
      clues,
    );
    const plan = planImport(later, rowsOf(before), 'ics', now);
    expect(plan.edits).toMatchObject([
      { kind: 'create', values: { title: 'Two', source: 'ics', external_id: 'b', import_batch_id: plan.batchId } },
      { kind: 'change', id: before.edits[0]?.id, values: { priority: 1 } },
    ]);
    expect(Object.keys(plan.edits[1]?.values ?? {})).toEqual(['priority']);
  });
});
