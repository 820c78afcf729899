import { damagedZip } from '../../../../web/app/domains/exchange/read-zip.ts';
import { serveFileReader } from '../../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { isSqlite } from '../../../../web/app/domains/exchange/sqlite/is-sqlite.ts';
import type { LoopArchive } from './loop-rows.ts';
import { type FoundHabits, type GivenLoopFile, type LoopForm, planLoopImport } from './plan-loop-import.ts';
import { readLoopArchive } from './read-loop-archive.ts';

/** What the server takes as a whole or not at all. */
const mostRows = 10_000;

const faults = {
  not_a_zip: 'is not a zip archive.',
  damaged: damagedZip,
  too_large: 'unpacks to more than habits ever come to.',
  no_habits: 'has no Habits.csv that lists habits.',
} as const;

const databaseFaults = {
  not_sqlite: 'is no database.',
  damaged: 'ends early or is damaged: part of the database is missing. Nothing was imported. Save the backup again.',
  too_large: 'holds more than habits ever come to.',
  no_habits: 'is a database of another app: it has no habits of Loop Habit Tracker.',
} as const;

/** A database is told by how it begins; what reads it is fetched for it alone. */
async function readLoop(
  bytes: Uint8Array,
): Promise<{ readonly archive: LoopArchive; readonly form: LoopForm } | { readonly fault: string }> {
  if (isSqlite(bytes)) {
    const read = await (await import('./read-loop-database.ts')).readLoopDatabase(bytes);
    return read.ok ? { archive: read.value, form: 'database' } : { fault: databaseFaults[read.failure.code] };
  }
  const read = readLoopArchive(bytes);
  return read.ok ? { archive: read.value, form: 'CSV' } : { fault: faults[read.failure.code] };
}

serveFileReader<GivenLoopFile, FoundHabits>(async ({ file, name, standings, now }) => {
  const read = await readLoop(new Uint8Array(await file.arrayBuffer()));
  if ('fault' in read) return { fault: `${name} ${read.fault}` };
  const planned = planLoopImport(read.archive, standings, now);
  const months = new Set(planned.marks.map(({ habitId, day }) => `${habitId} ${day.slice(0, 7)}`));
  if (planned.habits.length + months.size > mostRows)
    return {
      fault: 'It would write more than 10,000 habits and months at once. Export fewer habits, and import one archive after the other.',
    };
  return { planned, form: read.form };
});
