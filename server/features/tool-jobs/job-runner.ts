import { randomUUID } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { Log } from '@castellan/platform/core/log';
import { describeWorsening } from '@castellan/probes/compare-reports';
import type { Report } from '@castellan/probes/report';
import type { RunTool } from '../../foreign/foreign-ports.ts';
import { prepareRun, type Tool, type ToolFailure, type ToolProgress } from '../../tools/tool.ts';
import { announceFresh } from './announce-fresh.ts';
import type { JobStore } from './job-store.ts';
import type { AskKeyedSources } from './keyed/ask-keyed-sources.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** Runs jobs, this server's and those that others left waiting. */
export type JobRunner = {
  /** Looks for work now. */
  readonly wake: () => void;
  /** Stops a job that runs here, at once. */
  readonly stop: (id: string) => void;
  /** Ends all that runs here, as interrupted. */
  readonly close: () => Promise<void>;
};

type Options = {
  readonly store: JobStore;
  readonly schedules: ScheduleStore;
  readonly tools: readonly Tool[];
  readonly runTool: RunTool;
  readonly askKeyed?: AskKeyedSources;
  readonly clock: Clock;
  readonly log: Log;
};

/** How often progress is written and cancelling is asked for: at most four times a second, and a cancel elsewhere within one. */
const beatMs = 400;

/** How often a server without work looks for jobs that another one left, and for schedules that are due. */
const idleMs = 5_000;

const maxAtOnce = 2;

type Claimed = NonNullable<Awaited<ReturnType<JobStore['claim']>>>;

/** Starts looking for jobs, and for schedules that are due. Faults of the database are logged, and the next look tries again. */
export function openJobRunner({ store, schedules, tools, runTool, askKeyed, clock, log }: Options): JobRunner {
  const runner = randomUUID();
  const running = new Map<string, { readonly cancel: AbortController; readonly ended: Promise<void> }>();
  let isClosed = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    if (!isClosed) await schedules.askDue(clock.nowMs());
    while (!isClosed && running.size < maxAtOnce) {
      const job = await store.claim(runner);
      if (job === undefined) return;
      const cancel = new AbortController();
      const ended = run(job, cancel).catch((error: Error) => log.error('a tool job was lost', { error, tool: job.tool }));
      running.set(job.id, { cancel, ended });
      void ended.finally(() => {
        running.delete(job.id);
        wake();
      });
    }
  };
  const wake = () => {
    looking = looking.then(look).catch((error: Error) => log.warn('tool jobs could not be looked for', { error }));
  };
  const keep = async (job: Claimed, report: Report): Promise<boolean> => {
    if (job.schedule_id === null) return store.keep(job.id, runner, report);
    const before = await schedules.reportBefore(job.id);
    return schedules.keep(job.id, runner, report, before === undefined ? undefined : worseningOf(before, report));
  };
  const fail = async (job: Claimed, { code, message }: ToolFailure) => {
    // What is refused before a packet will be refused every time.
    const isRefused = code === 'address_refused' || code === 'input_refused';
    if (isRefused && job.schedule_id !== null) await schedules.refuse(job.id, message);
    await store.end(job.id, 'failed', message);
  };
  const run = async (job: Claimed, cancel: AbortController) => {
    const tool = tools.find(({ id }) => id === job.tool);
    if (tool?.probe === undefined) return void (await store.end(job.id, 'failed', 'This server has no such tool.'));
    const prepared = prepareRun(tool.probe, job.target, job.options);
    if (!prepared.ok) return fail(job, prepared.failure);
    const beat = keepAlive(store, job.id, runner, cancel);
    try {
      const onFault = (error: Error) => log.error('a tool stopped at a fault of its own', { error, tool: job.tool });
      const asked = askKeyed === undefined ? prepared.value : await askKeyed(tool, prepared.value, cancel.signal);
      const report = await runTool(tool, asked, { signal: cancel.signal, say: beat.say, onFault });
      if (report.ok) {
        if (await keep(job, report.value)) await announce(tool, job);
      } else if (cancel.signal.aborted)
        await store.end(job.id, isClosed ? 'interrupted' : 'cancelled', isClosed ? 'The server stopped.' : undefined);
      else await fail(job, report.failure);
    } catch (error) {
      log.error('a tool failed', { error: error instanceof Error ? error : new Error(String(error)), tool: job.tool });
      await store.end(job.id, 'failed', 'The tool failed; the server’s log says more.');
    } finally {
      beat.end();
    }
  };
  const announce = (tool: Tool, job: Claimed) =>
    // The report is there, whether the bell rings or not.
    announceFresh(store, tool, job).catch((error: Error) => log.warn('what is new in a report was not told', { error, tool: job.tool }));
  const idle = setInterval(wake, idleMs);
  idle.unref();
  wake();
  return {
    wake,
    stop: (id) => running.get(id)?.cancel.abort(),
    close: async () => {
      isClosed = true;
      clearInterval(idle);
      await looking;
      for (const { cancel } of running.values()) cancel.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

/** Changes that the bell names; of more it says how many. */
const maxNamed = 5;

/** What got worse, in a few sentences; `undefined` where nothing did. Reports of two versions are not compared. */
function worseningOf(before: Report, after: Report): string | undefined {
  if (before.schemaVersion !== after.schemaVersion) return undefined;
  const all = describeWorsening(before, after);
  if (all.length === 0) return undefined;
  return [...all.slice(0, maxNamed), ...(all.length > maxNamed ? [`And ${all.length - maxNamed} more.`] : [])].join(' ');
}

/** Writes the newest progress with the lease, one write after the other, and stops the job where it was cancelled elsewhere. */
function keepAlive(store: JobStore, id: string, runner: string, cancel: AbortController) {
  let newest: ToolProgress = { done: 0, doing: 'Starting' };
  let isWriting = false;
  const write = async () => {
    if (isWriting) return;
    isWriting = true;
    // A database that is away for a moment ends no job: the lease is what ends it.
    const stops = await store.renew(id, runner, newest).catch(() => false);
    isWriting = false;
    if (stops) cancel.abort();
  };
  const timer = setInterval(() => void write(), beatMs);
  return {
    say: (progress: ToolProgress) => {
      newest = progress;
    },
    end: () => clearInterval(timer),
  };
}
