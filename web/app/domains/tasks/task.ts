import type * as z from 'zod/mini';
import { mergeSets } from '../records/change.ts';
import type { Collection } from '../records/collection.ts';
import { focusSessionsCollection } from './focus-sessions.collection.ts';
import { focusSchema, taskSchema } from './task-row.ts';
import { tasksCollection } from './tasks.collection.ts';

/** One thing to do. */
export type Task = z.infer<typeof taskSchema>;

/** What a person, or a file, says of a task; the rest follows. */
export type TaskDraft = Pick<
  Task,
  'title' | 'notes' | 'status' | 'priority' | 'due_on' | 'due_time' | 'estimate_min' | 'rrule' | 'project' | 'tags' | 'completed_at'
>;

/** A task of which nothing is known but its title. */
export function draftOf(title: string): TaskDraft {
  return {
    title,
    notes: '',
    status: 'todo',
    priority: 0,
    due_on: null,
    due_time: null,
    estimate_min: null,
    rrule: null,
    project: null,
    tags: [],
    completed_at: null,
  };
}

/** The owner's tasks. */
export const tasks: Collection<Task> = {
  ...tasksCollection,
  schema: taskSchema,
  merges: {
    tags: mergeSets,
    // Two tabs that complete one task mean the same; the earlier moment is true.
    completed_at: (_, mine, theirs) => (String(mine ?? theirs) < String(theirs ?? mine) ? (mine ?? theirs) : (theirs ?? mine)),
    position: (_, mine) => mine,
  },
  nameOf: (fields) => (typeof fields['title'] === 'string' && fields['title'] !== '' ? fields['title'] : 'A task without a title'),
};

/** Whether a task still wants something. */
export function isOpen(task: Pick<Task, 'status'>): boolean {
  return task.status === 'todo' || task.status === 'doing';
}

/** The order of lists: time of day first, then urgency, then as the owner put them. */
export function compareTasks(one: Task, other: Task): number {
  return (
    (one.due_on ?? '9999').localeCompare(other.due_on ?? '9999') ||
    (one.due_time ?? '99').localeCompare(other.due_time ?? '99') ||
    (one.priority || 5) - (other.priority || 5) ||
    one.position - other.position ||
    one.created_at.localeCompare(other.created_at)
  );
}

/** A stretch of work on one task; without an end it is running. */
export type FocusSession = z.infer<typeof focusSchema>;

/** The owner's focus sessions. */
export const focusSessions: Collection<FocusSession> = {
  ...focusSessionsCollection,
  schema: focusSchema,
  nameOf: () => 'A focus session',
};
