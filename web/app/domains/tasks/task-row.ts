import { z } from 'zod';
import { recordColumns } from '../records/record.ts';

/** How far a task is. */
export const taskStatuses = ['todo', 'doing', 'done', 'cancelled'] as const;

/** A row of `tasks`. Defaults as the table has them: a record is whole before the server has seen it. */
export const taskSchema = z.object({
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

/** A row of `focus_sessions`. */
export const focusSchema = z.object({
  ...recordColumns,
  task_id: z.string().nullable().default(null),
  started_at: z.string(),
  ended_at: z.string().nullable().default(null),
});
