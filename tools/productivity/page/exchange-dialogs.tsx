import { type FileReading, ImportDialog } from '../../domains/exchange/import-dialog.tsx';
import { logExport } from '../../domains/passport/log-export.ts';
import { loadFindDate } from '../../domains/tasks/find-date.ts';
import { tasks as taskCollection } from '../../domains/tasks/task.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useProductivity } from './productivity-context.tsx';

type OpenDialog = { readonly open: boolean; readonly onClose: () => void };

/** Loaded when a file is first read or written: the page itself does without. */
const loadFormats = () => import('../../domains/tasks/formats/read-task-file.ts');

/** Imports tasks from a file. */
export function TaskImportDialog({ open, onClose }: OpenDialog) {
  const { tasks } = useProductivity();
  const read = async (file: File): Promise<FileReading> => {
    const { readTaskFile, largestFileBytes } = await loadFormats();
    if (file.size > largestFileBytes) return { fault: 'The file is larger than 20 MB.' };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const findDate = await loadFindDate();
    const found = readTaskFile(bytes, tasks.state.rows, { now: new Date(), findDate });
    if (found === undefined) return { fault: `${file.name} is no file that tasks can be read from.` };
    return { form: `${found.format.label}, ${found.encoding.toUpperCase()}`, plan: found.plan };
  };
  return (
    <ImportDialog
      open={open}
      title="Import tasks"
      description="An iCalendar file (.ics), a Todoist template (.csv) or a Markdown task list (.md)."
      accept=".ics,.csv,.md,.txt,text/calendar,text/csv,text/markdown,text/plain"
      read={read}
      nameOf={taskCollection.nameOf}
      take={async ({ edits }) => (await tasks.edit(edits)).ok}
      onClose={onClose}
    />
  );
}

const exports = [
  { id: 'ics', label: 'iCalendar (.ics)' },
  { id: 'todoist', label: 'Todoist (.csv)' },
  { id: 'markdown', label: 'Markdown (.md)' },
] as const;

/** Writes the tasks to a file, and says beforehand what such a file cannot hold. */
export function ExportDialog({ open, onClose }: OpenDialog) {
  const { tasks, today } = useProductivity();
  const write = async (id: (typeof exports)[number]['id']) => {
    const { taskFormats } = await loadFormats();
    const format = taskFormats.find((one) => one.id === id);
    if (format === undefined) return;
    const content = new Blob([format.format(tasks.state.rows, new Date())], { type: format.mediaType });
    saveFile({ name: `tasks-${today}.${format.extension}`, content });
    logExport(`Tasks were exported as ${format.label}`, { tasks: tasks.state.rows.length, bytes: content.size });
  };
  return (
    <Dialog open={open} title="Export tasks" description={`${tasks.state.rows.length} tasks, as they are seen here.`} onClose={onClose}>
      <ul className="grid gap-3">
        {exports.map(({ id, label }) => (
          <li key={id}>
            <Button tone="ghost" className="w-full" onClick={() => void write(id)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        iCalendar and Markdown hold everything but the order that you gave by hand; steps stay steps in all three. A Todoist file holds open
        tasks only, without projects, without tags that have spaces, knows priorities 1 to 3, and puts steps below the fourth level on that
        level. Cells that a spreadsheet would run are defused.
      </p>
    </Dialog>
  );
}
