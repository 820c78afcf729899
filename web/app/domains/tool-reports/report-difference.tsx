import { compareReports } from '@castellan/probes/compare-reports';
import type { Finding, Report } from '@castellan/probes/report';
import { Suspense } from 'react';
import { Panel } from '../../ui/panel.tsx';
import type { ReportTool } from './report-tool.ts';
import { SeverityMark } from './severity-mark.tsx';

type ReportDifferenceProps = { readonly tool: Pick<ReportTool, 'Difference'>; readonly before: Report; readonly after: Report };

/** What changed between two reports of one tool, the older one first. */
export function ReportDifferencePanel({ tool, before, after }: ReportDifferenceProps) {
  const { appeared, gone, changed, marks, isWorse } = compareReports(before, after);
  const [old, now] = marks;
  const isSame = appeared.length + gone.length + changed.length === 0;
  return (
    <Panel
      title="Difference"
      className="mt-6"
      aside={<span className="text-sm text-muted">since {before.startedAt.slice(0, 16).replace('T', ' ')} UTC</span>}
    >
      {tool.Difference === undefined ? null : (
        <Suspense fallback={null}>
          <tool.Difference before={before} after={after} />
        </Suspense>
      )}
      <p className={isWorse ? 'text-amber' : 'text-verdigris'}>
        {isSame ? 'No finding changed.' : isWorse ? 'Something got worse.' : 'Nothing got worse.'}
        {old === now ? '' : ` ${old ?? 'Nothing'} became ${now ?? 'nothing'}.`}
      </p>
      <FindingList title="New" findings={appeared} />
      <FindingList title="Gone" findings={gone} />
      <FindingList title="Changed" findings={changed.map(({ after: finding }) => finding)} />
    </Panel>
  );
}

function FindingList({ title, findings }: { readonly title: string; readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-sm text-muted">{title}</h3>
      <ul>
        {findings.map(({ id, title: text, severity, evidence }) => (
          <li key={`${id} ${evidence}`} className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-hairline py-2">
            {text} <SeverityMark severity={severity} />
          </li>
        ))}
      </ul>
    </>
  );
}
