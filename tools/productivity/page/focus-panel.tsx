import { StopIcon } from '@castellan/icons/signs/stop';
import { RecordSection } from '../../../web/app/domains/records/list/record-section.tsx';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { durationLabel } from '../../../web/app/domains/tasks/quick-add.ts';
import type { FocusSession } from '../../../web/app/domains/tasks/task.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { useProductivity } from './productivity-context.tsx';

/** Minutes after which a stretch of focus has earned its break. */
const stretchMin = 25;

/** The timer: a record from its first second, so that it runs on over a reload and on every device. */
export function FocusPanel() {
  const { running, tasks, sessions, today, toggleFocus } = useProductivity();
  const task = tasks.state.rows.find(({ id }) => id === running?.task_id);
  const todayMin = sessions.state.rows
    .filter((session) => session.ended_at !== null && dayOf(new Date(session.started_at)) === today)
    .reduce((sum, session) => sum + (Date.parse(session.ended_at ?? '') - Date.parse(session.started_at)) / 60_000, 0);
  return (
    <RecordSection title="Focus">
      {running === undefined ? (
        <p className="mt-3 text-muted">No timer running. Press play on a task, or S.</p>
      ) : (
        <>
          <p className="mt-3 wrap-anywhere">{task?.title ?? 'A task that is not here'}</p>
          <Elapsed session={running} />
          <GhostButton icon={StopIcon} className="mt-3 w-full" onClick={() => toggleFocus(undefined)}>
            Stop
          </GhostButton>
        </>
      )}
      <p className="mt-4 text-sm text-muted">{`Recorded today: ${todayMin < 1 ? 'nothing yet' : durationLabel(Math.round(todayMin))}`}</p>
    </RecordSection>
  );
}

/** The one node that changes each second. */
function Elapsed({ session }: { readonly session: FocusSession }) {
  const seconds = Math.max(0, Math.floor((useNow(1000) - Date.parse(session.started_at)) / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const over = seconds >= stretchMin * 60;
  return (
    <>
      <p role="timer" aria-live="off" className="lettering mt-2 text-xl tabular-nums text-verdigris">
        {hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`}
      </p>
      <p role="status" className="text-sm text-muted">
        {over ? `${stretchMin} minutes are over: time for a break.` : `A stretch is ${stretchMin} minutes.`}
      </p>
    </>
  );
}
