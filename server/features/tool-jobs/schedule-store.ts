import type { Queryable } from '@castellan/platform/core/database';
import { countReport } from '@castellan/probes/judgement';
import type { Report } from '@castellan/probes/report';

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

const inUtc = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `queryable` is connected as `postgres`. Times are milliseconds since 1970, by the caller's clock. */
export function createScheduleStore(queryable: Queryable) {
  const one = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await queryable.query<Row>(text, [...values])).rows[0];
  const isDone = async (call: string, values: readonly unknown[]) =>
    (await one<{ done: boolean }>(`select private.${call} as done`, values))?.done ?? false;
  return {
    /** Makes the schedule of a tool and target, or makes it again. */
    set: async ({ tool, title, target, options, every, needsConsent, consents }: ScheduleWish, nowMs: number) => {
      const values = [tool, title, target, JSON.stringify(options), every, needsConsent, consents, new Date(nowMs)];
      const row = await one<{ answer: { id?: string; refused?: 'consent' | 'too_many' } }>(
        'select private.set_tool_schedule($1, $2, $3, $4, $5, $6, $7, $8) as answer',
        values,
      );
      return row?.answer ?? { refused: 'too_many' as const };
    },
    list: async (tool: string) =>
      (
        await queryable.query<ScheduleRow>(
          `select id, tool, target, options, every, paused, pause_note as "pauseNote", ${inUtc('next_at')} as "nextAt",
             ${inUtc(`(renewed_at + interval '90 days')`)} as "endsAt" from private.list_tool_schedules($1)`,
          [tool],
        )
      ).rows,
    pause: (id: string) => isDone('pause_tool_schedule($1)', [id]),
    renew: (id: string, nowMs: number) => isDone('renew_tool_schedule($1, $2)', [id, new Date(nowMs)]),
    remove: (id: string) => isDone('delete_tool_schedule($1)', [id]),
    /** Puts a job in the queue for each schedule that is due, and answers how many. */
    askDue: async (nowMs: number) =>
      (await one<{ asked: number }>('select private.ask_due_tool_jobs($1) as asked', [new Date(nowMs)]))?.asked ?? 0,
    /** Pauses the schedule that a job is of, because the guard refused its target. */
    refuse: (jobId: string, note: string) => isDone('refuse_tool_schedule($1, $2)', [jobId, note]),
    /** The report before a job's, of the same tool, target and options. */
    reportBefore: async (jobId: string) =>
      (await one<{ report: Report | null }>('select private.tool_report_before($1) as report', [jobId]))?.report ?? undefined,
    /** Keeps the report of a scheduled job, and tells the bell what got worse, where something did. */
    keep: (jobId: string, runner: string, report: Report, worse: string | undefined) =>
      isDone('keep_scheduled_report($1, $2, $3, $4, $5)', [
        jobId,
        runner,
        JSON.stringify(report),
        JSON.stringify(countReport(report)),
        worse ?? null,
      ]),
  };
}
