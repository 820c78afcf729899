import * as z from 'zod/mini';
import { recordColumns } from '../records/record.ts';

/** How far a task is. */
export const taskStatuses = ['todo', 'doing', 'done', 'cancelled'] as const;

/** A row of `tasks`. Defaults as the table has them: a record is whole before the server has seen it. */
export const taskSchema = z.object({
  ...recordColumns,
  title: z.string().check(z.minLength(1)),
  notes: z._default(z.string(), ''),
  status: z._default(z.enum(taskStatuses), 'todo'),
  /** 1 is the most urgent, 4 the least, 0 unranked. */
  priority: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(4)), 0),
  /** `YYYY-MM-DD`. */
  due_on: z._default(z.nullable(z.iso.date()), null),
  /** `HH:MM:SS`, on the clock of wherever the owner is. */
  due_time: z._default(z.nullable(z.string().check(z.regex(/^\d\d:\d\d:\d\d$/))), null),
  estimate_min: z._default(z.nullable(z.number().check(z.int(), z.positive())), null),
  /** RFC 5545 §3.3.10; the first occurrence is `due_on`. */
  rrule: z._default(z.nullable(z.string()), null),
  parent_id: z._default(z.nullable(z.string()), null),
  project: z._default(z.nullable(z.string()), null),
  tags: z._default(z.array(z.string()), []),
  position: z._default(z.number(), 0),
  completed_at: z._default(z.nullable(z.string()), null),
});

/** A row of `focus_sessions`. */
export const focusSchema = z.object({
  ...recordColumns,
  task_id: z._default(z.nullable(z.string()), null),
  started_at: z.string(),
  ended_at: z._default(z.nullable(z.string()), null),
});
