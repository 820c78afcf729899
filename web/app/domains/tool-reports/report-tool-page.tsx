import type { Report } from '@castellan/probes/report';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { callPublicFunction } from '../../lib/public-function.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { ToolFrame } from '../apps/tool-frame.tsx';
import { OwnerOnlyAction } from '../session/owner-only-action.tsx';
import { terminalCompleted } from '../session/session-flags.ts';
import { CheckedThings } from './checked-things.tsx';
import { exampleShape } from './report-shape.ts';
import type { ReportTool } from './report-tool.ts';
import { ReportView } from './report-view.tsx';
import type { SampleReport } from './sample-report.tsx';

// What visitors never run is not sent to them.
const OwnerRunner = lazy(() => import('./owner-runner.tsx'));

type ReportToolPageProps = {
  readonly tool: ReportTool;
  /** The report that visitors see while the owner has chosen none. A tool that visitors may not look at has none. */
  readonly Sample?: SampleReport;
  /** What the tool does in the browser alone, for visitors too. */
  readonly children?: ReactNode;
};

/** The page of a tool that makes reports: the owner runs it; visitors see the owner's example, or the sample, and what it checks. */
export function ReportToolPage({ tool, Sample, children }: ReportToolPageProps) {
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  const isForVisitors = !isOwner && Sample !== undefined;
  return (
    <ToolFrame
      tool={tool}
      summary={tool.summary}
      // Behind what a visitor can do here it would not be seen.
      actions={isForVisitors && children !== undefined ? <ToReport /> : null}
    >
      <div className="mt-6">
        <OwnerOnlyAction what={`${tool.verb.toLowerCase()} a target`}>
          <Suspense fallback={<Spinner label="Loading" />}>
            <OwnerRunner tool={tool} />
          </Suspense>
        </OwnerOnlyAction>
      </div>
      {children}
      {isForVisitors ? <ForVisitors tool={tool} Sample={Sample} /> : <CheckedThings tool={tool} />}
    </ToolFrame>
  );
}

const reportId = 'report';

function ToReport() {
  return (
    <a href={`#${reportId}`} className={buttonClass('quiet')}>
      See a report
    </a>
  );
}

function ForVisitors({ tool, Sample }: { readonly tool: ReportTool; readonly Sample: SampleReport }) {
  const [report, setReport] = useState<Report | null>(null);
  useEffect(() => {
    void callPublicFunction('tool-example', { tool: tool.id }, exampleShape).then((answer) => {
      if (answer.ok) setReport(answer.value.report);
    });
  }, [tool.id]);
  return (
    <div id={reportId} className="scroll-mt-6">
      {report === null ? <Sample tool={tool} /> : <Example tool={tool} report={report} />}
    </div>
  );
}

function Example({ tool, report }: { readonly tool: ReportTool; readonly report: Report }) {
  return (
    <>
      <p className="mt-10 text-muted">An example, chosen by the owner:</p>
      <ReportView report={report} tool={tool} beside={<CheckedThings tool={tool} />} />
    </>
  );
}
