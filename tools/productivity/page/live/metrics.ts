import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import { isOpen, type Task, tasks } from '../../../../web/app/domains/tasks/task.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';

/** The card's two figures: what is open, and what of it is due today; what is late is told beside that. */
export default function productivityMetrics(): Live<readonly [Metric, Metric]> {
  return liveCollection(tasks, metricsOf);
}

/** Of tasks on a day. */
export function metricsOf(rows: readonly Task[], today: Day): readonly [Metric, Metric] {
  const open = rows.filter(isOpen);
  const due = open.filter(({ due_on }) => due_on === today).length;
  const late = open.filter(({ due_on }) => due_on !== null && due_on < today).length;
  return [
    { label: 'Active tasks', value: open.length.toLocaleString('en-GB') },
    { label: late > 0 ? `Due today, ${late.toLocaleString('en-GB')} late` : 'Due today', value: due.toLocaleString('en-GB') },
  ];
}
