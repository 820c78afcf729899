import type { Report } from '@castellan/probes/report';
import { useCallback, useEffect, useState } from 'react';
import { cancelJob, listJobs, readReport, startJob, type ToolJob, watchJob } from './job-client.ts';
import type { ReportTool, RunOptions } from './report-tool.ts';
import { troubleOf } from './trouble.ts';

/** A report with the job that made it. */
export type KeptReport = { readonly id: string; readonly report: Report };

/** What an owner's page of a tool knows. */
export type ToolJobs = {
  /** Newest first; `undefined` until they came. */
  readonly jobs: readonly ToolJob[] | undefined;
  readonly running: ToolJob | undefined;
  readonly shown: KeptReport | undefined;
  /** A sentence about what did not work. */
  readonly trouble: string | undefined;
  /** `engagement`: the id of the one that the run belongs to, or none. */
  readonly start: (target: string, options: RunOptions, authorised: boolean, engagement: string | null) => Promise<void>;
  readonly cancel: () => void;
  readonly show: (id: string) => Promise<void>;
  readonly refresh: () => Promise<readonly ToolJob[]>;
  /** Takes a report off the page, because it is gone; the newest other one is shown. */
  readonly forget: (id: string) => Promise<void>;
};

const isOpen = ({ state }: ToolJob) => state === 'waiting' || state === 'running';

/**
 * Follows the jobs of one tool: what runs is watched, also after a reload, and the newest report is shown. A job that is `asked` for
 * takes their place.
 */
export function useToolJobs({ id: tool }: Pick<ReportTool, 'id'>, asked?: string): ToolJobs {
  const [jobs, setJobs] = useState<readonly ToolJob[]>();
  const [watched, setWatched] = useState<string>();
  const [running, setRunning] = useState<ToolJob>();
  const [shown, setShown] = useState<KeptReport>();
  const [trouble, setTrouble] = useState<string>();
  const refresh = useCallback(async () => {
    const listed = await listJobs(tool);
    if (!listed.ok) {
      setTrouble(troubleOf(listed.failure));
      return [];
    }
    setJobs(listed.value);
    return listed.value;
  }, [tool]);
  const show = useCallback(async (id: string) => {
    const report = await readReport(id);
    if (report.ok) setShown({ id, report: report.value });
    else setTrouble(troubleOf(report.failure));
  }, []);
  useEffect(() => {
    void refresh().then((listed) => {
      const wanted = listed.find(({ id }) => id === asked);
      const open = wanted !== undefined && isOpen(wanted) ? wanted : listed.find(isOpen);
      const newest = listed.find(({ state }) => state === 'finished');
      if (open !== undefined) setWatched(open.id);
      if (asked !== undefined && (wanted === undefined || wanted.state === 'finished')) void show(asked);
      else if (newest !== undefined) void show(newest.id);
    });
  }, [refresh, show, asked]);
  useEffect(() => {
    if (watched === undefined) return undefined;
    const leaving = new AbortController();
    const follow = async () => {
      let last: ToolJob | undefined;
      const onLine = (job: ToolJob) => {
        last = job;
        setRunning(isOpen(job) ? job : undefined);
      };
      const followed = await watchJob(watched, onLine, leaving.signal);
      if (leaving.signal.aborted) return;
      if (!followed.ok) setTrouble('The connection was lost. The job continues; reload to see it.');
      setRunning(undefined);
      setWatched(undefined);
      await refresh();
      if (last?.state === 'finished') await show(last.id);
      else if (last !== undefined && !isOpen(last)) setTrouble(endOf(last));
    };
    void follow();
    return () => leaving.abort();
  }, [watched, refresh, show]);
  return {
    jobs,
    running,
    shown,
    trouble,
    show,
    refresh,
    forget: async (id) => {
      setShown((had) => (had?.id === id ? undefined : had));
      const newest = (await refresh()).find(({ state }) => state === 'finished');
      if (newest !== undefined) await show(newest.id);
    },
    start: async (target, options, authorised, engagement) => {
      setTrouble(undefined);
      const started = await startJob({ tool, target, options, authorised, engagement });
      if (started.ok) setWatched(started.value.id);
      else setTrouble(troubleOf(started.failure));
    },
    cancel: () => {
      if (watched !== undefined) void cancelJob(watched);
    },
  };
}

function endOf({ state, failure }: ToolJob): string {
  if (state === 'cancelled') return 'Cancelled. Nothing was saved.';
  return failure ?? 'It ended without a report.';
}
