import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { type Day, dayLabel } from '../../../../web/app/domains/tasks/day.ts';
import { compareTasks, isOpen, type Task, tasks } from '../../../../web/app/domains/tasks/task.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { ToolRecord } from '../../../tool-live.ts';

/** Every task, the open ones first, as the palette finds it. */
export default function productivityRecords(): Live<readonly ToolRecord[]> {
  return liveCollection(tasks, (rows, today) => [...rows].sort(openFirst).map((task) => recordOf(task, today)));
}

function openFirst(one: Task, other: Task): number {
  return Number(isOpen(other)) - Number(isOpen(one)) || compareTasks(one, other);
}

function recordOf({ id, title, status, due_on, project, tags }: Task, today: Day): ToolRecord {
  const when = status === 'done' ? 'done' : status === 'cancelled' ? 'cancelled' : due_on === null ? '' : dayLabel(due_on, today);
  const note = [when, project === null ? '' : `+${project}`, ...tags.map((tag) => `#${tag}`)].filter((part) => part !== '').join(' ');
  return { id, title, note, to: `/productivity#task=${id}` };
}
