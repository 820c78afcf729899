import { z } from 'zod';
import { recordColumns } from '../../../web/app/domains/records/record.ts';

/** What can show by itself that a habit was done. */
export const evidenceKinds = ['tasks', 'focus', 'notes'] as const;

/** A row of `habits`. Defaults as the table has them: a record is whole before the server has seen it. */
export const habitSchema = z.object({
  ...recordColumns,
  name: z.string().min(1),
  question: z.string().default(''),
  notes: z.string().default(''),
  /** `check` is done or not; `count` is a number a day. */
  kind: z.enum(['check', 'count']).default('check'),
  unit: z.string().default(''),
  target_value: z.number().nonnegative().default(0),
  target_type: z.enum(['at_least', 'at_most']).default('at_least'),
  /** So many times in `freq_den` days; a count's target is for that many days. */
  freq_num: z.number().int().positive().default(1),
  freq_den: z.number().int().positive().default(1),
  /** A place in Loop's palette. */
  color: z.number().int().min(0).max(19).default(8),
  habit_group: z.string().nullable().default(null),
  /** `HH:MM:SS`, on the clock of wherever the owner is. */
  reminder_time: z
    .string()
    .regex(/^\d\d:\d\d:\d\d$/)
    .nullable()
    .default(null),
  evidence: z.enum(evidenceKinds).nullable().default(null),
  /** Only tasks, focus on tasks, or notes with this tag count; all where it is `null`. */
  evidence_tag: z.string().nullable().default(null),
  position: z.number().default(0),
  archived_at: z.string().nullable().default(null),
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
  habit_id: z.string().nullable().default(null),
  /** Its first day, `YYYY-MM-DD`. */
  month: z.iso.date(),
  /** As in `mark.ts`: -1 unknown, 0 no, 2 yes, 3 skipped; a count's amount in thousandths. */
  marks: z.array(z.number().int().min(-1)).length(daysOfMonth).default(blankMonth.marks),
  notes: z.array(z.string()).length(daysOfMonth).default(blankMonth.notes),
});
