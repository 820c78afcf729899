import { damagedZip } from '../../../../web/app/domains/exchange/read-zip.ts';
import { serveFileReader } from '../../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { type FoundHabits, type GivenLoopFile, planLoopImport } from './plan-loop-import.ts';
import { readLoopArchive } from './read-loop-archive.ts';

/** What the server takes as a whole or not at all. */
const mostRows = 10_000;

const faults = {
  not_a_zip: 'is not a zip archive.',
  damaged: damagedZip,
  too_large: 'unpacks to more than habits ever come to.',
  no_habits: 'has no Habits.csv that lists habits.',
} as const;

serveFileReader<GivenLoopFile, FoundHabits>(async ({ file, name, standings, now }) => {
  const archive = readLoopArchive(new Uint8Array(await file.arrayBuffer()));
  if (!archive.ok) return { fault: `${name} ${faults[archive.failure.code]}` };
  const planned = planLoopImport(archive.value, standings, now);
  const months = new Set(planned.marks.map(({ habitId, day }) => `${habitId} ${day.slice(0, 7)}`));
  if (planned.habits.length + months.size > mostRows)
    return {
      fault: 'It would write more than 10,000 habits and months at once. Export fewer habits, and import one archive after the other.',
    };
  return { planned };
});
