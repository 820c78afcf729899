import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import { type FocusSession, isOpen, type Task } from '../../../../web/app/domains/tasks/task.ts';

/** When the owner works, `HH:MM`. */
export type WorkingDay = { readonly from: string; readonly to: string };

/** How much of today's work fits into what is left of it. */
export type Capacity = {
  /** What the estimates come to, by experience. */
  readonly workMin: number;
  /** What the estimates say by themselves. */
  readonly estimatedMin: number;
  readonly freeMin: number;
  /** Open tasks of today that nobody estimated; they are in none of the sums. */
  readonly unestimated: number;
  /** How many finished tasks the experience rests on; 0 where there are too few to say. */
  readonly experience: number;
};

/** Finished tasks with estimate and recorded work that it takes before experience counts. */
export const fewestExamples = 3;

/** Weighs today's open tasks, overdue ones included, against the time left in the working day. */
export function weighDay(tasks: readonly Task[], sessions: readonly FocusSession[], day: WorkingDay, today: Day, now: Date): Capacity {
  const due = tasks.filter((task) => isOpen(task) && task.due_on !== null && task.due_on <= today);
  const factors = learnFactors(tasks, sessions);
  const estimated = due.filter((task) => task.estimate_min !== null);
  const workMin = estimated.reduce((sum, task) => sum + (task.estimate_min ?? 0) * factors.of(task), 0);
  const nowMin = now.getHours() * 60 + now.getMinutes();
  return {
    workMin: Math.round(workMin),
    estimatedMin: estimated.reduce((sum, task) => sum + (task.estimate_min ?? 0), 0),
    freeMin: Math.max(0, minutesOf(day.to) - Math.max(nowMin, minutesOf(day.from))),
    unestimated: due.length - estimated.length,
    experience: factors.examples,
  };
}

/** Minutes recorded on each task. */
export function workedMinutes(sessions: readonly FocusSession[]): ReadonlyMap<string, number> {
  const worked = new Map<string, number>();
  for (const { task_id, started_at, ended_at } of sessions) {
    if (task_id === null || ended_at === null) continue;
    worked.set(task_id, (worked.get(task_id) ?? 0) + Math.max(0, Date.parse(ended_at) - Date.parse(started_at)) / 60_000);
  }
  return worked;
}

/**
 * What finished tasks took, over what they were estimated at: for a task by the tag with the most examples, else by all
 * tasks, else 1. Sums and not means of ratios, so that a task of two minutes does not outvote one of two hours.
 */
function learnFactors(tasks: readonly Task[], sessions: readonly FocusSession[]) {
  const worked = workedMinutes(sessions);
  const examples = tasks.filter((task) => task.status === 'done' && task.estimate_min !== null && (worked.get(task.id) ?? 0) > 0);
  const ratio = (chosen: readonly Task[]) =>
    chosen.reduce((sum, task) => sum + (worked.get(task.id) ?? 0), 0) / chosen.reduce((sum, task) => sum + (task.estimate_min ?? 0), 0);
  const overall = examples.length >= fewestExamples ? ratio(examples) : 1;
  const of = (task: Task) => {
    const byTag = task.tags
      .map((tag) => examples.filter((example) => example.tags.includes(tag)))
      .sort((one, other) => other.length - one.length)[0];
    return byTag !== undefined && byTag.length >= fewestExamples ? ratio(byTag) : overall;
  };
  return { of, examples: examples.length >= fewestExamples ? examples.length : 0 };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
