import { type DayValues, daySources, type HealthRecord } from './health-records.ts';

/** Every value of a day by metric, with where it comes from. */
export type DayCells = ReadonlyMap<string, { readonly value: number; readonly source: DayValues['source'] | 'checkin' }>;

/** All days of which anything is known. What was typed by hand counts before a file, a table before Apple Health, and these before a feed. */
export function cellsByDay(records: readonly HealthRecord[]): ReadonlyMap<string, DayCells> {
  const days = new Map<string, Map<string, { value: number; source: DayValues['source'] | 'checkin' }>>();
  const cellsOf = (day: string) => {
    const known = days.get(day) ?? new Map();
    days.set(day, known);
    return known;
  };
  for (const record of records) {
    if (record.kind === 'day') {
      const cells = cellsOf(record.day);
      for (const [metric, value] of Object.entries(record.values)) {
        const before = cells.get(metric);
        if (before === undefined || before.source === 'checkin' || rank(record.source) < rank(before.source))
          cells.set(metric, { value, source: record.source });
      }
    } else if (record.kind === 'checkin') {
      const cells = cellsOf(record.day);
      for (const metric of ['mood', 'energy', 'pain'] as const) {
        const value = record[metric];
        if (value !== null && !cells.has(metric)) cells.set(metric, { value, source: 'checkin' });
      }
    }
  }
  return days;
}

const rank = (source: DayValues['source']) => daySources.indexOf(source);
