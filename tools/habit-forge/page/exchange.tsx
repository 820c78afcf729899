import { ExportDialog } from '../../../web/app/domains/exchange/export-dialog.tsx';
import { ImportDialog } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { useHabits } from './habit-context.tsx';
import { habits } from './habits.ts';

/** Imports habits from an archive or a database of Loop Habit Tracker. */
export function HabitImportDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { standings, tell } = useHabits();
  return (
    <ImportDialog
      open={open}
      title="Import habits"
      description="What Loop Habit Tracker writes under Settings: the zip archive of Export as CSV, or the database (.db) of Export full backup."
      accept=".zip,application/zip,.db"
      read={async (file, signal) => (await import('./loop/loop-import.ts')).readLoopFile(file, standings, signal)}
      nameOf={habits.nameOf}
      take={async (plan) => tell((await import('./loop/loop-import.ts')).takeLoopImport(plan))}
      onClose={onClose}
    />
  );
}

/** Writes all habits, archived ones too, as Loop Habit Tracker would. */
export function HabitExportDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { standings, today } = useHabits();
  const write = async () => {
    const { writeLoopArchive } = await import('./loop/write-loop-archive.ts');
    const content = new Blob([writeLoopArchive(standings) as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
    return {
      name: `Loop Habits CSV ${today}.zip`,
      content,
      logged: ['Habits were exported as CSV', { habits: standings.length }] as const,
    };
  };
  return (
    <ExportDialog
      open={open}
      title="Export habits"
      description={`${standings.length === 1 ? '1 habit' : `${standings.length} habits`}, archived ones too.`}
      forms={[{ label: 'Loop Habit Tracker (.zip)', write }]}
      note="Groups, reminders and where a tick comes from are not in it. Cells that a spreadsheet would run are defused."
      onClose={onClose}
    />
  );
}
