import type { Report } from '@castellan/probes/report';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { callPublicFunction } from '../../lib/public-function.ts';
import { Waiting } from '../../ui/spinner.tsx';
import { ToolFrame } from '../apps/tool-frame.tsx';
import { OwnerOnlyAction } from '../session/owner-only-action.tsx';
import { terminalCompleted } from '../session/session-flags.ts';
import { CheckedThings } from './checked-things.tsx';
import { exampleShape } from './report-shape.ts';
import type { ReportTool } from './report-tool.ts';
import { ReportView } from './report-view.tsx';
import { readSample, SampleReport } from './visitors/sample-report.tsx';
import { ShownReports } from './visitors/shown-reports.ts';

// What visitors never run is not sent to them.
const OwnerRunner = lazy(async () => (await import('./visitors/load-owner-runner.ts')).loadOwnerRunner());

type ReportToolPageProps = {
  readonly tool: ReportTool;
  /** The stored sample that visitors see while the owner has chosen no example. Without one they read what the tool checks. */
  readonly sample?: unknown;
  /** What the tool does in the browser alone, for visitors too. */
  readonly children?: ReactNode;
};

/** The page of a tool that makes reports: the owner runs it; visitors see the owner's example, or the sample, and what it checks. */
export function ReportToolPage({ tool, sample, children }: ReportToolPageProps) {
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  const [ownReports, setOwnReports] = useState(0);
  const countOwn = useCallback((change: number) => setOwnReports((count) => count + change), []);
  // Behind what a visitor can do here the report would not be seen.
  const canJump = !isOwner && ownReports === 0 && children !== undefined;
  return (
    <ToolFrame tool={tool} summary={canJump ? <SummaryWithWay summary={tool.summary} /> : tool.summary}>
      <div className="mt-6">
        <OwnerOnlyAction what={`${tool.verb.toLowerCase()} a target`}>
          <Suspense fallback={<Waiting label="Loading" className="page-asking min-h-24 text-xl" />}>
            <OwnerRunner tool={tool} />
          </Suspense>
        </OwnerOnlyAction>
      </div>
      <ShownReports value={countOwn}>{children}</ShownReports>
      {isOwner ? <CheckedThings tool={tool} className="mt-10" /> : <ForVisitors tool={tool} stored={sample} hasOwn={ownReports > 0} />}
    </ToolFrame>
  );
}

const reportId = 'report';

function SummaryWithWay({ summary }: { readonly summary: string }) {
  return (
    <>
      {summary}{' '}
      <a href={`#${reportId}`} className="whitespace-nowrap text-ink underline decoration-copper underline-offset-4">
        See a report.
      </a>
    </>
  );
}

type ForVisitorsProps = {
  readonly tool: ReportTool;
  readonly stored: unknown;
  /** The visitor has a report of their own: one is enough for a page. */
  readonly hasOwn: boolean;
};

function ForVisitors({ tool, stored, hasOwn }: ForVisitorsProps) {
  const [report, setReport] = useState<Report | null>(null);
  useEffect(() => {
    void callPublicFunction('tool-example', { tool: tool.id }, exampleShape).then((answer) => {
      if (answer.ok) setReport(answer.value.report);
    });
  }, [tool.id]);
  const sample = useMemo(() => readSample(stored), [stored]);
  if (hasOwn || (report === null && sample === undefined)) return <CheckedThings tool={tool} className="mt-10" />;
  return (
    <div id={reportId} className="scroll-mt-6">
      {report !== null ? <Example tool={tool} report={report} /> : sample === undefined ? null : <SampleReport tool={tool} {...sample} />}
    </div>
  );
}

function Example({ tool, report }: { readonly tool: ReportTool; readonly report: Report }) {
  return (
    <>
      <p className="mt-10 text-muted">An example report, chosen by the owner:</p>
      <ReportView report={report} tool={tool} aside={<CheckedThings tool={tool} />} />
    </>
  );
}
