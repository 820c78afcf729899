import type { Day } from '../../../domains/tasks/day.ts';
import { isOpen, type Task } from '../../../domains/tasks/task.ts';
import type { Live } from '../../../lib/live.ts';
import type { Metric } from '../../tool.ts';
import { liveTasks } from './live-tasks.ts';

/** The card's two figures: what is open, and what of it today wants. */
export default function productivityMetrics(): Live<readonly [Metric, Metric]> {
  return liveTasks(metricsOf);
}

/** Of tasks on a day. */
export function metricsOf(rows: readonly Task[], today: Day): readonly [Metric, Metric] {
  const open = rows.filter(isOpen);
  const wanted = open.filter(({ due_on }) => due_on !== null && due_on <= today);
  const late = wanted.filter(({ due_on }) => due_on !== today).length;
  return [
    { label: 'Active tasks', value: open.length.toLocaleString('en-GB') },
    { label: late > 0 ? `Due today, ${late.toLocaleString('en-GB')} late` : 'Due today', value: wanted.length.toLocaleString('en-GB') },
  ];
}
