import type { EngagementReport } from '@castellan/probes/engagement/engagement-report';
import { severities } from '@castellan/probes/report';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, GhostButton, QuietButton } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Waiting } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { dayOf } from '../tasks/day.ts';
import { addressOfJob } from '../tool-reports/report-address.ts';
import { SeverityMark } from '../tool-reports/severity-mark.tsx';
import { troubleOf } from '../tool-reports/trouble.ts';
import { collectReport, newestOf } from './collect-report.ts';
import { EngagementChanges } from './engagement-changes.tsx';
import { type EngagementRun, listRuns, mostRuns, moveRun } from './engagement-client.ts';
import type { Engagement } from './engagement-record.ts';
import { judgeRun } from './judge-run.ts';

const ExportReportDialog = lazy(() => import('./export-report-dialog.client.tsx'));

/** Reports that were read: for what changed, or for a file. */
type Collected = { readonly for: 'changes' | 'file'; readonly report: EngagementReport };

/** The runs of an engagement: what each tool last said of each target, what changed, and the report of all of it. */
export function EngagementRuns({ engagement }: { readonly engagement: Engagement }) {
  const { runs, trouble, refresh } = useRuns(engagement.id);
  const [reading, setReading] = useState<{ readonly done: number; readonly total: number }>();
  const [failure, setFailure] = useState<string>();
  const [collected, setCollected] = useState<Collected>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const collect = async (purpose: Collected['for']) => {
    if (runs === undefined) return;
    const stop = new AbortController();
    stopping.current = stop;
    setFailure(undefined);
    const made = await collectReport(engagement, runs, { onProgress: (done, total) => setReading({ done, total }), signal: stop.signal });
    setReading(undefined);
    if (made.ok) setCollected({ for: purpose, report: made.value });
    else if (!stop.signal.aborted) setFailure(made.failure.message);
  };
  return (
    <section aria-label="Runs" className="mt-6 border-t border-hairline pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="lettering text-lg">Runs</h3>
        <div className="flex flex-wrap gap-2">
          {runs === undefined || newestOf(runs).length === 0 ? null : (
            <GhostButton onWork={() => collect('changes')}>What changed</GhostButton>
          )}
          {runs === undefined ? null : <Button onWork={() => collect('file')}>Report of the engagement</Button>}
        </div>
      </div>
      <div role="status" className="mt-2 empty:hidden">
        {reading === undefined || reading.total === 0 ? null : (
          <Progress
            label="Reading the reports"
            done={reading.done}
            total={reading.total}
            stop={{ label: 'Stop', onStop: () => stopping.current?.abort() }}
          />
        )}
        {failure === undefined ? null : <StatusMark kind="failure">{`No report was made. ${failure}`}</StatusMark>}
      </div>
      {trouble === undefined ? null : (
        <div role="alert" className="flex flex-wrap items-center gap-x-4">
          <StatusMark kind="warning">{`The runs could not be read. ${trouble}`}</StatusMark>
          <QuietButton onWork={refresh}>Try again</QuietButton>
        </div>
      )}
      {runs === undefined ? (
        trouble === undefined ? (
          <Waiting label="Looking up the runs" className="min-h-14 text-xl" />
        ) : null
      ) : (
        <RunList engagement={engagement} runs={runs} onMoved={refresh} />
      )}
      {collected?.for === 'changes' ? <EngagementChanges report={collected.report} /> : null}
      <Suspense fallback={null}>
        {collected?.for === 'file' ? (
          <ExportReportDialog id={engagement.id} report={collected.report} onClose={() => setCollected(undefined)} />
        ) : null}
      </Suspense>
    </section>
  );
}

function useRuns(id: string) {
  const [runs, setRuns] = useState<readonly EngagementRun[]>();
  const [trouble, setTrouble] = useState<string>();
  const refresh = async () => {
    const listed = await listRuns(id);
    if (listed.ok) setRuns(listed.value);
    setTrouble(listed.ok ? undefined : troubleOf(listed.failure));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each engagement.
  useEffect(() => void refresh(), [id]);
  return { runs, trouble, refresh };
}

type RunListProps = { readonly engagement: Engagement; readonly runs: readonly EngagementRun[]; readonly onMoved: () => Promise<void> };

/** The last run of each tool on each target; of the others, how many there are. */
function RunList({ engagement, runs, onMoved }: RunListProps) {
  const [isWhole, setWhole] = useState(false);
  if (runs.length === 0)
    return <p className="mt-2 text-muted">No run belongs to this engagement yet. Use it for the runs of this tab, and open a tool.</p>;
  const newest = newestOf(runs);
  const shown = isWhole ? runs : newest;
  const others = runs.length - newest.length;
  return (
    <>
      <ul aria-label="Runs of the engagement" className="mt-2">
        {shown.map((run) => (
          <RunItem key={run.id} engagement={engagement} run={run} onMoved={onMoved} />
        ))}
      </ul>
      {runs.length < mostRuns ? null : <StatusMark kind="warning">Only the newest 2,000 runs are listed.</StatusMark>}
      {others === 0 || isWhole ? null : (
        <QuietButton className="-ml-2" onClick={() => setWhole(true)}>
          {others === 1 ? 'Show 1 earlier or unfinished run' : `Show ${others} earlier or unfinished runs`}
        </QuietButton>
      )}
    </>
  );
}

const states: Readonly<Record<EngagementRun['state'], string>> = {
  waiting: 'Waits',
  running: 'Runs',
  finished: 'Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
};

function RunItem({ engagement, run, onMoved }: Omit<RunListProps, 'runs'> & { readonly run: EngagementRun }) {
  const { id, tool, title, target, state, failure, verdict, mark, counts, askedAt, startedAt, reach } = run;
  const [trouble, setTrouble] = useState<string>();
  const worst = severities.findLast((severity) => (counts?.[severity] ?? 0) > 0);
  const notPermitted = judgeRun(engagement, target, reach, dayOf(new Date(startedAt ?? askedAt)));
  const takeOut = async () => {
    const moved = await moveRun(id, null);
    if (moved.ok) await onMoved();
    else setTrouble(troubleOf(moved.failure));
  };
  return (
    <li className="border-t border-hairline py-2">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-1 basis-64 flex-wrap items-baseline gap-x-3">
          <Link to={addressOfJob(tool, id)} className="target inline-flex items-center underline decoration-1 underline-offset-[6px]">
            {title}
          </Link>{' '}
          <span className="font-mono break-all">{target}</span>
        </span>
        <time dateTime={askedAt} className="font-mono text-sm text-muted">
          {askedAt.slice(0, 16).replace('T', ' ')} UTC
        </time>
        {state === 'finished' && worst !== undefined ? <SeverityMark severity={worst} /> : null}
        <QuietButton onWork={takeOut}>
          Take out<span className="sr-only"> {`${title} on ${target}`}</span>
        </QuietButton>
      </div>
      <p className="text-sm text-muted">
        {mark === null ? null : <b className="mr-2 text-ink">{mark}</b>}
        {state === 'finished' ? verdict : `${states[state]}${failure === null ? '' : `: ${failure}`}`}
      </p>
      {notPermitted.map((one) => (
        <StatusMark key={one} kind="warning" className="text-sm">
          {one}
        </StatusMark>
      ))}
      {trouble === undefined ? null : <StatusMark kind="failure">{trouble}</StatusMark>}
    </li>
  );
}
