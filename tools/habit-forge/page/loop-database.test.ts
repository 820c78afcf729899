import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planLoopImport } from './loop/plan-loop-import.ts';
import { readLoopDatabase } from './loop/read-loop-database.ts';
import { mark } from './mark.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loop-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function databaseOf(script: string): Uint8Array {
  const path = join(folder, `${crypto.randomUUID()}.db`);
  const database = new DatabaseSync(path);
  database.exec(script);
  database.close();
  return new Uint8Array(readFileSync(path));
}

/** The tables of Loop after its migration 25. */
const tables = `PRAGMA user_version = 25; PRAGMA foreign_keys = OFF;
CREATE TABLE android_metadata (locale TEXT); INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE Habits (id integer primary key autoincrement, archived integer, color integer, description text, freq_den integer,
  freq_num integer, highlight integer, name text, position integer, reminder_hour integer, reminder_min integer,
  reminder_days integer not null default 127, type integer not null default 0, target_type integer not null default 0,
  target_value real not null default 0, unit text not null default "", question text, uuid text);
CREATE TABLE Repetitions (id integer primary key autoincrement, habit integer not null references habits(id),
  timestamp integer not null, value integer not null, notes text);
CREATE UNIQUE INDEX idx_repetitions_habit_timestamp ON Repetitions(habit, timestamp);`;
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

const habits = `${tables}
INSERT INTO Habits (id, archived, color, description, freq_den, freq_num, name, position, type, target_type, target_value, unit, question)
  VALUES (7, 0, 8, 'Before six', 3, 2, 'Wake up early', 1, 0, 0, 0, '', 'Did you wake up?'),
         (2, 1, 3, '', 1, 1, 'Read', 0, 1, 1, 20.5, 'pages', ''), (9, 0, 1, '', 0, 1, 'Never', 2, 0, 0, 0, '', '');
INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES
  (7, ${day('2026-01-01')}, 2, NULL), (7, ${day('2026-01-02')}, 3, 'Ill'), (7, ${day('2026-01-03')}, 0, ''), (7, ${day('2026-01-04')}, -1, ''),
  (2, ${day('2026-01-01')}, 12340, ''), (2, 9e18, 2, ''), (2, ${day('2026-01-02')}, 'many', ''), (44, ${day('2026-01-01')}, 2, '');`;

test('Loop’s own database becomes habits in its order, with every day and its note', async () => {
  const read = await readLoopDatabase(databaseOf(habits));
  if (!read.ok) throw new Error(read.failure.code);
  expect(read.value.habits.map(({ draft, isArchived, days }) => ({ ...draft, isArchived, days }))).toMatchObject([
    {
      ...{ name: 'Read', kind: 'count', unit: 'pages', target_value: 20.5, target_type: 'at_most', color: 3, isArchived: true },
      days: [{ day: '2026-01-01', value: 12340, note: '' }],
    },
    {
      ...{ name: 'Wake up early', kind: 'check', question: 'Did you wake up?', notes: 'Before six', freq_num: 2, freq_den: 3, color: 8 },
      days: [
        { day: '2026-01-01', value: mark.yes, note: '' },
        { day: '2026-01-02', value: mark.skip, note: 'Ill' },
        { day: '2026-01-03', value: mark.no, note: '' },
      ],
    },
  ]);
  expect(read.value.rejected.map(({ reason }) => reason)).toEqual([
    'Its days are of no habit in the list.',
    'Its date is none.',
    'Its value is none.',
    'Its frequency is none.',
  ]);
  expect(planLoopImport(read.value, [], new Date('2026-02-01T12:00:00Z')).plan.fresh).toHaveLength(2);
});

test('an older database has its question where the description is now; a newer one names groups', async () => {
  const older = await readLoopDatabase(
    databaseOf(`CREATE TABLE Habits (Id integer primary key, archived integer, color integer, description text, freq_den integer, freq_num integer,
      name text, position integer); CREATE TABLE Repetitions (id integer primary key, habit integer, timestamp integer, value integer);
      INSERT INTO Habits VALUES (1, 0, 2, 'Did you?', 1, 1, 'Walk', 0); INSERT INTO Repetitions VALUES (1, 1, ${day('2016-05-05')}, 2)`),
  );
  expect(older).toMatchObject({ value: { habits: [{ draft: { question: 'Did you?', notes: '' }, days: [{ day: '2016-05-05' }] }] } });
  const newer = await readLoopDatabase(
    databaseOf(`${habits} CREATE TABLE HabitGroups (id integer primary key, name text); INSERT INTO HabitGroups VALUES (5, 'Morning');
      ALTER TABLE Habits ADD COLUMN group_id integer; UPDATE Habits SET group_id = 5 WHERE id = 7`),
  );
  expect(newer).toMatchObject({ value: { habits: [{ draft: { habit_group: null } }, { draft: { habit_group: 'Morning' } }] } });
});

test('a database of another app, one that is cut, and a file that is none are refused', async () => {
  const whole = databaseOf(habits);
  expect(await readLoopDatabase(databaseOf('CREATE TABLE Habits (id)'))).toEqual({ ok: false, failure: { code: 'no_habits' } });
  expect(await readLoopDatabase(whole.subarray(0, whole.length - 4096))).toEqual({ ok: false, failure: { code: 'damaged' } });
  expect(await readLoopDatabase(new Uint8Array(200))).toEqual({ ok: false, failure: { code: 'not_sqlite' } });
});
