import { CheckIcon } from '@castellan/icons/signs/check';
import { PlayIcon } from '@castellan/icons/signs/play';
import { StopIcon } from '@castellan/icons/signs/stop';
import type { ReactNode } from 'react';
import { RecordRow } from '../../../web/app/domains/records/list/record-row.tsx';
import { dayLabel } from '../../../web/app/domains/tasks/day.ts';
import { durationLabel } from '../../../web/app/domains/tasks/quick-add.ts';
import { describeRecurrence } from '../../../web/app/domains/tasks/recurrence.ts';
import { isOpen, type Task } from '../../../web/app/domains/tasks/task.ts';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Icon } from '../../../web/app/ui/icon.tsx';
import { IconButton } from '../../../web/app/ui/icon-button.tsx';
import { useProductivity } from './productivity-context.tsx';

const priorityColours = ['', 'text-carmine', 'text-copper', 'text-ultramarine', 'text-muted'] as const;

/** One task in a list: its box, its title (which opens it), what is said of it, and the timer. */
export function TaskRow({ task, showDay = true }: { readonly task: Task; readonly showDay?: boolean }) {
  const { toggleFocus, setEditing, running, nested } = useProductivity();
  const steps = nested.stepsOf(task.id);
  const open = isOpen(task);
  const isRunning = running?.task_id === task.id;
  return (
    <RecordRow
      id={task.id}
      title={task.title}
      isOver={!open}
      onOpen={() => setEditing({ id: task.id, field: 'title' })}
      lead={<DoneBox task={task} />}
      facts={<TaskFacts task={task} showDay={showDay} />}
      aside={
        open ? (
          <IconButton
            drawing={isRunning ? StopIcon : PlayIcon}
            label={`${isRunning ? 'Stop' : 'Start'} the timer on “${task.title}”`}
            ink={isRunning ? 'text-verdigris' : 'text-muted'}
            onClick={() => toggleFocus(task)}
          />
        ) : undefined
      }
    >
      {steps.length === 0 ? null : (
        <ul aria-label={`Steps of “${task.title}”`} className="ml-5 border-t border-l border-hairline pl-2">
          {steps.map((step) => (
            <TaskRow key={step.id} task={step} />
          ))}
        </ul>
      )}
    </RecordRow>
  );
}

const ringNumbers = [0, 1, 2, 3] as const;

/** The box that finishes a task. Its rings are its urgency, engraved: four for P1, one for none. */
export function DoneBox({ task }: { readonly task: Task }) {
  const { toggleDone } = useProductivity();
  const done = !isOpen(task);
  const rings = done || task.priority === 0 ? 1 : 5 - task.priority;
  return (
    <button
      type="button"
      aria-pressed={done}
      aria-label={`Done: ${task.title}`}
      onClick={() => toggleDone(task)}
      className={classNames(
        'target relative inline-grid shrink-0 place-items-center rounded-control hover:bg-raised',
        done ? 'text-verdigris' : priorityColours[task.priority] || 'text-edge',
      )}
    >
      <svg viewBox="0 0 24 24" className="size-6" fill="none" stroke="currentColor" strokeWidth="1.3" aria-hidden="true">
        {ringNumbers.slice(0, rings).map((ring) => (
          <rect key={ring} x={2 + ring * 2.3} y={2 + ring * 2.3} width={20 - ring * 4.6} height={20 - ring * 4.6} rx={5 - ring} />
        ))}
      </svg>
      {done ? <Icon drawing={CheckIcon} className="absolute" /> : null}
    </button>
  );
}

/** What is said of a task besides its title. */
export function TaskFacts({ task, showDay }: { readonly task: Task; readonly showDay: boolean }) {
  const { today, tasks, nested } = useProductivity();
  const steps = nested.stepsOf(task.id);
  const whole = tasks.state.rows.find(({ id }) => id === task.parent_id);
  const { priority, due_on, due_time, estimate_min, rrule, project, tags } = task;
  const late = due_on !== null && due_on < today && isOpen(task);
  const time = due_time === null ? '' : ` ${due_time.slice(0, 5)}`;
  const facts: readonly (ReactNode | false)[] = [
    priority > 0 && <span className={classNames('font-semibold', priorityColours[priority])}>{`P${priority}`}</span>,
    due_on !== null && (showDay || due_time !== null) && (
      <span className={late ? 'text-amber' : undefined}>
        {`${late ? 'Late: ' : ''}${showDay ? dayLabel(due_on, today) : ''}${time}`.trim()}
      </span>
    ),
    estimate_min !== null && durationLabel(estimate_min),
    rrule !== null && describeRecurrence(rrule),
    steps.length > 0 && `${steps.filter((step) => !isOpen(step)).length} of ${steps.length} steps`,
    whole !== undefined && !nested.stepsOf(whole.id).includes(task) && `part of “${whole.title}”`,
    project !== null && `+${project}`,
    ...tags.map((tag) => `#${tag}`),
    tasks.state.unsent.has(task.id) && tasks.state.link !== 'reachable' && <span className="text-amber">waits</span>,
  ];
  const said = facts.filter((fact) => fact !== false);
  if (said.length === 0) return null;
  return (
    <p className="record-facts">
      {said.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one task have no other name than their place.
        <span key={index} className="wrap-anywhere">
          {fact}
        </span>
      ))}
    </p>
  );
}
