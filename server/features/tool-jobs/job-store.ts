import { countReport } from '@castellan/probes/judgement';
import type { Report, Severity } from '@castellan/probes/report';
import { z } from 'zod';
import { bytes, nothing, type ServerRows } from '../../rows/server-rows.ts';
import type { ToolProgress } from '../../tools/tool.ts';

/** A job as its page sees it. */
export type JobRow = {
  readonly id: string;
  readonly tool: string;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly state: 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled' | 'interrupted';
  readonly done: number;
  readonly doing: string;
  /** A sentence for people, of a job that failed or was interrupted. */
  readonly failure: string | null;
  readonly askedAt: string;
  readonly verdict: string | null;
  readonly mark: string | null;
  /** What its page draws while it runs. */
  readonly seen: unknown;
  /** The random id of the engagement that it belongs to. */
  readonly engagement: string | null;
};

/** A run of an engagement. */
export type EngagementRunRow = Pick<JobRow, 'id' | 'tool' | 'target' | 'options' | 'state' | 'failure' | 'askedAt' | 'verdict' | 'mark'> & {
  readonly endedAt: string | null;
  /** Of a finished run: findings by severity, the form of its report, when the tool began (ISO 8601) and how long it took. */
  readonly counts: Readonly<Record<string, number>> | null;
  readonly schemaVersion: number | null;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  /** Of the newest of its tool and target: the report before it. */
  readonly before: string | null;
};

/** What a tool last said of a target. */
export type TargetRow = {
  readonly target: string;
  readonly tool: string;
  /** Its report's. */
  readonly id: string;
  readonly madeAt: string;
  readonly verdict: string;
  readonly mark: string | null;
  /** Findings by severity; `open` where what everything rests on was not seen, which reports of before do not say. */
  readonly counts: Readonly<Record<Severity, number> & { readonly open?: number }>;
};

/** The jobs and reports in the database, whichever server runs them. */
export type JobStore = ReturnType<typeof createJobStore>;

/** Options of a run, whose tool has read them. */
export const optionsSchema = z.record(z.string(), z.unknown());
const stateSchema = z.enum(['waiting', 'running', 'finished', 'failed', 'cancelled', 'interrupted']);
const countsSchema = z.custom<TargetRow['counts']>((value) => z.record(z.string(), z.int()).safeParse(value).success);

/** A report as the tool that made it wrote it; whoever reads it judges it by its `schemaVersion`. */
export const keptReportSchema = z.custom<Report>((value) => typeof value === 'object' && value !== null).nullable();

const jobSchema: z.ZodType<JobRow> = z.object({
  id: z.uuid(),
  tool: z.string(),
  target: z.string(),
  options: optionsSchema,
  state: stateSchema,
  done: z.number(),
  doing: z.string(),
  failure: z.string().nullable(),
  askedAt: z.string(),
  verdict: z.string().nullable(),
  mark: z.string().nullable(),
  seen: z.unknown(),
  engagement: z.uuid().nullable(),
});

const claimedSchema = z
  .object({ id: z.uuid(), tool: z.string(), target: z.string(), options: z.unknown(), schedule_id: z.uuid().nullable() })
  .nullable();

const runSchema: z.ZodType<EngagementRunRow> = z.object({
  id: z.uuid(),
  tool: z.string(),
  target: z.string(),
  options: optionsSchema,
  state: stateSchema,
  failure: z.string().nullable(),
  askedAt: z.string(),
  endedAt: z.string().nullable(),
  verdict: z.string().nullable(),
  mark: z.string().nullable(),
  counts: z.record(z.string(), z.int()).nullable(),
  schemaVersion: z.int().nullable(),
  startedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  before: z.uuid().nullable(),
});

const targetSchema: z.ZodType<TargetRow> = z.object({
  target: z.string(),
  tool: z.string(),
  id: z.uuid(),
  madeAt: z.string(),
  verdict: z.string(),
  mark: z.string().nullable(),
  counts: countsSchema,
});

/** `refused`: too many wait, this target was asked too often, its owner's consent is missing. */
const askedSchema = z.object({ id: z.uuid().optional(), refused: z.enum(['busy', 'too_often', 'consent']).optional() });

/** Keeps them in the database. */
export function createJobStore(rows: ServerRows) {
  return { ...jobQueue(rows), ...jobList(rows), ...engagementRuns(rows), ...reportRows(rows), ...publishedReports(rows) };
}

