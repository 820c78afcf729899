import type { Queryable } from '@castellan/platform/core/database';
import { countReport } from '@castellan/probes/judgement';
import type { Report, Severity } from '@castellan/probes/report';
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

/** Why a job was not taken: too many wait, this target was asked too often, its owner's consent is missing. */
export type JobRefusal = 'busy' | 'too_often' | 'consent';

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

const columns = `job.id, job.tool, job.target, job.options, job.state, job.done::float8 as done, job.doing, job.failure, job.seen,
  job.engagement_id as engagement,
  to_char(job.asked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "askedAt", report.verdict, report.mark`;

const jobs = 'private.tool_jobs job left join private.tool_reports report on report.id = job.id';

/** `queryable` is connected as `postgres`. */
export function createJobStore(queryable: Queryable) {
  const one: QueryOne = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await queryable.query<Row>(text, [...values])).rows[0];
  return {
    ...jobQueue(one),
    ...jobList(queryable, one),
    ...engagementRuns(queryable, one),
    ...reportRows(queryable, one),
    ...publishedReports(queryable, one),
  };
}

/** Asks for at most one row. */
type QueryOne = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row | undefined>;

/** A job from its being asked for to its end. */
function jobQueue(one: QueryOne) {
  return {
    ask: async (job: {
      readonly tool: string;
      readonly target: string;
      readonly options: unknown;
      readonly needsConsent: boolean;
      readonly consents: boolean;
      readonly engagement: string | null;
    }) => {
      const values = [job.tool, job.target, JSON.stringify(job.options), job.needsConsent, job.consents, job.engagement];
      const row = await one<{ answer: { id?: string; refused?: JobRefusal } }>(
        'select private.ask_tool_job($1, $2, $3, $4, $5, $6) as answer',
        values,
      );
      return row?.answer ?? { refused: 'busy' as const };
    },
    claim: (runner: string) =>
      one<{ id: string; tool: string; target: string; options: unknown; schedule_id: string | null }>(
        'select * from private.claim_tool_job($1)',
        [runner],
      ),
    /** Whether the job is to stop. */
    renew: async (id: string, runner: string, { done, doing, seen }: ToolProgress) => {
      const values = [id, runner, Math.min(1, Math.max(0, done)), doing, seen === undefined ? null : JSON.stringify(seen)];
      return (await one<{ stops: boolean }>('select private.renew_tool_job($1, $2, $3, $4, $5) as stops', values))?.stops ?? true;
    },
    end: (id: string, state: 'failed' | 'cancelled' | 'interrupted', failure: string | undefined) =>
      one('select private.end_tool_job($1, $2, $3)', [id, state, failure?.slice(0, 500) ?? null]),
    /** Whether it was still this server's job. */
    keep: async (id: string, runner: string, report: Report) => {
      const values = [id, runner, JSON.stringify(report), JSON.stringify(countReport(report))];
      return (await one<{ kept: boolean }>('select private.keep_tool_report($1, $2, $3, $4) as kept', values))?.kept ?? false;
    },
    cancel: async (id: string) =>
      (await one<{ cancelled: boolean }>('select private.cancel_tool_job($1) as cancelled', [id]))?.cancelled ?? false,
  };
}

/** Jobs and targets as pages list them. */
function jobList(queryable: Queryable, one: QueryOne) {
  return {
    read: async (id: string) => {
      await queryable.query('select private.settle_tool_jobs()');
      return one<JobRow>(`select ${columns} from ${jobs} where job.id = $1`, [id]);
    },
    /** The newest jobs of a tool. */
    list: async (tool: string) => {
      await queryable.query('select private.settle_tool_jobs()');
      return (
        await queryable.query<JobRow>(`select ${columns} from ${jobs} where job.tool = $1 order by job.asked_at desc limit 50`, [tool])
      ).rows;
    },
    /** What each tool last said of each target, the newest first. */
    targets: async () =>
      (
        await queryable.query<TargetRow>(
          `select target, tool, report_id as id, verdict, mark, counts,
             to_char(made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt" from private.tool_targets()`,
        )
      ).rows,
  };
}

