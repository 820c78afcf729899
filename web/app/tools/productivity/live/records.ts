import { type Day, dayLabel } from '../../../domains/tasks/day.ts';
import { compareTasks, isOpen, type Task } from '../../../domains/tasks/task.ts';
import type { Live } from '../../../lib/live.ts';
import type { ToolRecord } from '../../tool.ts';
import { liveTasks } from './live-tasks.ts';

/** Every task, the open ones first, as the palette finds it. */
export default function productivityRecords(): Live<readonly ToolRecord[]> {
  return liveTasks((rows, today) => [...rows].sort(openFirst).map((task) => recordOf(task, today)));
}

function openFirst(one: Task, other: Task): number {
  return Number(isOpen(other)) - Number(isOpen(one)) || compareTasks(one, other);
}

function recordOf({ id, title, status, due_on, project, tags }: Task, today: Day): ToolRecord {
  const standing = status === 'done' ? 'done' : status === 'cancelled' ? 'cancelled' : due_on === null ? '' : dayLabel(due_on, today);
  const note = [standing, project === null ? '' : `+${project}`, ...tags.map((tag) => `#${tag}`)].filter((part) => part !== '').join(' ');
  return { id, title, note, to: `/productivity#task=${id}` };
}
