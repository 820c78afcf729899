import { useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { type Day, dayLabel, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { durationLabel } from '../../../web/app/domains/tasks/quick-add.ts';
import { compareTasks, focusSessions, isOpen, type Task, tasks } from '../../../web/app/domains/tasks/task.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';

const listed = 5;

/** The numbers and the next tasks. What cannot be known is a dash, never a zero. */
export default function ProductivitySummary() {
  const taskList = useCollection(tasks);
  const sessions = useCollection(focusSessions);
  const today = dayOf(new Date(useNow(60_000)));
  const known = taskList.state.status === 'ready';
  const open = taskList.state.rows.filter(isOpen).sort(compareTasks);
  const focusMin = sessions.state.rows
    .filter(({ started_at, ended_at }) => ended_at !== null && dayOf(new Date(started_at)) === today)
    .reduce((sum, { started_at, ended_at }) => sum + (Date.parse(ended_at ?? '') - Date.parse(started_at)) / 60_000, 0);
  const tiles = [
    { title: 'Active tasks', value: known ? String(open.length) : '–' },
    { title: 'Due today', value: known ? String(open.filter(({ due_on }) => due_on === today).length) : '–' },
    { title: 'Late', value: known ? String(open.filter(({ due_on }) => due_on !== null && due_on < today).length) : '–' },
    { title: 'Focus today', value: sessions.state.status === 'ready' ? durationLabel(Math.round(focusMin)) : '–' },
  ];
  return (
    <>
      <dl className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-4">
        {tiles.map(({ title, value }) => (
          <div key={title} className="flex flex-col-reverse justify-end rounded-card border border-hairline bg-surface p-5">
            <dt className="figure-label">{title}</dt>
            <dd className="figure-value">{value}</dd>
          </div>
        ))}
      </dl>
      <Panel title="Next" className="mt-6">
        {taskList.state.status === 'loading' ? <p className="text-muted">Looking the tasks up.</p> : null}
        {taskList.state.status === 'failed' ? (
          <div role="status" className="flex flex-wrap items-center justify-between gap-3">
            <StatusMark kind="warning">The server does not answer, so the tasks cannot be shown.</StatusMark>
            <QuietButton onClick={() => void taskList.refresh()}>Try again</QuietButton>
          </div>
        ) : null}
        {known && open.length === 0 ? <p className="text-muted">Nothing to do. Add a task on the Productivity page.</p> : null}
        <ol className="-mt-3 empty:hidden">
          {open.slice(0, listed).map((task) => (
            <NextTask key={task.id} task={task} today={today} />
          ))}
        </ol>
      </Panel>
    </>
  );
}

function NextTask({ task: { title, due_on, priority }, today }: { readonly task: Task; readonly today: Day }) {
  const isLate = due_on !== null && due_on < today;
  const day = due_on === null ? '' : dayLabel(due_on, today);
  return (
    <li className="flex flex-wrap justify-between gap-x-6 border-b border-hairline py-3">
      <span className="min-w-0 wrap-anywhere">{title}</span>
      <span className={classNames('font-mono text-sm', isLate ? 'text-amber' : 'text-muted')}>
        {[priority > 0 ? `P${priority}` : '', isLate ? `Late: ${day}` : day].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