/** A job from its being asked for to its end. */
function jobQueue(rows: ServerRows) {
  return {
    ask: async (job: {
      readonly tool: string;
      readonly target: string;
      readonly options: unknown;
      readonly needsConsent: boolean;
      readonly consents: boolean;
      readonly engagement: string | null;
    }) => {
      const { tool, target, consents } = job;
      const options = optionsSchema.parse(job.options);
      const args = { tool, target, options, needs_consent: job.needsConsent, consents, engagement_id: job.engagement };
      return rows.call('server_ask_tool_job', args, askedSchema);
    },
    claim: async (runner: string) => (await rows.call('server_claim_tool_job', { runner }, claimedSchema)) ?? undefined,
    /** Whether the job is to stop. */
    renew: (id: string, runner: string, { done, doing, seen }: ToolProgress) => {
      const args = { job_id: id, runner, done: Math.min(1, Math.max(0, done)), doing, seen: seen ?? null };
      return rows.call('server_renew_tool_job', args, z.boolean());
    },
    end: (id: string, state: 'failed' | 'cancelled' | 'interrupted', failure: string | undefined) =>
      rows.call('server_end_tool_job', { job_id: id, state, failure: failure ?? null }, z.boolean()),
    /** Whether it was still this server's job. */
    keep: (id: string, runner: string, report: Report) =>
      rows.call('server_keep_tool_report', { job_id: id, runner, report, counts: countReport(report) }, z.boolean()),
    cancel: (id: string) => rows.call('server_cancel_tool_job', { job_id: id }, z.boolean()),
  };
}

/** Jobs and targets as pages list them. */
function jobList(rows: ServerRows) {
  return {
    read: async (id: string) => (await rows.call('server_tool_job', { job_id: id }, jobSchema.nullable())) ?? undefined,
    /** The newest jobs of a tool. */
    list: (tool: string) => rows.call('server_tool_jobs', { tool }, z.array(jobSchema)),
    /** What each tool last said of each target, the newest first. */
    targets: () => rows.call('server_tool_targets', {}, z.array(targetSchema)),
  };
}

/** Which engagement a run belongs to. */
function engagementRuns(rows: ServerRows) {
  return {
    /** Whether there was such a job. */
    move: (id: string, engagement: string | null) =>
      rows.call('server_move_tool_job', { job_id: id, engagement_id: engagement }, z.boolean()),
    engagementRuns: (engagement: string) => rows.call('server_engagement_runs', { engagement }, z.array(runSchema)),
  };
}

/** Reports, and what is told of them. */
function reportRows(rows: ServerRows) {
  return {
    /** Entries of a report's list that none of the twenty reports before it on the same target has; none where there is no such report. */
    freshEntries: (id: string, { field, key }: { readonly field: string; readonly key: string }) =>
      rows.call('server_fresh_tool_entries', { report_id: id, field, key }, z.array(z.string())),
    /** Rings the owner's bell. `link`: the path of this site that it leads to. */
    notify: (told: { readonly title: string; readonly message: string; readonly link: string; readonly metadata: object }) =>
      rows.call('server_notify_of_tool', told, nothing),
    report: async (id: string) => (await rows.call('server_tool_report', { report_id: id }, keptReportSchema)) ?? undefined,
    /** How many links lead to a report, and whether visitors see it as the example. */
    usesOf: async (id: string) => {
      const usesSchema = z.object({ links: z.int(), example: z.boolean() }).nullable();
      return (await rows.call('server_tool_report_uses', { report_id: id }, usesSchema)) ?? undefined;
    },
    /** Whether there was one. Its links and the example made of it go with it. */
    deleteReport: (id: string) => rows.call('server_delete_tool_report', { report_id: id }, z.boolean()),
  };
}

/** What others than the owner may see of reports: links and examples. */
function publishedReports(rows: ServerRows) {
  return {
    share: (tokenHash: Buffer, id: string, days: number) =>
      rows.call('server_share_tool_report', { token_hash: bytes(tokenHash), report_id: id, days }, nothing),
    /** The links stay, so that they can say that they ended. */
    unshare: (id: string) => rows.call('server_unshare_tool_report', { report_id: id }, nothing),
    /** Whether a link opens its report now, or did once; `undefined`: there is no such link. */
    shareState: async (tokenHash: Buffer) =>
      (await rows.call('server_tool_share_state', { token_hash: bytes(tokenHash) }, z.enum(['open', 'ended']).nullable())) ?? undefined,
    shared: async (tokenHash: Buffer) =>
      (await rows.call('server_shared_tool_report', { token_hash: bytes(tokenHash) }, keptReportSchema)) ?? undefined,
    setExample: (tool: string, id: string, report: Report) =>
      rows.call('server_set_tool_example', { tool, report_id: id, report }, nothing),
    clearExample: (tool: string) => rows.call('server_clear_tool_example', { tool }, nothing),
    example: async (tool: string) => (await rows.call('server_tool_example', { tool }, keptReportSchema)) ?? undefined,
  };
}
