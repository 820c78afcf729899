import type { Report } from '@castellan/probes/report';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { callPublicFunction } from '../../lib/public-function.ts';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ToolFrame } from '../apps/tool-frame.tsx';
import { OwnerOnlyAction } from '../session/owner-only-action.tsx';
import { terminalCompleted } from '../session/session-flags.ts';
import { FetchedReportView } from './fetched-report-view.tsx';
import { exampleShape } from './report-shape.ts';
import type { ReportTool } from './report-tool.ts';

// What visitors never run is not sent to them.
const OwnerRunner = lazy(() => import('./owner-runner.tsx'));

type ReportToolPageProps = {
  readonly tool: ReportTool;
  /** What the tool does in the browser alone, for visitors too. */
  readonly children?: ReactNode;
};

/** The page of a tool that makes reports: the owner runs it; visitors see the example, or read what it checks. */
export function ReportToolPage({ tool, children }: ReportToolPageProps) {
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  return (
    <ToolFrame tool={tool} summary={tool.summary}>
      <div className="mt-6">
        <OwnerOnlyAction what={`${tool.verb.toLowerCase()} a target`}>
          <Suspense fallback={<Spinner label="Loading" />}>
            <OwnerRunner tool={tool} />
          </Suspense>
        </OwnerOnlyAction>
      </div>
      {children}
      {isOwner ? null : <Example tool={tool} />}
      <Panel title="What it checks" className="report-aside mt-10">
        <ul className="grid gap-x-8 gap-y-2 md:grid-cols-2">
          {tool.checks.map((check) => (
            <li key={check} className="border-t border-hairline pt-2 text-sm">
              {check}
            </li>
          ))}
        </ul>
      </Panel>
    </ToolFrame>
  );
}

function Example({ tool }: { readonly tool: ReportTool }) {
  const [report, setReport] = useState<Report | null>(null);
  useEffect(() => {
    void callPublicFunction('tool-example', { tool: tool.id }, exampleShape).then((answer) => {
      if (answer.ok) setReport(answer.value.report);
    });
  }, [tool.id]);
  if (report === null) return null;
  return (
    <>
      <p className="mt-8 text-muted">An example report, chosen by the owner:</p>
      <FetchedReportView report={report} tool={tool} />
    </>
  );
}
