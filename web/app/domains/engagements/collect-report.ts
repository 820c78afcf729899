import { fail, type Result, succeed } from '@castellan/foundation/result';
import {
  buildEngagementReport,
  type EngagementReport,
  type LastReport,
  type RunFacts,
} from '@castellan/probes/engagement/engagement-report';
import type { Report } from '@castellan/probes/report';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { dayOf } from '../tasks/day.ts';
import { readReport } from '../tool-reports/job-client.ts';
import { troubleOf } from '../tool-reports/trouble.ts';
import { type EngagementRun, mostRuns } from './engagement-client.ts';
import type { EngagementFields } from './engagement-record.ts';
import { judgeRun } from './judge-run.ts';

/** Reads one stored report, and waits where the server asks for it. */
export type ReportReader = (id: string) => Promise<Result<Report, BackendFailure>>;

type Collecting = {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  readonly read?: ReportReader;
};

/**
 * The report of an engagement, with the newest report of each tool on each target and the one before it. Fails with a sentence: nothing
 * is left out in silence.
 */
export async function collectReport(
  engagement: EngagementFields,
  runs: readonly EngagementRun[],
  { onProgress, signal, read = readPatiently }: Collecting,
): Promise<Result<EngagementReport, { readonly code: 'not_collected'; readonly message: string }>> {
  const newest = newestOf(runs);
  const total = newest.length + newest.filter(({ before }) => before !== null).length;
  let done = 0;
  onProgress(0, total);
  const last: LastReport[] = [];
  const take = async (id: string) => {
    const answer = await read(id);
    done += 1;
    onProgress(done, total);
    return answer;
  };
  for (const run of newest) {
    const report = await take(run.id);
    if (signal.aborted) return fail({ code: 'not_collected', message: 'Stopped.' });
    if (!report.ok) return refuse(run, report.failure);
    const before = run.before === null ? undefined : await take(run.before);
    // An earlier report that was deleted meanwhile is one that is not there.
    if (before?.ok === false && !isGone(before.failure)) return refuse(run, before.failure);
    last.push({ run: factsOf(run, engagement), report: report.value, before: before?.ok === true ? before.value : undefined });
  }
  const { title, client, contact, tester, scope, in_scope, out_of_scope, permitted_from, permitted_to, permitted_by } = engagement;
  const facts = { title, client, contact, tester, scope, inScope: in_scope, outOfScope: out_of_scope };
  return succeed(
    buildEngagementReport({
      engagement: { ...facts, permittedFrom: permitted_from, permittedTo: permitted_to, permittedBy: permitted_by },
      runs: runs.map((run) => factsOf(run, engagement)),
      last,
      madeAt: new Date(),
      isCut: runs.length >= mostRuns,
    }),
  );
}

/** The newest finished run of each tool on each target; the runs are the newest first. */
export function newestOf(runs: readonly EngagementRun[]): readonly EngagementRun[] {
  const seen = new Set<string>();
  return runs.filter(({ state, tool, target }) => {
    const key = `${tool} ${target}`;
    if (state !== 'finished' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A run with what its engagement did not permit of it. */
function factsOf(run: EngagementRun, engagement: EngagementFields): RunFacts {
  const { id, tool, title, target, options, state, failure, verdict, mark, schemaVersion, durationMs } = run;
  const startedAt = run.startedAt ?? run.askedAt;
  const endedAt = durationMs === null ? run.endedAt : new Date(Date.parse(startedAt) + durationMs).toISOString();
  const notPermitted = judgeRun(engagement, target, run.reach, dayOf(new Date(startedAt)));
  return { id, tool, title, target, options, state, failure, startedAt, endedAt, verdict, mark, schemaVersion, notPermitted };
}

function refuse({ title, target }: EngagementRun, failure: BackendFailure) {
  return fail({ code: 'not_collected', message: `The report of ${title} on ${target} could not be read. ${troubleOf(failure)}` } as const);
}

function isGone(failure: BackendFailure): boolean {
  return failure.code === 'refused' && failure.reason === 'report_unknown';
}

/** So many questions a minute are answered; whoever has asked more waits. */
async function readPatiently(id: string): Promise<Result<Report, BackendFailure>> {
  for (;;) {
    const answer = await readReport(id);
    if (answer.ok || answer.failure.code !== 'rate_limited') return answer;
    const { retryAfterSeconds } = answer.failure;
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
  }
}
