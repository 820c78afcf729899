import { parseCsv } from '@castellan/foundation/csv';
import fc from 'fast-check';
import { strToU8, unzipSync, Zip, ZipDeflate, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { readZip } from '../../../web/app/domains/exchange/read-zip.ts';
import { addDays } from '../../../web/app/domains/tasks/day.ts';
import { noSources } from './evidence/evidence.ts';
import { editsOfMarks } from './habit-edits.ts';
import { habitMonthSchema, habitSchema } from './habit-row.ts';
import { loopWrites } from './loop/loop-import.ts';
import { planLoopImport } from './loop/plan-loop-import.ts';
import { readLoopArchive } from './loop/read-loop-archive.ts';
import { writeLoopArchive } from './loop/write-loop-archive.ts';
import { mark } from './mark.ts';
import { standingsOf } from './standing.ts';

const columns = { version: 1, created_at: '2015-01-01T09:00:00Z', updated_at: '2015-01-01T09:00:00Z', deleted_at: null };
const today = '2015-01-25';
const now = new Date('2015-01-25T12:00:00Z');

/** What an import wrote, as it stands afterwards. */
function standing(archive: Uint8Array, on = today) {
  const read = readLoopArchive(archive);
  if (!read.ok) throw new Error(read.failure.code);
  const { habits, marks, plan } = planLoopImport(read.value, [], now);
  const rows = habits.map(({ id, values }) => habitSchema.parse({ ...columns, id, ...values }));
  const { blank, write } = editsOfMarks(marks, [], now);
  const months = blank.map(({ id, values }) =>
    habitMonthSchema.parse({ ...columns, id, ...values, ...write.find((one) => one.id === id)?.values }),
  );
  return { plan, standings: standingsOf(rows, months, noSources, on) };
}

const archiveOf = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
const header =
  'Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?\n';

/** The habit of Loop's own test of its export (HabitsCSVExporterTest): two in three days, marked on six of ten. */
const published = archiveOf({
  'Habits.csv': `${header}001,Wake up early,YES_NO,Did you wake up before 6am?,,2,3,#00897B,,,,false\n`,
  '001 Wake up early/Checkmarks.csv': `Date,Value,Notes\n${[1, 0, 0, 1, 1, 1, 0, 0, 1, 1]
    .map((isDone, back) => `${addDays(today, -back)},${isDone ? 'YES_MANUAL' : 'NO'},${back === 2 ? '"Forgot to do it, really"' : ''}`)
    .join('\n')}\n`,
});

test('the scores and implied days of Loop’s published export come out again', () => {
  const files = unzipSync(writeLoopArchive(standing(published).standings));
  const rows = (path: string) => parseCsv(new TextDecoder().decode(files[path])).rows;
  expect(
    rows('001 Wake up early/Scores.csv')
      .slice(1)
      .map(([, score]) => score),
  ).toEqual(['0.2557', '0.2226', '0.1991', '0.1746', '0.1379', '0.0995', '0.0706', '0.0515', '0.0315', '0.0107']);
  expect(
    rows('001 Wake up early/Checkmarks.csv')
      .slice(1)
      .map(([, value]) => value),
  ).toEqual(['YES_MANUAL', 'NO', 'YES_AUTO', 'YES_MANUAL', 'YES_MANUAL', 'YES_MANUAL', 'YES_AUTO', 'YES_AUTO', 'YES_MANUAL', 'YES_MANUAL']);
  expect(rows('001 Wake up early/Checkmarks.csv')[3]).toEqual(['2015-01-23', 'YES_AUTO', 'Forgot to do it, really']);
  expect(rows('Habits.csv')[1]).toEqual([
    '001',
    'Wake up early',
    'YES_NO',
    'Did you wake up before 6am?',
    '',
    '2',
    '3',
    '#00897B',
    '',
    '',
    '',
    'false',
  ]);
  expect(rows('Checkmarks.csv')[0]).toEqual(['Date', 'Wake up early', '']);
  expect(Object.keys(files).sort()).toEqual([
    '001 Wake up early/Checkmarks.csv',
    '001 Wake up early/Scores.csv',
    'Checkmarks.csv',
    'Habits.csv',
    'Scores.csv',
  ]);
});

test('the same file again adds nothing, nor does what was exported from it', () => {
  const { standings } = standing(published);
  for (const file of [published, writeLoopArchive(standings)]) {
    const read = readLoopArchive(file);
    if (!read.ok) throw new Error(read.failure.code);
    const again = planLoopImport(read.value, standings, now);
    expect([again.habits, again.marks, again.plan.edits, again.plan.duplicate.length]).toEqual([[], [], [], 1]);
  }
});

test('whatever habits there are, what is exported and read again has every field of the format and every day', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() === text && /\S/.test(text) && !/\p{Cc}|[\u2028-\u202E\u2066-\u2069]/u.test(text));
  const habit = fc.record({
    name,
    kind: fc.constantFrom('check' as const, 'count' as const),
    target: fc.nat(500),
    type: fc.constantFrom('at_least' as const, 'at_most' as const),
    days: fc.constantFrom(1, 7, 30),
    color: fc.nat(19),
    marks: fc.array(fc.tuple(fc.nat(400), fc.constantFrom<number>(mark.yes, mark.no, mark.skip), fc.nat(5000)), { maxLength: 20 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(habit, { selector: (one) => one.name, maxLength: 4 }), (given) => {
      const rows = given.map((one, index) =>
        habitSchema.parse({
          ...columns,
          id: `h${index}`,
          name: one.name,
          kind: one.kind,
          position: index,
          color: one.color,
          freq_den: one.days,
          ...(one.kind === 'count' ? { target_value: one.target, target_type: one.type, unit: 'pages' } : {}),
        }),
      );
      const marks = given.flatMap((one, index) =>
        one.marks.map(([back, answer, amount]) => ({
          habitId: `h${index}`,
          day: addDays(today, -back),
          value: one.kind === 'check' ? answer : amount * 10,
        })),
      );
      const { blank, write } = editsOfMarks(marks, [], now);
      const months = blank.map(({ id, values }) =>
        habitMonthSchema.parse({ ...columns, id, ...values, ...write.find((two) => two.id === id)?.values }),
      );
      const before = standingsOf(rows, months, noSources, today);
      if (before.length === 0) return;
      const { standings } = standing(writeLoopArchive(before));
      expect(standings.map(({ marks: kept }) => new Map([...kept].sort()))).toEqual(
        before.map(({ marks: kept }) => new Map([...kept].sort())),
      );
      expect(
        standings.map(({ habit: { name: said, kind, unit, target_value, target_type, freq_num, freq_den, color } }) => [
          said,
          kind,
          unit,
          target_value,
          target_type,
          freq_num,
          freq_den,
          color,
        ]),
      ).toEqual(
        before.map(({ habit: { name: said, kind, unit, target_value, target_type, freq_num, freq_den, color } }) => [
          said,
          kind,
          unit,
          target_value,
          target_type,
          freq_num,
          freq_den,
          color,
        ]),
      );
    }),
    { numRuns: 60 },
  );
});

test('counts are thousandths, formulas come back as they were, and older headings are read', () => {
  const { standings } = standing(
    archiveOf({
      'Habits.csv': `Position,Name,Type,Question,Description,NumRepetitions,Interval,Color,Unit,Target Type,Target Value\n001,'=cmd,NUMERICAL,,,1,1,#nothing,km,AT_MOST,2.5\n`,
      '001 cmd/Checkmarks.csv': '2015-01-24,7500\n2015-01-23,0\n2015-01-22,3\n2015-01-21,-1\n',
    }),
  );
  expect(standings[0]?.habit).toMatchObject({ name: '=cmd', unit: 'km', target_type: 'at_most', target_value: 2.5, color: 8 });
  expect([...(standings[0]?.marks.values() ?? [])].sort((one, other) => one - other)).toEqual([0, mark.skip, 7500]);
});

test('an archive whose sizes stand behind its files, as Loop writes them, is read', () => {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_, chunk) => chunks.push(chunk));
  for (const [path, text] of [
    ['Habits.csv', `${header}001,Read,YES_NO,,,1,1,#00897B,,,,false\n`],
    ['001 Read/Checkmarks.csv', 'Date,Value,Notes\n2015-01-24,YES_MANUAL,\n'],
    ['Scores.csv', 'Date,Read,\n2015-01-24,0.0519,\n'],
  ] as const) {
    const file = new ZipDeflate(path);
    zip.add(file);
    file.push(strToU8(text), true);
  }
  zip.end();
  const archive = new Uint8Array(chunks.flatMap((chunk) => [...chunk]));
  expect(standing(archive).standings.map(({ habit, marks }) => [habit.name, marks.size])).toEqual([['Read', 1]]);
});

