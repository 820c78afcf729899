import { useState } from 'react';
import { dayLabel, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { arrangeDone } from './arrange-tasks.ts';
import { useProductivity } from './productivity-context.tsx';
import { TaskPanel } from './today-view.tsx';

const daysAtOnce = 14;

/** The log of what was finished, by day. */
export function DoneView() {
  const { tasks, today } = useProductivity();
  const [shown, setShown] = useState(daysAtOnce);
  const days = arrangeDone(tasks.state.rows);
  return (
    <div className="grid gap-6">
      {days.length === 0 ? (
        <Panel title="Done">
          <p className="text-muted">Nothing is finished yet. What you tick off is listed here by day.</p>
        </Panel>
      ) : null}
      {days.slice(0, shown).map(([day, done]) => (
        <TaskPanel key={day} title={dayLabel(day, today, 'long')} tasks={done} showDay={false} />
      ))}
      {days.length > shown ? <GhostButton onClick={() => setShown(shown + daysAtOnce)}>Earlier days</GhostButton> : null}
      <TrashPanel />
    </div>
  );
}

/** What was removed, until the server lets it go. */
function TrashPanel() {
  const { tasks, today } = useProductivity();
  const removed = [...tasks.state.removed].sort((one, other) => (other.deleted_at ?? '').localeCompare(one.deleted_at ?? ''));
  if (removed.length === 0) return null;
  return (
    <Panel title="Trash" aside={<span className="font-mono text-sm text-muted">{removed.length}</span>}>
      <p className="text-muted">Deleted items are removed permanently after 30 days.</p>
      <ul className="mt-3">
        {removed.map((task) => (
          <li key={task.id} className="flex items-center gap-3 border-t border-hairline py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">{task.title}</span>
            <span className="text-sm text-muted">{dayLabel(dayOf(new Date(task.deleted_at ?? 0)), today)}</span>
            <QuietButton aria-label={`Restore “${task.title}”`} onClick={() => void tasks.restore(task.id)}>
              Restore
            </QuietButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
