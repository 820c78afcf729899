import { readCsv, writeCsv } from '@castellan/exports/csv';
import type { RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { cellsByDay } from '../day-values.ts';
import type { HealthRecord } from '../health-records.ts';
import { dayRecord } from '../make-records.ts';
import { metricNamed, plainMetricName } from '../metric-names.ts';
import { isPlausible, metrics } from '../metrics.ts';

/** What a table holds. */
export type HealthTable = {
  readonly records: readonly HealthRecord[];
  readonly rejected: readonly RejectedLine[];
  /** Columns that are no measure we know, by their heading. */
  readonly unknown: readonly string[];
};

const dayNames = ['date', 'day', 'datum'];

/** Days read at once: a file of more is a mistake. */
const mostRows = 50_000;

/**
 * Reads a table whose first line names its columns: a day as `YYYY-MM-DD`, and any measures in our units. `undefined`: it has no
 * column of days, or no measure. Decimal commas are read where semicolons or tabs part the columns.
 */
export function readHealthCsv(text: string): HealthTable | undefined {
  const {
    rows: [header = [], ...rows],
    lines,
  } = readCsv(text);
  const names = header.map((name) => {
    const [said = ''] = name.split(/[([]/, 1);
    return dayNames.includes(plainMetricName(said)) ? 'day' : metricNamed(said);
  });
  const dayColumn = names.indexOf('day');
  if (dayColumn < 0 || !names.some((name) => name !== undefined && name !== 'day')) return undefined;
  const days = new Map<string, Record<string, number>>();
  const rejected: RejectedLine[] = [];
  for (const [index, row] of rows.entries()) {
    const line = lines[index + 1] ?? 0;
    const refuse = (reason: string) => rejected.push({ line, text: row.join(', ').slice(0, 80), reason });
    const day = (row[dayColumn] ?? '').trim().slice(0, 10);
    if (index >= mostRows) refuse(`A table has at most ${mostRows} rows.`);
    else if (!isRealDay(day)) refuse('Its date is none; dates are written 2026-03-29.');
    else if (days.has(day)) refuse('The day is there twice.');
    else {
      const values: Record<string, number> = {};
      for (const [column, id] of names.entries()) {
        const cell = (row[column] ?? '').trim();
        if (id === undefined || id === 'day' || cell === '') continue;
        const value = readNumber(cell);
        if (value === undefined || !isPlausible(id, value)) refuse(`${header[column]}: “${cell.slice(0, 20)}” is not a valid value.`);
        else values[id] = value;
      }
      if (Object.keys(values).length > 0) days.set(day, values);
    }
  }
  const records = [...days].map(([day, values]) => dayRecord(day, 'csv', values));
  const unknown = header.filter((_, column) => names[column] === undefined && (header[column] ?? '').trim() !== '');
  return { records, rejected, unknown };
}

/** Writes every day with its values, check-ins among them, as a table that is read here again. Workouts and notes are not in it. */
export function writeHealthCsv(records: readonly HealthRecord[]): string {
  const days = [...cellsByDay(records)].filter(([, cells]) => cells.size > 0).sort(([one], [other]) => (one < other ? -1 : 1));
  const columns = metrics.filter(({ id }) => days.some(([, cells]) => cells.has(id)));
  return writeCsv([
    ['day', ...columns.map(({ id }) => id)],
    ...days.map(([day, cells]) => [day, ...columns.map(({ id }) => String(cells.get(id)?.value ?? ''))]),
  ]);
}

function readNumber(text: string): number | undefined {
  const plain = text.includes(',') && !text.includes('.') ? text.replace(',', '.') : text;
  return /^-?\d{1,9}(\.\d{1,9})?$/.test(plain) ? Number(plain) : undefined;
}

function isRealDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < '1970-01-01' || day > '2200-12-31') return false;
  const at = new Date(`${day}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day;
}
