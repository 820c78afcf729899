import type { ReactNode } from 'react';
import { RecordList } from '../../../web/app/domains/records/list/record-list.tsx';
import { RecordSection } from '../../../web/app/domains/records/list/record-section.tsx';
import { type Task, tasks as taskCollection } from '../../../web/app/domains/tasks/task.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { arrangeToday } from './arrange-tasks.ts';
import { hours, useDayWeight, useWorkingDay, weightSentence, workingHours } from './day-weight.ts';
import { FocusPanel } from './focus-panel.tsx';
import { LegacyPanel } from './legacy-panel.tsx';
import { useProductivity } from './productivity-context.tsx';
import { TaskRow } from './task-row.tsx';
import { legacyTasks } from './tasks/legacy-tasks.ts';

/** The day: what is late and due, whether it fits, and what could be taken on. */
export function TodayView() {
  const { nested, today, tasks } = useProductivity();
  const { overdue, due, someday, upcoming, later } = arrangeToday(nested.top, today);
  return (
    <div className="grid gap-x-6 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        {overdue.length > 0 ? <TaskPanel title="Late" tasks={overdue} /> : null}
        <TaskPanel
          title="Today"
          tasks={due}
          showDay={false}
          empty="Nothing is due today. Add a task above, or set a date on one that has none."
        />
        {upcoming.length > 0 ? <TaskPanel title="The next seven days" tasks={upcoming} /> : null}
        {later.length > 0 ? <TaskPanel title="Later" tasks={later} /> : null}
        {someday.length > 0 ? <TaskPanel title="Without a day" tasks={someday} /> : null}
      </div>
      <div>
        <CapacityPanel />
        <FocusPanel />
        <LegacyPanel source={legacyTasks} collection={taskCollection} hand={tasks} noun="tasks" />
      </div>
    </div>
  );
}

/** A titled list of tasks. */
export function TaskPanel({
  title,
  tasks,
  showDay = true,
  empty,
}: {
  readonly title: ReactNode;
  readonly tasks: readonly Task[];
  readonly showDay?: boolean;
  readonly empty?: string;
}) {
  return (
    <RecordSection title={title} count={tasks.length}>
      <RecordList rows={tasks} empty={empty === undefined ? null : <p className="record-note">{empty}</p>}>
        {(task) => <TaskRow key={task.id} task={task} showDay={showDay} />}
      </RecordList>
    </RecordSection>
  );
}

function CapacityPanel() {
  const weight = useDayWeight();
  const day = useWorkingDay();
  const { workMin, freeMin, estimatedMin, unestimated, experience } = weight;
  const full = workMin > freeMin;
  const share = Math.min(100, (workMin / Math.max(workMin, freeMin, 1)) * 100);
  const sentence = weightSentence(weight);
  return (
    <RecordSection title="Capacity">
      <p className="mt-3">
        <StatusMark kind={full ? 'warning' : 'success'}>{`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`}</StatusMark>
      </p>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="mt-3 h-3 w-full rounded-control border border-edge" aria-hidden="true">
        <rect width={share} height="6" className={full ? 'fill-amber' : 'fill-verdigris'} />
        {full ? (
          <line x1={(freeMin / workMin) * 100} x2={(freeMin / workMin) * 100} y1="0" y2="6" className="stroke-plate" strokeWidth="1.2" />
        ) : null}
      </svg>
      <ul className="mt-3 space-y-1 text-sm text-muted">
        {unestimated > 0 ? (
          <li>{`${unestimated} ${unestimated === 1 ? 'task has' : 'tasks have'} no estimate and ${unestimated === 1 ? 'is' : 'are'} not counted.`}</li>
        ) : null}
        {experience > 0 && estimatedMin !== workMin ? (
          <li>{`You estimated ${hours(estimatedMin)}; ${experience} finished tasks say it takes ${hours(workMin)}.`}</li>
        ) : null}
        {experience === 0 ? <li>After three timed tasks with an estimate, estimates are adjusted to your pace.</li> : null}
      </ul>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <HourField label="Work from" value={day.from} onChange={(from) => workingHours.write(`${from}-${day.to}`)} />
        <HourField label="Work until" value={day.to} onChange={(to) => workingHours.write(`${day.from}-${to}`)} />
      </div>
    </RecordSection>
  );
}

function HourField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="grid gap-1 text-sm text-muted">
      {label}
      <input
        type="time"
        value={value}
        onChange={(event) => {
          if (/^\d\d:\d\d$/.test(event.currentTarget.value)) onChange(event.currentTarget.value);
        }}
        className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-plate px-2 text-base text-ink tabular-nums"
      />
    </label>
  );
}
