import { ImportDialog } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { logExport } from '../../../web/app/domains/passport/log-export.ts';
import { saveFile } from '../../../web/app/lib/save-file.ts';
import { useHabits } from './habit-context.tsx';
import { habits } from './habits.ts';

/** Imports habits from an archive of Loop Habit Tracker. */
export function HabitImportDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { standings, tell } = useHabits();
  return (
    <ImportDialog
      open={open}
      title="Import habits"
      description="The zip archive that Loop Habit Tracker writes under Settings, Export as CSV."
      accept=".zip,application/zip"
      read={async (file) => (await import('./loop/loop-import.ts')).readLoopFile(file, standings)}
      nameOf={habits.nameOf}
      take={async (plan) => tell((await import('./loop/loop-import.ts')).takeLoopImport(plan))}
      onClose={onClose}
    />
  );
}

/** Writes all habits, archived ones too, as Loop Habit Tracker would. */
export function useHabitExport(): () => Promise<void> {
  const { standings, today } = useHabits();
  return async () => {
    const { writeLoopArchive } = await import('./loop/write-loop-archive.ts');
    const content = new Blob([writeLoopArchive(standings) as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
    saveFile({ name: `Loop Habits CSV ${today}.zip`, content });
    logExport('Habits were exported as CSV', { habits: standings.length, bytes: content.size });
  };
}
