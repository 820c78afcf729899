import { CaretLeftIcon } from '@castellan/icons/arrows/caret-left';
import { CaretRightIcon } from '@castellan/icons/arrows/caret-right';
import { useState } from 'react';
import { refocusRecord } from '../../../web/app/domains/records/list/use-record-keys.ts';
import { addDays, dateLabel, dayLabel, weekAround } from '../../../web/app/domains/tasks/day.ts';
import { durationLabel } from '../../../web/app/domains/tasks/quick-add.ts';
import { compareTasks, isOpen, type Task } from '../../../web/app/domains/tasks/task.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Icon, type IconDrawing } from '../../../web/app/ui/icon.tsx';
import { useProductivity } from './productivity-context.tsx';
import { DoneBox } from './task-row.tsx';

/** Seven days from Monday. A task goes to another day by Shift and a sideways arrow key, by dragging, or in its form. */
export function WeekView() {
  const { tasks, today, changeTask } = useProductivity();
  const [monday, setMonday] = useState(() => weekAround(today)[0] ?? today);
  const [said, setSaid] = useState('');
  const days = weekAround(monday);
  const reschedule = (task: Task, day: string) => {
    void changeTask(task, { due_on: day }).then(() => refocusRecord(task.id));
    setSaid(`${task.title}: ${dayLabel(day, today, 'long')}`);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="lettering text-lg">{`${dateLabel(monday)} to ${dateLabel(days[6] ?? monday)}`}</h2>
        <div className="flex gap-2">
          <StepButton label="Previous week" drawing={CaretLeftIcon} onClick={() => setMonday(addDays(monday, -7))} />
          <GhostButton onClick={() => setMonday(weekAround(today)[0] ?? today)}>This week</GhostButton>
          <StepButton label="Next week" drawing={CaretRightIcon} onClick={() => setMonday(addDays(monday, 7))} />
        </div>
      </div>
      <ol className="mt-4 grid gap-x-4 gap-y-3 lg:grid-cols-7">
        {days.map((day) => {
          const due = tasks.state.rows.filter((task) => task.due_on === day && task.status !== 'cancelled').sort(compareTasks);
          const minutes = due.filter(isOpen).reduce((sum, task) => sum + (task.estimate_min ?? 0), 0);
          return (
            <li
              key={day}
              className={classNames('min-w-0 border-t pt-2 lg:min-h-64', day === today ? 'border-copper' : 'border-ink')}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                const task = tasks.state.rows.find(({ id }) => id === event.dataTransfer.getData('text/plain'));
                if (task !== undefined) reschedule(task, day);
              }}
            >
              <h3 className={classNames('text-sm font-semibold', day === today && 'text-copper')}>{dayLabel(day, today)}</h3>
              <p className="text-sm text-muted">{minutes === 0 ? ' ' : durationLabel(minutes)}</p>
              <ul className="mt-1">
                {due.map((task) => (
                  <WeekTask key={task.id} task={task} onMove={(step) => reschedule(task, addDays(day, step))} />
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
      <p className="mt-6 text-sm text-muted">Move a task to another day with Shift and an arrow key, by dragging, or in its form.</p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

function WeekTask({ task, onMove }: { readonly task: Task; readonly onMove: (step: number) => void }) {
  const { setEditing } = useProductivity();
  return (
    <li
      data-record={task.id}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/plain', task.id)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!event.shiftKey || step === undefined) return;
        event.preventDefault();
        onMove(step);
      }}
      className="flex items-start border-t border-hairline first:border-t-0"
    >
      <DoneBox task={task} />
      <button
        type="button"
        data-record-title=""
        onClick={() => setEditing({ id: task.id, field: 'title' })}
        className={classNames(
          'min-w-0 flex-1 rounded-control py-2.5 text-left text-sm wrap-anywhere',
          !isOpen(task) && 'text-muted line-through',
        )}
      >
        {task.due_time === null ? null : <span className="text-muted tabular-nums">{`${task.due_time.slice(0, 5)} `}</span>}
        {task.title}
      </button>
    </li>
  );
}

/** A square button with an arrow. */
export function StepButton({
  label,
  drawing,
  onClick,
}: {
  readonly label: string;
  readonly drawing: IconDrawing;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="target inline-grid min-h-12 min-w-12 place-items-center rounded-control border border-edge hover:bg-surface"
    >
      <Icon drawing={drawing} />
    </button>
  );
}
