import type { FileReading } from '../../../../web/app/domains/exchange/import-dialog.tsx';
import type { ImportPlan } from '../../../../web/app/domains/exchange/plan-import.ts';
import { readInWorker } from '../../../../web/app/domains/exchange/reading/read-in-worker.ts';
import type { Edit } from '../../../../web/app/domains/records/collection-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { editsOfMarks } from '../habit-edits.ts';
import type { Kept } from '../habit-store.ts';
import { type HabitMonth, habitMonths, habits } from '../habits.ts';
import type { Standing } from '../standing.ts';
import { blankMonthTool, undoTool } from '../undo-tool.ts';
import type { LoopImport } from './plan-loop-import.ts';

/** Ten years of thirty habits are 10 MB of database. */
const largestFileBytes = 50_000_000;

/** What is written for a plan that is shown. */
const written = new WeakMap<ImportPlan, LoopImport>();

/** Reads an archive or a database of Loop Habit Tracker in a Worker, and writes nothing. */
export async function readLoopFile(file: File, standings: readonly Standing[], signal: AbortSignal): Promise<FileReading> {
  if (file.size > largestFileBytes) return { fault: 'The file is larger than 50 MB.' };
  const open = async () => (await import('./open-loop-file-worker.client.ts')).openLoopFileWorker();
  const found = await readInWorker(open, { file, name: file.name, standings, now: new Date() }, signal);
  if ('fault' in found) return found;
  written.set(found.planned.plan, found.planned);
  return { form: `Loop Habit Tracker, ${found.form}`, plan: found.planned.plan };
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
    { name: plan.batchId },
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
