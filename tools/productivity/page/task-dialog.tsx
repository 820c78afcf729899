import { TrashIcon } from '@castellan/icons/signs/trash';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { describeRecurrence, findRecurrence } from '../../../web/app/domains/tasks/recurrence.ts';
import type { Task, TaskDraft } from '../../../web/app/domains/tasks/task.ts';
import { taskStatuses } from '../../../web/app/domains/tasks/task-row.ts';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../web/app/ui/dialog.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { useProductivity } from './productivity-context.tsx';
import { TaskSteps } from './task-steps.tsx';
import { isRule } from './tasks/formats/task-format.ts';

/** The form of the task that is being edited. */
export function TaskDialog() {
  const { editing, setEditing, tasks } = useProductivity();
  const task = tasks.state.rows.find(({ id }) => id === editing?.id);
  // After the dialog has opened, which puts the focus on its first control.
  useEffect(() => {
    if (editing !== undefined) document.querySelector<HTMLElement>(`dialog[open] [name="${editing.field}"]`)?.focus();
  }, [editing]);
  return (
    <Dialog open={task !== undefined} title="Task" onClose={() => setEditing(undefined)}>
      {task === undefined ? null : <TaskForm key={task.id} task={task} />}
    </Dialog>
  );
}

const fieldClass = 'min-h-12 w-full min-w-0 rounded-control border border-edge bg-plate px-3 text-base text-ink';
const statusNames = { todo: 'To do', doing: 'Doing', done: 'Done', cancelled: 'Cancelled' } as const;

function TaskForm({ task }: { readonly task: Task }) {
  const { setEditing, changeTask, toggleDone, removeTask } = useProductivity();
  const [fault, setFault] = useState<Fault>();
  const repeatHintId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readForm(new FormData(form), task);
    if ('field' in read) {
      setFault(read);
      return form.querySelector<HTMLElement>(`[name="${read.field}"]`)?.focus();
    }
    // Only what was changed here, so that what another tab changed meanwhile stays.
    const changed = Object.fromEntries(
      Object.entries(read).filter(([field, value]) => JSON.stringify(task[field as keyof TaskDraft]) !== JSON.stringify(value)),
    );
    const { status, ...others } = changed as Partial<TaskDraft>;
    if (Object.keys(others).length > 0 || (status !== undefined && status !== 'done'))
      void changeTask(task, status === 'done' ? others : changed);
    if (status === 'done') toggleDone({ ...task, ...others });
    setEditing(undefined);
  };
  const errorOf = (field: string) => (fault?.field === field ? fault.sentence : undefined);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField name="title" label="Title" defaultValue={task.title} maxLength={500} error={errorOf('title')} />
      <Labelled label="Notes">
        <textarea name="notes" rows={2} maxLength={20_000} defaultValue={task.notes} className={`${fieldClass} py-2`} />
      </Labelled>
      <div className="grid grid-cols-2 gap-4">
        <TextField name="due_on" label="Due" type="date" defaultValue={task.due_on ?? ''} error={errorOf('due_on')} />
        <TextField name="due_time" label="At" type="time" defaultValue={task.due_time?.slice(0, 5) ?? ''} error={errorOf('due_time')} />
        <TextField
          name="estimate_min"
          label="Minutes"
          inputMode="numeric"
          defaultValue={task.estimate_min ?? ''}
          error={errorOf('estimate_min')}
        />
        <Labelled label="Priority">
          <select name="priority" defaultValue={task.priority} className={fieldClass}>
            <option value={0}>None</option>
            {[1, 2, 3, 4].map((priority) => (
              <option key={priority} value={priority}>{`P${priority}`}</option>
            ))}
          </select>
        </Labelled>
        <TextField name="project" label="Project" defaultValue={task.project ?? ''} maxLength={120} />
        <Labelled label="Status">
          <select name="status" defaultValue={task.status} className={fieldClass}>
            {taskStatuses.map((status) => (
              <option key={status} value={status}>
                {statusNames[status]}
              </option>
            ))}
          </select>
        </Labelled>
      </div>
      <TextField name="tags" label="Tags, between commas" defaultValue={task.tags.join(', ')} error={errorOf('tags')} />
      <TextField
        id={repeatHintId}
        name="rrule"
        label="Repeats"
        defaultValue={task.rrule === null ? '' : describeRecurrence(task.rrule)}
        placeholder="every monday"
        error={errorOf('rrule')}
      />
      <TaskSteps task={task} />
      <DialogFoot
        aside={
          <GhostButton
            icon={TrashIcon}
            onClick={() => {
              setEditing(undefined);
              removeTask(task);
            }}
          >
            Remove
          </GhostButton>
        }
      >
        <Button type="submit">Save</Button>
      </DialogFoot>
    </form>
  );
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="flex min-w-0 flex-col gap-2 text-sm font-medium">
      {label}
      {children}
    </label>
  );
}

type Fault = { readonly field: string; readonly sentence: string };

function readForm(form: FormData, task: Task): Omit<TaskDraft, 'completed_at'> | Fault {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const title = text('title').replace(/\s+/g, ' ');
  if (title === '') return { field: 'title', sentence: 'A task needs a title.' };
  const dueOn = text('due_on') || null;
  const time = text('due_time');
  if (time !== '' && dueOn === null) return { field: 'due_on', sentence: 'A time of day needs a day.' };
  const minutes = text('estimate_min');
  if (!/^\d{0,5}$/.test(minutes) || (minutes !== '' && (Number(minutes) < 1 || Number(minutes) > 44_640)))
    return { field: 'estimate_min', sentence: 'Whole minutes, 1 to 44640.' };
  const tags = [
    ...new Set(
      text('tags')
        .split(',')
        .map((tag) => tag.trim().replace(/^#/, '')),
    ),
  ].filter((tag) => tag !== '');
  if (tags.length > 50) return { field: 'tags', sentence: 'At most 50 tags.' };
  const words = text('rrule');
  const rule = words === '' ? null : isRule(words.toUpperCase()) ? words.toUpperCase() : findRecurrence(words)?.rule;
  if (rule === undefined) return { field: 'rrule', sentence: 'Not understood. Say “every monday”, “every 2 weeks” or “every 15th”.' };
  if (rule !== null && dueOn === null) return { field: 'due_on', sentence: 'A repetition needs a day to begin with.' };
  const status = taskStatuses.find((one) => one === text('status')) ?? task.status;
  return {
    title,
    notes: String(form.get('notes') ?? ''),
    status,
    priority: Number(text('priority')),
    due_on: dueOn,
    due_time: time === '' ? null : `${time.slice(0, 5)}:00`,
    estimate_min: minutes === '' ? null : Number(minutes),
    rrule: rule,
    project: text('project') || null,
    tags,
  };
}
