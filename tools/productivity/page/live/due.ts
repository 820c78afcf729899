import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { type Day, dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { compareTasks, isOpen, type Task, tasks } from '../../../../web/app/domains/tasks/task.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';
import { undoTool } from '../undo-tool.ts';

/** The tasks that today wants: what is late first, then by the time of day. */
export default function productivityDue(): Live<readonly DueItem[]> {
  return liveCollection(tasks, (rows, today) => dueOf(rows, today).map((task) => itemOf(task)));
}

/** Of tasks, those that a day wants, in the order of lists. */
export function dueOf(rows: readonly Task[], today: Day): readonly Task[] {
  return rows.filter((task) => isOpen(task) && task.due_on !== null && task.due_on <= today).sort(compareTasks);
}

function itemOf(task: Task): DueItem {
  return {
    id: task.id,
    title: task.title,
    day: task.due_on ?? '',
    ...(task.due_time === null ? {} : { time: task.due_time.slice(0, 5) }),
    to: `/productivity#task=${task.id}`,
    finish: () => finish(task),
  };
}

async function finish(task: Task): Promise<{ readonly undo: () => Promise<void> } | undefined> {
  const { completeTask } = await import('../tasks/complete-task.ts');
  const feed = openRecords().open(tasks, undoTool);
  const now = new Date(browserTimer.nowMs());
  const edits = await completeTask(task, now, dayOf(now));
  if (!(await feed.edit(edits)).ok) return undefined;
  const undo = async () => {
    // Of a task that repeats, the next one was made: it goes again.
    await feed.edit(
      edits.map(({ id }) =>
        id === task.id
          ? { kind: 'change', id, values: { status: task.status, completed_at: null } }
          : { kind: 'change', id, values: { deleted_at: new Date(browserTimer.nowMs()).toISOString() } },
      ),
    );
  };
  return { undo };
}
