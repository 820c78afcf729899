import * as z from 'zod/mini';
import { recordColumns } from '../../../web/app/domains/records/record.ts';

/** What can show by itself that a habit was done. */
export const evidenceKinds = ['tasks', 'focus', 'notes'] as const;

/** A row of `habits`. Defaults as the table has them: a record is whole before the server has seen it. */
export const habitSchema = z.object({
  ...recordColumns,
  name: z.string().check(z.minLength(1)),
  question: z._default(z.string(), ''),
  notes: z._default(z.string(), ''),
  /** `check` is done or not; `count` is a number a day. */
  kind: z._default(z.enum(['check', 'count']), 'check'),
  unit: z._default(z.string(), ''),
  target_value: z._default(z.number().check(z.nonnegative()), 0),
  target_type: z._default(z.enum(['at_least', 'at_most']), 'at_least'),
  /** So many times in `freq_den` days; a count's target is for that many days. */
  freq_num: z._default(z.number().check(z.int(), z.positive()), 1),
  freq_den: z._default(z.number().check(z.int(), z.positive()), 1),
  /** A place in Loop's palette. */
  color: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(19)), 8),
  habit_group: z._default(z.nullable(z.string()), null),
  /** `HH:MM:SS`, on the clock of wherever the owner is. */
  reminder_time: z._default(z.nullable(z.string().check(z.regex(/^\d\d:\d\d:\d\d$/))), null),
  evidence: z._default(z.nullable(z.enum(evidenceKinds)), null),
  /** Only tasks, focus on tasks, or notes with this tag count; all where it is `null`. */
  evidence_tag: z._default(z.nullable(z.string()), null),
  position: z._default(z.number(), 0),
  archived_at: z._default(z.nullable(z.string()), null),
});

/** Days that a month has room for; the place of a day is its number less one. */
export const daysOfMonth = 31;

/** A month of which nothing is known. */
export const blankMonth = {
  marks: Array.from({ length: daysOfMonth }, () => -1),
  notes: Array.from({ length: daysOfMonth }, () => ''),
};

/** A row of `habit_months`. */
export const habitMonthSchema = z.object({
  ...recordColumns,
  habit_id: z._default(z.nullable(z.string()), null),
  /** Its first day, `YYYY-MM-DD`. */
  month: z.iso.date(),
  /** As in `mark.ts`: -1 unknown, 0 no, 2 yes, 3 skipped; a count's amount in thousandths. */
  marks: z._default(z.array(z.number().check(z.int(), z.minimum(-1))).check(z.length(daysOfMonth)), blankMonth.marks),
  notes: z._default(z.array(z.string()).check(z.length(daysOfMonth)), blankMonth.notes),
});
