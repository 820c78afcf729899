import { z } from 'zod';
import { mergeSets } from '../records/change.ts';
import type { Collection } from '../records/collection.ts';
import { recordColumns } from '../records/record.ts';

/** How far a task is. */
export const taskStatuses = ['todo', 'doing', 'done', 'cancelled'] as const;

/** Defaults as the table has them: a record is whole before the server has seen it. */
const taskSchema = z.object({
  ...recordColumns,
  title: z.string().min(1),
  notes: z.string().default(''),
  status: z.enum(taskStatuses).default('todo'),
  /** 1 is the most urgent, 4 the least, 0 unranked. */
  priority: z.number().int().min(0).max(4).default(0),
  /** `YYYY-MM-DD`. */
  due_on: z.iso.date().nullable().default(null),
  /** `HH:MM:SS`, on the clock of wherever the owner is. */
  due_time: z
    .string()
    .regex(/^\d\d:\d\d:\d\d$/)
    .nullable()
    .default(null),
  estimate_min: z.number().int().positive().nullable().default(null),
  /** RFC 5545 §3.3.10; the first occurrence is `due_on`. */
  rrule: z.string().nullable().default(null),
  parent_id: z.string().nullable().default(null),
  project: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  position: z.number().default(0),
  completed_at: z.string().nullable().default(null),
});

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
  name: 'tasks',
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

const focusSchema = z.object({
  ...recordColumns,
  task_id: z.string().nullable().default(null),
  started_at: z.string(),
  ended_at: z.string().nullable().default(null),
});

/** A stretch of work on one task; without an end it is running. */
export type FocusSession = z.infer<typeof focusSchema>;

/** The owner's focus sessions. */
export const focusSessions: Collection<FocusSession> = {
  name: 'focus_sessions',
  schema: focusSchema,
  nameOf: () => 'A focus session',
};
