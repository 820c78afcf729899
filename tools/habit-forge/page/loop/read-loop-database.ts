import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { readSqlite, type SqliteFailure, type SqliteValue } from '../../../../web/app/domains/exchange/sqlite/read-sqlite.ts';
import { colorText } from './loop-palette.ts';
import { cutTexts, type LoopArchive, type LoopHabit, oneLine, readDays, readHabitRow, type WrittenDay } from './loop-rows.ts';

/** `no_habits`: a database without Loop's two tables. */
export type LoopDatabaseFailure = { readonly code: SqliteFailure['code'] | 'no_habits' };

/** Thirty habits of ten years have 110,000 days. */
const limits = { bytes: 50_000_000, rows: 1_000_000 };

/** What Loop calls the columns: its migrations 9 to 26. Reminders and widgets have no place here. */
const tables = {
  Habits: [
    ...(['id', 'name', 'question', 'description', 'freq_num', 'freq_den', 'color', 'position', 'archived'] as const),
    ...(['type', 'unit', 'target_type', 'target_value', 'group_id'] as const),
  ],
  Repetitions: ['habit', 'timestamp', 'value', 'notes'],
  HabitGroups: ['id', 'name'],
} as const;

/** Reads Loop Habit Tracker's own database, which it writes under Settings, Export full backup. */
export async function readLoopDatabase(file: Uint8Array): Promise<Result<LoopArchive, LoopDatabaseFailure>> {
  const read = await readSqlite(file, tables, limits);
  if (!read.ok) return read;
  const { Habits: habitRows, Repetitions: dayRows, HabitGroups: groupRows = [] } = read.value;
  if (habitRows === undefined || dayRows === undefined) return fail({ code: 'no_habits' });
  const rejected: RejectedLine[] = [];
  const partial: RejectedLine[] = [];
  const groups = new Map(groupRows.map(({ id, name }) => [id, oneLine(textOf(name)).slice(0, 50)]));
  const daysOf = Map.groupBy(
    dayRows.map((row, index) => ({ row, line: index + 1 })),
    ({ row }) => row.habit,
  );
  const known = new Set(habitRows.map(({ id }) => id));
  for (const [habit, days] of daysOf)
    if (!known.has(habit))
      rejected.push({ line: days[0]?.line ?? 1, text: `Habit ${textOf(habit)}`, reason: 'Its days are of no habit in the list.' });
  const sorted = habitRows.toSorted((one, other) => Number(one.position ?? 0) - Number(other.position ?? 0));
  const habits = sorted.flatMap((row, index): readonly LoopHabit[] => {
    const line = index + 1;
    const cells = cellsOf(row);
    const cell = (name: string) => cells[name] ?? '';
    const said = readHabitRow(cell);
    if ('reason' in said) {
      rejected.push({ line, text: cell('name').slice(0, 80), reason: said.reason });
      return [];
    }
    for (const reason of cutTexts(cell)) partial.push({ line, text: said.draft.name.slice(0, 80), reason });
    const draft = { ...said.draft, habit_group: groups.get(row.group_id ?? null) || null };
    const days = (daysOf.get(row.id) ?? []).map(({ row: day, line: at }) => writtenDay(day, at));
    return [{ line, ...said, draft, days: readDays(days, draft, rejected, partial) }];
  });
  return succeed({ habits, rejected, partial });
}

type Row = { readonly [Name in (typeof tables)['Habits'][number]]?: SqliteValue };

/** A habit in the words of the CSV export. */
function cellsOf(row: Row): Readonly<Record<string, string>> {
  const isCount = row.type === 1;
  // Until version 23 the description was the question.
  const hasQuestion = row.question !== undefined;
  return {
    name: textOf(row.name),
    question: textOf(hasQuestion ? row.question : row.description),
    description: hasQuestion ? textOf(row.description) : '',
    frequencynumerator: textOf(row.freq_num),
    frequencydenominator: textOf(row.freq_den),
    color: typeof row.color === 'number' ? colorText(row.color) : '',
    type: isCount ? 'NUMERICAL' : 'YES_NO',
    unit: textOf(row.unit),
    targettype: row.target_type === 1 ? 'AT_MOST' : 'AT_LEAST',
    targetvalue: textOf(row.target_value),
    archived: String(row.archived === 1),
  };
}

type Day = { readonly [Name in (typeof tables)['Repetitions'][number]]?: SqliteValue };

/** Loop keeps a day as its midnight in UTC, in milliseconds. */
function writtenDay({ timestamp, value, notes }: Day, line: number): WrittenDay {
  const at = typeof timestamp === 'number' ? new Date(timestamp) : undefined;
  const day = at === undefined || Number.isNaN(at.getTime()) ? textOf(timestamp) : at.toISOString().slice(0, 10);
  return { line, day, value: textOf(value), note: textOf(notes), text: `${day}, ${textOf(value)}` };
}

const textOf = (value: SqliteValue | undefined) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
