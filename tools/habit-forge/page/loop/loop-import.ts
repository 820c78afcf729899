import type { FileReading } from '../../../../web/app/domains/exchange/import-dialog.tsx';
import type { ImportPlan } from '../../../../web/app/domains/exchange/plan-import.ts';
import { damagedZip } from '../../../../web/app/domains/exchange/read-zip.ts';
import type { Edit } from '../../../../web/app/domains/records/collection-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { editsOfMarks } from '../habit-edits.ts';
import type { Kept } from '../habit-store.ts';
import { type HabitMonth, habitMonths, habits } from '../habits.ts';
import type { Standing } from '../standing.ts';
import { blankMonthTool, undoTool } from '../undo-tool.ts';
import { type LoopImport, planLoopImport } from './plan-loop-import.ts';
import { readLoopArchive } from './read-loop-archive.ts';

const largestFileBytes = 10 * 1024 * 1024;

/** What the server takes as a whole or not at all. */
const mostRows = 10_000;

const faults = {
  not_a_zip: 'is not a zip archive.',
  damaged: damagedZip,
  too_large: 'unpacks to more than habits ever come to.',
  no_habits: 'has no Habits.csv that lists habits.',
} as const;

/** What is written for a plan that is shown. */
const written = new WeakMap<ImportPlan, LoopImport>();

/** Reads an archive of Loop Habit Tracker, and writes nothing. */
export async function readLoopFile(file: File, standings: readonly Standing[]): Promise<FileReading> {
  if (file.size > largestFileBytes) return { fault: 'The file is larger than 10 MB.' };
  const archive = readLoopArchive(new Uint8Array(await file.arrayBuffer()));
  if (!archive.ok) return { fault: `${file.name} ${faults[archive.failure.code]}` };
  const planned = planLoopImport(archive.value, standings, new Date());
  const months = new Set(planned.marks.map(({ habitId, day }) => `${habitId} ${day.slice(0, 7)}`));
  if (planned.habits.length + months.size > mostRows)
    return {
      fault: 'It would write more than 10,000 habits and months at once. Export fewer habits, and import one archive after the other.',
    };
  written.set(planned.plan, planned);
  return { form: 'Loop Habit Tracker, CSV', plan: planned.plan };
}

/** Keeps what a plan that was read here brings, as one step of Undo. The server takes all of it or nothing. */
export async function takeLoopImport(plan: ImportPlan): Kept {
  const engine = openRecords();
  const { begun, habits: edits, months } = loopWrites(written.get(plan), engine.open(habitMonths).read().rows, new Date());
  if (begun.length > 0) {
    const made = await engine.editTogether(blankMonthTool, [{ collection: habitMonths, edits: begun }]);
    if (!made.ok) return made;
  }
  const parts = [
    { collection: habits, edits, isWhole: true as const },
    { collection: habitMonths, edits: months, isWhole: true as const },
  ];
  return engine.editTogether(
    undoTool,
    parts.filter((part) => part.edits.length > 0),
  );
}

/**
 * What an import writes. Months of new habits are made with their days. A month of a habit that is here already may be begun elsewhere
 * at the same time, so it is made blank first (`begun`), as for a mark, and its days are joined.
 */
export function loopWrites(planned: Pick<LoopImport, 'habits' | 'marks'> | undefined, known: readonly HabitMonth[], now: Date) {
  const { habits: edits, marks } = planned ?? { habits: [], marks: [] };
  const fresh = new Set(edits.flatMap(({ kind, id }) => (kind === 'create' ? [id] : [])));
  const { blank, write } = editsOfMarks(marks, known, now);
  const isFresh = ({ values }: Edit) => fresh.has(String(values['habit_id']));
  const valuesOf = new Map(write.map(({ id, values }) => [id, values]));
  const made = blank.filter(isFresh).map((edit): Edit => ({ ...edit, values: { ...edit.values, ...valuesOf.get(edit.id) } }));
  const madeIds = new Set(made.map(({ id }) => id));
  return {
    begun: blank.filter((edit) => !isFresh(edit)),
    habits: edits,
    months: [...made, ...write.filter(({ id }) => !madeIds.has(id))],
  };
}
