import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { openRecords } from '../../../web/app/domains/records/open-records.ts';
import { type CollectionInHand, useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { type EditToast, useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { type Day, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { type FocusSession, focusSessions, isOpen, type Task, type TaskDraft, tasks } from '../../../web/app/domains/tasks/task.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { completeTask } from './tasks/complete-task.ts';
import { firstOccurrence } from './tasks/next-occurrence.ts';
import { type Nested, nestSteps } from './tasks/steps.ts';
import { undoTool } from './undo-tool.ts';

/** What every part of the page works with. */
export type Productivity = {
  readonly tasks: CollectionInHand<Task>;
  readonly sessions: CollectionInHand<FocusSession>;
  /** Renewed each minute. */
  readonly now: Date;
  readonly today: Day;
  /** `parentId`: the task that it is a step of. */
  readonly addTask: (draft: TaskDraft, parentId?: string) => Promise<boolean>;
  /** Which tasks stand by themselves, and which are steps of others. */
  readonly nested: Nested;
  /** Resolves once the list shows it. */
  readonly changeTask: (task: Task, values: Partial<TaskDraft & Pick<Task, 'position'>>) => Promise<boolean>;
  /** Finishes an open task, or opens a finished one again. */
  readonly toggleDone: (task: Task) => void;
  readonly removeTask: (task: Task) => void;
  readonly undo: () => void;
  readonly tell: EditToast['tell'];
  readonly running: FocusSession | undefined;
  /** Starts the timer on a task, and ends the one that runs; on the task that runs, only ends it. */
  readonly toggleFocus: (task: Task | undefined) => void;
  readonly editing: Editing | undefined;
  readonly setEditing: (editing: Editing | undefined) => void;
};

/** The task whose form is open, and the field that it opened for. */
export type Editing = { readonly id: string; readonly field: 'title' | 'due_on' };

const dayMs = 86_400_000;
/** The page’s productivity context; inside `ProductivityProvider` only. */
export const [ProductivityContext, useProductivity] = givenContext<Productivity>('useProductivity');

/** Opens the collections and gives it to everything inside. */
export function ProductivityProvider({ children }: { readonly children: ReactNode }) {
  const taskList = useCollection(tasks, undoTool);
  const sessionList = useCollection(focusSessions, undoTool);
  const minute = useNow(60_000);
  const [editing, setEditing] = useState<Editing>();
  const { tell, undo } = useEditToast(taskList.undo);
  useEffect(() => void openRecords().emptyTrash(), []);
  const nested = useMemo(() => nestSteps(taskList.state.rows), [taskList.state.rows]);
  const work = useMemo((): Productivity => {
    const today = dayOf(new Date(minute));
    const running = sessionList.state.rows.find(({ ended_at }) => ended_at === null);
    return {
      tasks: taskList,
      sessions: sessionList,
      now: new Date(minute),
      today,
      editing,
      setEditing,
      running,
      nested,
      addTask: async (draft, parentId) => {
        // "Every weekday at 9:30", typed on a Saturday, begins on Monday.
        const due_on = draft.rrule === null ? draft.due_on : ((await firstOccurrence(draft.rrule, draft.due_on ?? today)) ?? draft.due_on);
        return tell(taskList.add({ ...draft, due_on, parent_id: parentId ?? null, position: -Date.now() / 1000 }).kept);
      },
      changeTask: (task, values) => tell(taskList.change(task.id, values)),
      toggleDone: (task) => {
        if (!isOpen(task)) return void tell(taskList.change(task.id, { status: 'todo', completed_at: null }));
        void completeTask(task, new Date(), dayOf(new Date())).then((edits) =>
          tell(taskList.edit(edits), edits.length > 1 ? `Done: ${task.title}. The next one is planned.` : `Done: ${task.title}`),
        );
      },
      removeTask: (task) => void tell(taskList.remove(task.id), `Removed: ${task.title}`),
      undo,
      tell,
      toggleFocus: (task) => {
        const at = new Date();
        const end = running === undefined ? undefined : Math.min(at.getTime(), Date.parse(running.started_at) + dayMs);
        if (running !== undefined && end !== undefined)
          void tell(sessionList.change(running.id, { ended_at: new Date(end).toISOString() }));
        if (task === undefined || running?.task_id === task.id) return;
        void tell(sessionList.add({ task_id: task.id, started_at: at.toISOString(), ended_at: null }).kept);
        if (task.status === 'todo') void tell(taskList.change(task.id, { status: 'doing' }));
      },
    };
  }, [taskList, sessionList, nested, minute, editing, tell, undo]);
  return <ProductivityContext value={work}>{children}</ProductivityContext>;
}
