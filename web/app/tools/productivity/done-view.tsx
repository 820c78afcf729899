import { useState } from 'react';
import { dayLabel } from '../../domains/tasks/day.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { arrangeDone } from './arrange-tasks.ts';
import { TaskPanel } from './today-view.tsx';
import { useDesk } from './use-desk.tsx';

const daysAtOnce = 14;

/** The log of what was finished, by day. */
export function DoneView() {
  const { tasks, today } = useDesk();
  const [shown, setShown] = useState(daysAtOnce);
  const days = arrangeDone(tasks.state.rows);
  if (days.length === 0)
    return (
      <Panel title="Done">
        <p className="text-muted">Nothing is finished yet. What you tick off is listed here by day.</p>
      </Panel>
    );
  return (
    <div className="grid gap-6">
      {days.slice(0, shown).map(([day, done]) => (
        <TaskPanel key={day} title={dayLabel(day, today, 'long')} tasks={done} showDay={false} />
      ))}
      {days.length > shown ? (
        <Button tone="ghost" onClick={() => setShown(shown + daysAtOnce)}>
          Earlier days
        </Button>
      ) : null}
    </div>
  );
}
