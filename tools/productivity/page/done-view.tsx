import { useState } from 'react';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { RecordSection } from '../../../web/app/domains/records/list/record-section.tsx';
import { dayLabel } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
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
    <div>
      {days.length === 0 ? (
        <RecordSection title="Done">
          <EmptyState of="productivity">
            <p className="text-muted">Nothing is finished yet. What you tick off is listed here by day.</p>
          </EmptyState>
        </RecordSection>
      ) : null}
      {days.slice(0, shown).map(([day, done]) => (
        <TaskPanel key={day} title={dayLabel(day, today, 'long')} tasks={done} showDay={false} />
      ))}
      {days.length > shown ? (
        <GhostButton className="my-4" onClick={() => setShown(shown + daysAtOnce)}>
          Earlier days
        </GhostButton>
      ) : null}
    </div>
  );
}
