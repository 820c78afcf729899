import { useId, useState } from 'react';
import { loadFindDate } from '../../domains/tasks/find-date.ts';
import type { ReadFile } from '../../domains/tasks/formats/read-task-file.ts';
import { tasks as taskCollection } from '../../domains/tasks/task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { useDesk } from './use-desk.tsx';

type OpenDialog = { readonly open: boolean; readonly onClose: () => void };

/** Loaded when a file is first read or written: the page itself does without. */
const loadFormats = () => import('../../domains/tasks/formats/read-task-file.ts');

/** Reads a file, shows what taking it would do, and takes it as one step of undo. */
export function ImportDialog({ open, onClose }: OpenDialog) {
  const { tasks } = useDesk();
  const [read, setRead] = useState<{ readonly name: string; readonly file: ReadFile; readonly fault?: string }>();
  const inputId = useId();
  const show = useToast();
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const { readTaskFile, largestFileBytes } = await loadFormats();
    if (file.size > largestFileBytes) return setRead({ name: file.name, file: undefined, fault: 'The file is larger than 20 MB.' });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const findDate = await loadFindDate();
    setRead({ name: file.name, file: readTaskFile(bytes, tasks.state.rows, { now: new Date(), findDate }) });
  };
  const close = () => {
    setRead(undefined);
    onClose();
  };
  const commit = async () => {
    const plan = read?.file?.plan;
    if (plan === undefined) return;
    const kept = await tasks.edit(plan.edits);
    close();
    show(
      kept.ok
        ? { title: 'Imported', description: `${plan.fresh.length} new, ${plan.changed.length} changed. Undo takes all of it back.` }
        : { title: 'Not imported', description: 'The browser could not keep it, so nothing was changed.', tone: 'alert' },
    );
  };
  const ready = (read?.file?.plan.edits.length ?? 0) > 0;
  return (
    <Dialog
      open={open}
      title="Import tasks"
      description="An iCalendar file (.ics), a Todoist template (.csv) or a Markdown task list (.md). Nothing is written before you say so."
      onClose={close}
      actions={
        ready ? (
          <Button onClick={() => void commit()}>{`Import ${read?.file?.plan.edits.length ?? 0}`}</Button>
        ) : (
          <Button tone="ghost" onClick={close}>
            Close
          </Button>
        )
      }
    >
      <label htmlFor={inputId} className="text-sm font-medium">
        File
      </label>
      <input
        id={inputId}
        type="file"
        accept=".ics,.csv,.md,.txt,text/calendar,text/csv,text/markdown,text/plain"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
        className="mt-2 w-full rounded-control border border-edge bg-plate p-3 text-sm"
      />
      <div role="status" className="mt-4">
        {read === undefined ? null : read.file === undefined ? (
          <StatusMark kind="failure">{read.fault ?? `${read.name} is no file that tasks can be read from.`}</StatusMark>
        ) : (
          <PlanSummary
            heading={`${read.name}: ${read.file.format.label}, ${read.file.encoding.toUpperCase()}`}
            plan={read.file.plan}
            nameOf={taskCollection.nameOf}
          />
        )}
      </div>
    </Dialog>
  );
}

const exports = [
  { id: 'ics', label: 'iCalendar (.ics)' },
  { id: 'todoist', label: 'Todoist (.csv)' },
  { id: 'markdown', label: 'Markdown (.md)' },
] as const;

/** Writes the tasks to a file, and says beforehand what such a file cannot hold. */
export function ExportDialog({ open, onClose }: OpenDialog) {
  const { tasks, today } = useDesk();
  const write = async (id: (typeof exports)[number]['id']) => {
    const { taskFormats } = await loadFormats();
    const format = taskFormats.find((one) => one.id === id);
    if (format === undefined) return;
    const address = URL.createObjectURL(new Blob([format.format(tasks.state.rows, new Date())], { type: format.mediaType }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `tasks-${today}.${format.extension}`;
    link.click();
    URL.revokeObjectURL(address);
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
        iCalendar and Markdown hold everything. A Todoist file holds open tasks only, without projects, without tags that have spaces, and
        knows priorities 1 to 3. Cells that a spreadsheet would run are defused.
      </p>
    </Dialog>
  );
}
