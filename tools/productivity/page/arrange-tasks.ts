import { addDays, type Day, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { compareTasks, isOpen, type Task } from '../../../web/app/domains/tasks/task.ts';
import type { taskStatuses } from '../../../web/app/domains/tasks/task-row.ts';

/** The columns of the board, in order. */
export const boardColumns = [
  { status: 'todo', title: 'To do' },
  { status: 'doing', title: 'Doing' },
  { status: 'done', title: 'Done' },
] as const satisfies readonly { readonly status: (typeof taskStatuses)[number]; readonly title: string }[];

/** Finished tasks that the board's last column shows; the others are in the log. */
const finishedOnBoard = 12;

/** What today wants: what is late and due, what comes after, and what has no day. Every open task is in one of the lists. */
export function arrangeToday(tasks: readonly Task[], today: Day) {
  const open = tasks.filter(isOpen).sort(compareTasks);
  return {
    overdue: open.filter(({ due_on }) => due_on !== null && due_on < today),
    due: open.filter(({ due_on }) => due_on === today),
    someday: open
      .filter(({ due_on }) => due_on === null)
      .sort((one, other) => (one.priority || 5) - (other.priority || 5) || one.position - other.position),
    upcoming: open.filter(({ due_on }) => due_on !== null && due_on > today && due_on <= addDays(today, 7)),
    later: open.filter(({ due_on }) => due_on !== null && due_on > addDays(today, 7)),
  };
}

/** The cards of one column, as the owner ordered them; the last column by when they were finished. */
export function arrangeColumn(tasks: readonly Task[], status: Task['status']): readonly Task[] {
  const cards = tasks.filter((task) => task.status === status);
  if (status === 'done') return cards.sort(laterFirst).slice(0, finishedOnBoard);
  return cards.sort((one, other) => one.position - other.position || compareTasks(one, other));
}

/** Where a card has to be to stand at a place of a column that does not hold it. */
export function positionAt(column: readonly Task[], index: number): number {
  const before = column[index - 1]?.position;
  const after = column[index]?.position;
  if (before === undefined) return after === undefined ? 0 : after - 1024;
  return after === undefined ? before + 1024 : (before + after) / 2;
}

/** Finished tasks by the day they were finished on, the latest first. */
export function arrangeDone(tasks: readonly Task[]): readonly (readonly [Day, readonly Task[]])[] {
  const days = new Map<Day, Task[]>();
  for (const task of tasks.filter(({ status, completed_at }) => status === 'done' && completed_at !== null).sort(laterFirst)) {
    const day = dayOf(new Date(task.completed_at ?? 0));
    days.set(day, [...(days.get(day) ?? []), task]);
  }
  return [...days];
}

function laterFirst(one: Task, other: Task): number {
  return (other.completed_at ?? '').localeCompare(one.completed_at ?? '');
}