test('what is no habit and no day is named row by row with its reason, and the rest is taken', () => {
  const read = readLoopArchive(
    archiveOf({
      'Habits.csv': `${header}001,,YES_NO,,,1,1,,,,,false\n002,Often,YES_NO,,,9,7,,,,,true\n003,Never,YES_NO,,,0,7,,,,,false\n004,Far,NUMERICAL,,,1,1,,,AT_LEAST,NaN,false\n`,
      '002 Often/Checkmarks.csv':
        'Date,Value,Notes\n2015-02-30,NO,\n2015-01-02,MAYBE,\n2015-01-03,YES_MANUAL,\n2015-01-03,NO,\n01/04/2015,NO,\n2015-01-05,99,\n',
    }),
  );
  if (!read.ok) throw new Error(read.failure.code);
  expect(read.value.habits).toMatchObject([
    { draft: { name: 'Often', freq_num: 7, freq_den: 7 }, isArchived: true, days: [{ day: '2015-01-03', value: mark.yes }] },
  ]);
  expect(read.value.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'It has no name.'],
    [2, 'Its date is none.'],
    [3, 'Its value is none.'],
    [5, 'The day is there twice.'],
    [6, 'Its date is none.'],
    [7, 'Its value is none.'],
    [4, 'Its frequency is none.'],
    [5, 'Its target is not a number from 0 to 1,000,000.'],
  ]);
});

