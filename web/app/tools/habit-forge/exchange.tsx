import { type FileReading, ImportDialog } from '../../domains/exchange/import-dialog.tsx';
import type { ImportPlan } from '../../domains/exchange/plan-import.ts';
import { logExport } from '../../domains/passport/log-export.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useHabits } from './habit-context.tsx';
import { habits } from './habits.ts';
import type { LoopImport } from './plan-loop-import.ts';

const largestFileBytes = 10 * 1024 * 1024;

const faults = {
  not_a_zip: 'is no zip archive, or a broken one.',
  too_large: 'unpacks to more than habits ever come to.',
  no_habits: 'has no Habits.csv that lists habits.',
} as const;

/** What is written for a plan that is shown. */
const written = new WeakMap<ImportPlan, LoopImport>();

/** Imports habits from an archive of Loop Habit Tracker. */
export function HabitImportDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { standings, write } = useHabits();
  const read = async (file: File): Promise<FileReading> => {
    if (file.size > largestFileBytes) return { fault: 'The file is larger than 10 MB.' };
    const [{ readLoopArchive }, { planLoopImport }] = await Promise.all([
      import('./read-loop-archive.ts'),
      import('./plan-loop-import.ts'),
    ]);
    const archive = readLoopArchive(new Uint8Array(await file.arrayBuffer()));
    if (!archive.ok) return { fault: `${file.name} ${faults[archive.failure.code]}` };
    const planned = planLoopImport(archive.value, standings, new Date());
    written.set(planned.plan, planned);
    return { form: 'Loop Habit Tracker, CSV', plan: planned.plan };
  };
  return (
    <ImportDialog
      open={open}
      title="Import habits"
      description="The zip archive that Loop Habit Tracker writes under Settings, Export as CSV."
      accept=".zip,application/zip"
      read={read}
      nameOf={habits.nameOf}
      take={async (plan) => {
        const planned = written.get(plan);
        return planned === undefined ? false : write(planned.habits, planned.marks);
      }}
      onClose={onClose}
    />
  );
}

/** Writes all habits, archived ones too, as Loop Habit Tracker would. */
export function useHabitExport(): () => Promise<void> {
  const { standings, today } = useHabits();
  return async () => {
    const { writeLoopArchive } = await import('./write-loop-archive.ts');
    const content = new Blob([writeLoopArchive(standings) as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
    saveFile({ name: `Loop Habits CSV ${today}.zip`, content });
    logExport('Habits were exported as CSV', { habits: standings.length, bytes: content.size });
  };
}
