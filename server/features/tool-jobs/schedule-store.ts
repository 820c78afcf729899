import { countReport } from '@castellan/probes/judgement';
import type { Report } from '@castellan/probes/report';
import { z } from 'zod';
import { instant, type ServerRows } from '../../rows/server-rows.ts';
import { keptReportSchema, optionsSchema } from './job-store.ts';

/** A schedule as its page sees it. */
type ScheduleRow = {
  readonly id: string;
  readonly tool: string;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly every: 'daily' | 'weekly';
  /** ISO 8601, UTC: when it runs next, and when it pauses unless it is renewed. */
  readonly nextAt: string;
  readonly endsAt: string;
  /** Why it does not run: the owner paused it, 90 days passed, the guard refused its target. */
  readonly paused: 'owner' | 'age' | 'refused' | null;
  /** The guard's sentence. */
  readonly pauseNote: string | null;
};

/** What a full session wants to be repeated. */
type ScheduleWish = {
  readonly tool: string;
  readonly title: string;
  readonly target: string;
  readonly options: unknown;
  readonly every: ScheduleRow['every'];
  readonly needsConsent: boolean;
  readonly consents: boolean;
};

/** The schedules in the database, whichever server runs them. */
export type ScheduleStore = ReturnType<typeof createScheduleStore>;

const scheduleSchema: z.ZodType<ScheduleRow> = z.object({
  id: z.uuid(),
  tool: z.string(),
  target: z.string(),
  options: optionsSchema,
  every: z.enum(['daily', 'weekly']),
  nextAt: z.string(),
  endsAt: z.string(),
  paused: z.enum(['owner', 'age', 'refused']).nullable(),
  pauseNote: z.string().nullable(),
});

const setSchema = z.object({ id: z.uuid().optional(), refused: z.enum(['consent', 'too_many']).optional() });

/** Keeps them in the database. Times are milliseconds since 1970, by the caller's clock. */
export function createScheduleStore(rows: ServerRows) {
  return {
    /** Makes the schedule of a tool and target, or makes it again. */
    set: async ({ needsConsent: needs_consent, ...wish }: ScheduleWish, nowMs: number) => {
      const args = { ...wish, options: optionsSchema.parse(wish.options), needs_consent, now_at: instant(nowMs) };
      return rows.call('server_set_tool_schedule', args, setSchema);
    },
    list: (tool: string) => rows.call('server_tool_schedules', { tool }, z.array(scheduleSchema)),
    pause: (id: string) => rows.call('server_pause_tool_schedule', { schedule_id: id }, z.boolean()),
    renew: (id: string, nowMs: number) => rows.call('server_renew_tool_schedule', { schedule_id: id, now_at: instant(nowMs) }, z.boolean()),
    remove: (id: string) => rows.call('server_delete_tool_schedule', { schedule_id: id }, z.boolean()),
    /** Puts a job in the queue for each schedule that is due, and answers how many. */
    askDue: (nowMs: number) => rows.call('server_ask_due_tool_jobs', { now_at: instant(nowMs) }, z.int()),
    /** Pauses the schedule that a job is of, because the guard refused its target. */
    refuse: (jobId: string, note: string) => rows.call('server_refuse_tool_schedule', { job_id: jobId, note }, z.boolean()),
    /** The report before a job's, of the same tool, target and options. */
    reportBefore: async (jobId: string) => (await rows.call('server_tool_report_before', { job_id: jobId }, keptReportSchema)) ?? undefined,
    /** Keeps the report of a scheduled job, and tells the bell what got worse, where something did. */
    keep: (jobId: string, runner: string, report: Report, worse: string | undefined) =>
      rows.call(
        'server_keep_scheduled_report',
        { job_id: jobId, runner, report, counts: countReport(report), worse: worse ?? null },
        z.boolean(),
      ),
  };
}
