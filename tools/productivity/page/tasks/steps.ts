import { compareTasks, isOpen, type Task } from '../../../../web/app/domains/tasks/task.ts';

/** Tasks as a list shows them: each by itself, or as a step of the one that it is a part of. */
export type Nested = {
  /** Tasks that stand by themselves. */
  readonly top: readonly Task[];
  /** The steps of a task, what is left of them first. */
  readonly stepsOf: (id: string) => readonly Task[];
};

/**
 * Sorts tasks into those that stand by themselves and steps. A step is a part of an open task that is there; one with a day of
 * its own stands by itself too, and so does what is left when its whole is done, removed, or (by two devices) a part of itself.
 */
export function nestSteps(tasks: readonly Task[]): Nested {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const steps = new Map<string, Task[]>();
  const top: Task[] = [];
  for (const task of tasks) {
    const whole = task.parent_id === null ? undefined : byId.get(task.parent_id);
    if (whole === undefined || !isOpen(whole) || task.due_on !== null || isOwnPart(task, byId)) top.push(task);
    else if (task.status !== 'cancelled') steps.set(whole.id, [...(steps.get(whole.id) ?? []), task]);
  }
  for (const list of steps.values())
    list.sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.position - one.position || compareTasks(one, other));
  return { top, stepsOf: (id) => steps.get(id) ?? none };
}

const none: readonly Task[] = [];

/** Two devices may make two tasks parts of each other. */
function isOwnPart(task: Task, byId: ReadonlyMap<string, Task>): boolean {
  const seen = new Set<string>();
  for (let at: Task | undefined = task; at !== undefined; at = at.parent_id === null ? undefined : byId.get(at.parent_id)) {
    if (seen.has(at.id)) return true;
    seen.add(at.id);
  }
  return false;
}