/** Which engagement a run belongs to. */
function engagementRuns(queryable: Queryable, one: QueryOne) {
  return {
    /** Whether there was such a job. */
    move: async (id: string, engagement: string | null) =>
      (await one<{ moved: boolean }>('select private.move_tool_job($1, $2) as moved', [id, engagement]))?.moved ?? false,
    engagementRuns: async (engagement: string) => {
      await queryable.query('select private.settle_tool_jobs()');
      const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
      return (
        await queryable.query<EngagementRunRow>(
          `select id, tool, target, options, state, failure, verdict, mark, counts, schema_version as "schemaVersion",
             started_at as "startedAt", duration_ms as "durationMs", before_id as before, ${iso('asked_at')} as "askedAt",
             ${iso('ended_at')} as "endedAt" from private.engagement_runs($1)`,
          [engagement],
        )
      ).rows;
    },
  };
}

/** Reports, and what is told of them. */
function reportRows(queryable: Queryable, one: QueryOne) {
  return {
    /** Entries of a report's list that none of the twenty reports before it on the same target has; none where there is no such report. */
    freshEntries: async (id: string, { field, key }: { readonly field: string; readonly key: string }) =>
      (
        await queryable.query<{ entry: string }>(
          `with made as (select tool, target, made_at, report from private.tool_reports where id = $1),
           earlier as materialized (
             select old.report from private.tool_reports old, made
             where old.tool = made.tool and old.target = made.target and old.id <> $1 and old.made_at <= made.made_at
             order by old.made_at desc limit 20)
           select entry from (
             select one ->> $3 as entry from made, jsonb_array_elements(made.report -> $2) one where exists (select from earlier)
             except select one ->> $3 from earlier, jsonb_array_elements(earlier.report -> $2) one) fresh
           where entry is not null order by entry`,
          [id, field, key],
        )
      ).rows.map(({ entry }) => entry),
    /** Rings the owner's bell. `link`: the path of this site that it leads to. */
    notify: (told: { readonly title: string; readonly message: string; readonly link: string; readonly metadata: object }) =>
      queryable.query(
        `insert into public.notifications (user_id, type, title, message, icon, important, metadata, link)
         select owner.user_id, 'security', $1, $2, 'shield-alert', true, $3, $4 from private.owner`,
        [told.title, told.message, JSON.stringify(told.metadata), told.link],
      ),
    report: async (id: string) => (await one<{ report: Report }>('select report from private.tool_reports where id = $1', [id]))?.report,
    /** How many links lead to a report, and whether visitors see it as the example. */
    usesOf: async (id: string) =>
      (await one<{ uses: { links: number; example: boolean } | null }>('select private.tool_report_uses($1) as uses', [id]))?.uses ??
      undefined,
    /** Whether there was one. Its links and the example made of it go with it. */
    deleteReport: async (id: string) =>
      (await one<{ deleted: boolean }>('select private.delete_tool_report($1) as deleted', [id]))?.deleted ?? false,
  };
}

/** What others than the owner may see of reports: links and examples. */
function publishedReports(queryable: Queryable, one: QueryOne) {
  return {
    share: (tokenHash: Buffer, id: string, days: number) =>
      one(
        `insert into private.tool_shares (token_hash, report_id, expires_at)
         values ($1, $2, clock_timestamp() + make_interval(days => $3)) returning expires_at`,
        [tokenHash, id, days],
      ),
    /** The links stay, so that they can say that they ended. */
    unshare: (id: string) =>
      queryable.query(
        'update private.tool_shares set expires_at = clock_timestamp() where report_id = $1 and expires_at > clock_timestamp()',
        [id],
      ),
    /** Whether a link opens its report now, or did once; `undefined`: there is no such link. */
    shareState: async (tokenHash: Buffer): Promise<'open' | 'ended' | undefined> => {
      const row = await one<{ open: boolean }>(
        'select expires_at > clock_timestamp() as open from private.tool_shares where token_hash = $1',
        [tokenHash],
      );
      return row === undefined ? undefined : row.open ? 'open' : 'ended';
    },
    shared: async (tokenHash: Buffer) =>
      (
        await one<{ report: Report }>(
          `select report.report from private.tool_shares share join private.tool_reports report on report.id = share.report_id
           where share.token_hash = $1 and share.expires_at > clock_timestamp()`,
          [tokenHash],
        )
      )?.report,
    setExample: (tool: string, id: string, report: Report) =>
      queryable.query(
        `insert into private.tool_examples (tool, report_id, report) values ($1, $2, $3)
         on conflict (tool) do update set report_id = excluded.report_id, report = excluded.report`,
        [tool, id, JSON.stringify(report)],
      ),
    clearExample: (tool: string) => queryable.query('delete from private.tool_examples where tool = $1', [tool]),
    example: async (tool: string) =>
      (await one<{ report: Report }>('select report from private.tool_examples where tool = $1', [tool]))?.report,
  };
}
