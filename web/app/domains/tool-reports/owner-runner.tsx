import type { Report } from '@castellan/probes/report';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { verbatim } from '../../ui/fields/verbatim.ts';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useRunGate } from '../engagements/run-gate.tsx';
import { StateWords } from '../owner-page/state-words.tsx';
import { readReport, type ToolJob } from './job-client.ts';
import { JobHistory } from './job-history.tsx';
import { OtherTools } from './other-tools.tsx';
import { ReportActions } from './report-actions.tsx';
import { readReportAddress } from './report-address.ts';
import { ReportDifferencePanel } from './report-difference.tsx';
import type { ReportTool, RunOptions } from './report-tool.ts';
import { ReportView } from './report-view.tsx';
import { SchedulesPanel } from './schedules-panel.tsx';
import { useToolJobs } from './use-tool-jobs.ts';

/** The tool as the owner works with it: target, options, progress, the report, and those before it. */
export default function OwnerRunner({ tool }: { readonly tool: ReportTool }) {
  const asked = readReportAddress(useLocation().hash);
  const jobs = useToolJobs(tool, asked.job);
  const [before, setBefore] = useState<Report>();
  const { shown, running } = jobs;
  const job = jobs.jobs?.find(({ id }) => id === shown?.id);
  const place = job === undefined ? undefined : { id: job.id, engagement: job.engagement ?? null };
  const gate = useRunGate(place, () => void jobs.refresh());
  const start = (target: string, options: RunOptions, authorised: boolean) =>
    gate.ask(
      [{ tool: tool.id, title: tool.title, target, options }],
      (engagement) => void jobs.start(target, options, authorised, engagement),
    );
  const last = tool.Difference === undefined ? undefined : idBefore(jobs.jobs ?? [], shown?.id);
  useEffect(() => {
    let isCurrent = true;
    setBefore(undefined);
    if (last !== undefined) {
      void readReport(last).then((report) => {
        if (isCurrent && report.ok) setBefore(report.value);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [last]);
  const compare = async (id: string) => {
    const report = await readReport(id);
    if (report.ok) setBefore(report.value);
  };
  return (
    <>
      {jobs.jobs === undefined && jobs.trouble === undefined ? <span className="page-asking" /> : null}
      {jobs.jobs === undefined ? null : <StateWords>{sayReports(jobs.jobs, running !== undefined)}</StateWords>}
      <TargetForm
        key={asked.target}
        tool={tool}
        given={asked.target ?? ''}
        recent={[...new Set(jobs.jobs?.map(({ target }) => target))].slice(0, 8)}
        isRunning={running !== undefined}
        onStart={start}
      />
      {tool.OtherForm === undefined ? null : (
        <Suspense fallback={<Loading />}>
          <tool.OtherForm isRunning={running !== undefined} onStart={(target, options) => start(target, options, false)} />
        </Suspense>
      )}
      {gate.bar}
      <div role="status">
        {jobs.trouble === undefined ? null : <p className="mt-4 text-amber">{jobs.trouble}</p>}
        {running === undefined ? null : (
          <Panel title={running.doing === '' ? 'Waiting to start' : running.doing} className="mt-6">
            <Progress
              label={`${tool.verb} ${running.target}`}
              done={running.done}
              total={1}
              stop={{ label: 'Cancel', onStop: jobs.cancel }}
            />
            {tool.Running === undefined || running.seen == null ? null : <tool.Running seen={running.seen} />}
          </Panel>
        )}
      </div>
      {shown === undefined ? null : (
        <>
          <ReportView report={shown.report} tool={tool} />
          <ReportActions
            key={shown.id}
            kept={shown}
            tool={tool}
            onRerun={(target, options) => start(target, options, false)}
            onDeleted={() => {
              setBefore(undefined);
              void jobs.forget(shown.id);
            }}
            jobs={jobs.jobs ?? []}
          />
          <OtherTools key={shown.report.target} tool={tool.id} target={shown.report.target} gate={gate} />
          {before === undefined ? null : <ReportDifferencePanel tool={tool} {...inOrder(before, shown.report)} />}
        </>
      )}
      <SchedulesPanel
        tool={tool.id}
        shown={
          shown === undefined
            ? undefined
            : { target: shown.report.target, options: jobs.jobs?.find(({ id }) => id === shown.id)?.options ?? {} }
        }
      />
      {jobs.jobs === undefined ? null : (
        <JobHistory
          jobs={jobs.jobs}
          shownId={shown?.id}
          onShow={(id) => {
            setBefore(undefined);
            void jobs.show(id);
          }}
          onCompare={(id) => void compare(id)}
          onRerun={({ target, options }) => start(target, options, false)}
        />
      )}
      {jobs.jobs?.length === 0 && running === undefined ? <p className="mt-6 text-muted">No reports yet. Enter a target above.</p> : null}
    </>
  );
}

/** What stands below on the page is not shown meanwhile: it would move. */
function Loading() {
  return (
    <span className="page-asking">
      <Spinner label="Loading" />
    </span>
  );
}

/** What the state line says of the runs: one that is under way, or how many reports there are. That there are none says the page. */
function sayReports(jobs: readonly ToolJob[], isRunning: boolean): string {
  if (isRunning) return 'Running now';
  const count = jobs.filter(({ state }) => state === 'finished').length;
  return count === 0 ? '' : `${count} ${count === 1 ? 'report' : 'reports'}`;
}

/** The finished job before this one, of the same target. */
function idBefore(jobs: readonly ToolJob[], id: string | undefined): string | undefined {
  const at = jobs.findIndex((job) => job.id === id);
  if (at === -1) return undefined;
  return jobs.slice(at + 1).find(({ state, target }) => state === 'finished' && target === jobs[at]?.target)?.id;
}

function inOrder(one: Report, other: Report): { readonly before: Report; readonly after: Report } {
  return one.startedAt <= other.startedAt ? { before: one, after: other } : { before: other, after: one };
}

type TargetFormProps = {
  readonly tool: ReportTool;
  /** The target that the address names. */
  readonly given: string;
  readonly recent: readonly string[];
  readonly isRunning: boolean;
  readonly onStart: (target: string, options: RunOptions, authorised: boolean) => void;
};

function TargetForm({ tool, given, recent, isRunning, onStart }: TargetFormProps) {
  const [target, setTarget] = useState(given);
  const [options, setOptions] = useState<RunOptions>({});
  const [error, setError] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [authorised, setAuthorised] = useState(false);
  const { OptionFields } = tool;
  return (
    <form
      className="report-aside mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        const read = tool.readTarget(target.trim());
        setError(read.ok ? undefined : read.failure.message);
        const wrong = tool.optionsFault?.(options);
        setFault(wrong);
        if (read.ok && wrong === undefined && !isRunning) onStart(target.trim(), options, authorised);
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Target"
          className="min-w-40 flex-1 font-mono"
          value={target}
          placeholder={tool.placeholder}
          error={error}
          list="recent-targets"
          {...verbatim}
          onValue={setTarget}
        />
        <datalist id="recent-targets">
          {recent.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Button type="submit" busy={isRunning} className="mt-7">
          {tool.verb}
        </Button>
      </div>
      {OptionFields === undefined ? null : (
        <details className="mt-1">
          <summary className="target cursor-pointer text-sm/11 text-muted">Options</summary>
          <OptionFields options={options} onChange={setOptions} />
        </details>
      )}
      {fault === undefined ? null : (
        <p role="alert" className="mt-3 text-sm text-carmine">
          {fault}
        </p>
      )}
      {tool.isActive ? (
        <CheckField label="I may probe this target" className="mt-5" checked={authorised} onChecked={setAuthorised} />
      ) : null}
    </form>
  );
}