test('no archive, a cut one, one without habits and one that unpacks to gigabytes are refused, soon', () => {
  const code = (archive: Uint8Array) => {
    const read = readLoopArchive(archive);
    return read.ok ? 'read' : read.failure.code;
  };
  expect(code(strToU8('Date,Value\n'))).toBe('not_a_zip');
  expect(code(published.subarray(0, 200))).toBe('damaged');
  expect(code(archiveOf({ 'Other.csv': 'Name\nRead\n' }))).toBe('no_habits');
  expect(code(archiveOf({ 'Habits.csv': 'Title\nRead\n' }))).toBe('no_habits');
  const bomb = zipSync({ 'Habits.csv': new Uint8Array(60_000_000) });
  const startedAtMs = cpuNowMs();
  expect(code(bomb)).toBe('too_large');
  expect(cpuNowMs() - startedAtMs).toBeLessThan(5000);
  const many = zipSync(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.csv`, strToU8('x')])));
  expect(readZip(many, () => true, { files: 39, bytes: 1000 })).toEqual({ ok: false, failure: { code: 'too_large' } });
});

test('bytes that were changed anywhere are read or refused, and never thrown at', () => {
  fc.assert(
    fc.property(fc.nat(published.length - 1), fc.nat(255), (place, byte) => {
      const damaged = published.slice();
      damaged[place] = byte;
      const read = readLoopArchive(damaged);
      if (read.ok) planLoopImport(read.value, [], now);
    }),
  );
});

test('what of an archive is cut or belongs to nothing is named', () => {
  const read = readLoopArchive(
    archiveOf({
      'Habits.csv': `${header}001,${'n'.repeat(201)},YES_NO,,,1,1,,,,,false\n002,No days,YES_NO,,,1,1,,,,,false\n`,
      '001 Long/Checkmarks.csv': `Date,Value,Notes\n2015-01-25,YES_MANUAL,${'x'.repeat(501)}\n`,
      '003 Lost/Checkmarks.csv': 'Date,Value,Notes\n2015-01-25,YES_MANUAL,\n',
      'Checkmarks.csv': 'Date,All\n',
    }),
  );
  if (!read.ok) throw new Error(read.failure.code);
  expect(read.value.habits.map(({ draft, days }) => [draft.name.length, days.length, days[0]?.note.length])).toEqual([
    [200, 1, 500],
    [7, 0, undefined],
  ]);
  expect(read.value.partial.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'Its name was cut after 200 characters.'],
    [2, 'Its note was cut after 500 characters.'],
    [3, 'The archive has no entries for it.'],
  ]);
  expect(read.value.rejected).toEqual([{ line: 1, text: '003 Lost/Checkmarks.csv', reason: 'Its days are of no habit in the list.' }]);
});

test('new habits are written with their days, and months of habits that are here are begun blank', () => {
  const read = readLoopArchive(published);
  if (!read.ok) throw new Error(read.failure.code);
  const fresh = loopWrites(planLoopImport(read.value, [], now), [], now);
  expect(fresh).toMatchObject({
    begun: [],
    habits: [{ kind: 'create' }],
    months: [{ kind: 'create', values: { habit_id: fresh.habits[0]?.id } }],
  });
  expect(fresh.months[0]?.values['marks']).toContain(mark.yes);
  const known = habitSchema.parse({ ...columns, id: fresh.habits[0]?.id, ...fresh.habits[0]?.values });
  const again = loopWrites(planLoopImport(read.value, standingsOf([known], [], noSources, today), now), [], now);
  expect(again).toMatchObject({ begun: [{ kind: 'create' }], habits: [], months: [{ kind: 'change', id: again.begun[0]?.id }] });
  expect(again.begun[0]?.values['marks']).not.toContain(mark.yes);
});
