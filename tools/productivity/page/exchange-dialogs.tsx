import { ExportDialog } from '../../../web/app/domains/exchange/export-dialog.tsx';
import { type FileReading, ImportDialog } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { readInWorker } from '../../../web/app/domains/exchange/reading/read-in-worker.ts';
import { mostTogether } from '../../../web/app/domains/records/collection-state.ts';
import { tasks as taskCollection } from '../../../web/app/domains/tasks/task.ts';
import { useProductivity } from './productivity-context.tsx';

type OpenDialog = { readonly open: boolean; readonly onClose: () => void };

/** Largest file that is read at all, in bytes. */
const largestFileBytes = 20_000_000;

/** Loaded when a file is first written: the page itself does without. */
const loadFormats = () => import('./tasks/formats/read-task-file.ts');

/** Imports tasks from a file. */
export function TaskImportDialog({ open, onClose }: OpenDialog) {
  const { tasks } = useProductivity();
  const read = async (file: File, signal: AbortSignal): Promise<FileReading> => {
    if (file.size > largestFileBytes) return { fault: 'The file is larger than 20 MB.' };
    const open = async () => (await import('./tasks/formats/open-task-file-worker.client.ts')).openTaskFileWorker();
    return readInWorker(open, { file, name: file.name, rows: tasks.state.rows, now: new Date() }, signal);
  };
  return (
    <ImportDialog
      open={open}
      title="Import tasks"
      description="An iCalendar file (.ics), a Todoist template (.csv) or a Markdown task list (.md)."
      accept=".ics,.csv,.md,.txt,text/calendar,text/csv,text/markdown,text/plain"
      read={read}
      nameOf={taskCollection.nameOf}
      most={mostTogether}
      take={async ({ edits, batchId }) => (await tasks.edit(edits, { isWhole: true, name: batchId })).ok}
      onClose={onClose}
    />
  );
}

const exports = [
  { id: 'ics', label: 'iCalendar (.ics)' },
  { id: 'todoist', label: 'Todoist (.csv)' },
  { id: 'markdown', label: 'Markdown (.md)' },
] as const;

/** Writes the tasks to a file. */
export function TaskExportDialog({ open, onClose }: OpenDialog) {
  const { tasks, today } = useProductivity();
  const { rows } = tasks.state;
  const write = async (id: string) => {
    const { taskFormats } = await loadFormats();
    const format = taskFormats.find((one) => one.id === id);
    if (format === undefined) throw new Error(`no format is called ${id}`);
    const { label, extension, mediaType: type } = format;
    return {
      name: `tasks-${today}.${extension}`,
      content: new Blob([format.format(rows, new Date())], { type }),
      logged: [`Tasks were exported as ${label}`, { tasks: rows.length }] as const,
    };
  };
  return (
    <ExportDialog
      open={open}
      title="Export tasks"
      description={`${rows.length} tasks, as they are seen here.`}
      forms={exports.map(({ id, label }) => ({ label, write: () => write(id) }))}
      note="iCalendar and Markdown hold everything but the order that you gave by hand; steps stay steps in all three. A Todoist file holds open tasks only, without projects, without tags that have spaces, knows priorities 1 to 3, and puts steps below the fourth level on that level. Cells that a spreadsheet would run are defused."
      onClose={onClose}
    />
  );
}
