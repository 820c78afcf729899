import { judge } from '@castellan/probes/judgement';
import type { Report } from '@castellan/probes/report';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useInBrowser } from '../../ui/hooks/use-in-browser.ts';
import { mrzCheckedLine, mrzDate } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { CheckList } from './check-list.tsx';
import { FindingCounts, FindingList } from './parts/finding-list.tsx';
import { JoinedSnippets } from './parts/fix-snippets.tsx';
import { VerdictCard } from './parts/verdict-card.tsx';
import type { ReportMeasure, ReportTool } from './report-tool.ts';
import { useShownReport } from './visitors/shown-reports.ts';

type ReportViewProps = {
  readonly report: Report;
  /** The tool that made it; without it the report's head is shown, and its facts as raw data. */
  readonly tool?: Pick<ReportTool, 'factsOf' | 'measuresOf' | 'Beside' | 'Details'> | undefined;
  /** Stands beside the findings where there is room and the tool has nothing of its own there, and behind the report elsewhere. */
  readonly aside?: ReactNode;
};

/** A report in the order in which it is read: verdict, facts, measures, findings, the tool's own drawings, raw data. */
export function ReportView({ report, tool, aside }: ReportViewProps) {
  const measures = tool?.measuresOf(report) ?? [];
  const Beside = tool?.Beside;
  const hasAside = Beside === undefined && aside !== undefined;
  useShownReport();
  const isInBrowser = useInBrowser();
  return (
    <article aria-label={`Report on ${report.target}`} className="tool-report mt-6 max-lg:flex max-lg:flex-col print:block">
      <MrzLine text={recordLine(report)} className="mb-3" />
      <VerdictCard report={report} facts={tool?.factsOf(report) ?? []} />
      {measures.length === 0 ? null : (
        <ul className="mt-4 grid gap-4 md:grid-cols-3">
          {measures.map((measure) => (
            <Measure key={measure.label} {...measure} />
          ))}
        </ul>
      )}
      <div
        className={classNames(
          'mt-10 grid items-start gap-x-10 gap-y-10',
          Beside !== undefined && 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] print:block',
          // On a narrow screen what stands beside the findings comes last, behind the tool's own drawings.
          hasAside && 'max-lg:contents lg:grid-cols-[minmax(0,1fr)_19rem]',
        )}
      >
        <Findings report={report} className={hasAside ? 'max-lg:mt-10' : undefined} />
        {hasAside ? <div className="max-lg:order-1 max-lg:mt-10">{aside}</div> : null}
        {Beside === undefined ? null : isInBrowser ? <Beside report={report} /> : <div />}
      </div>
      {/* The server leaves these out: drawings set styles of their own, which its policy forbids in markup. */}
      {isInBrowser ? (
        <>
          {tool === undefined ? null : <tool.Details report={report} />}
          <RawData report={report} />
        </>
      ) : null}
      {Beside === undefined || aside === undefined ? null : <div className="mt-10">{aside}</div>}
    </article>
  );
}

/** The report as JSON. It is written when it is opened: that of a large scan has thousands of lines. */
function RawData({ report }: { readonly report: Report }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-10 print:hidden" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="target font-semibold">Raw data</summary>
      {isOpen ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keys (WCAG 2.1.1).
          tabIndex={0}
          className="mt-3 max-h-[32rem] overflow-auto rounded-card border border-hairline bg-surface p-4 font-mono text-sm"
        >
          {JSON.stringify(report, undefined, 2)}
        </pre>
      ) : null}
    </details>
  );
}

function Findings({ report, className }: { readonly report: Report; readonly className?: string | undefined }) {
  const { findings, checks = [] } = report;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classNames('min-w-0', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pb-3">
        <h2 id={titleId} className="lettering text-xl">
          Findings
        </h2>
        <FindingCounts findings={findings} />
      </div>
      <div className="border-b border-hairline">
        {findings.length === 0 && judge(report).standing === 'sound' ? (
          <p className="border-t border-hairline py-3 text-verdigris">
            <span aria-hidden="true" className="mr-3 inline-block w-5 text-center">
              ✓
            </span>
            Nothing was found.
          </p>
        ) : null}
        <FindingList findings={findings} />
        <CheckList checks={checks} />
      </div>
      <JoinedSnippets findings={findings} />
    </section>
  );
}

function Measure({ label, value }: ReportMeasure) {
  const ticks = Array.from({ length: 51 }, (_, index) => index * 2);
  return (
    <li className="rounded-card border border-hairline bg-surface px-5 py-4">
      <p className="flex items-baseline justify-between text-sm text-muted">
        {label} <b className="lettering text-xl text-ink tabular-nums">{value}</b>
      </p>
      <svg aria-hidden="true" viewBox="0 0 204 20" preserveAspectRatio="none" className="mt-3 h-5 w-full">
        {ticks.map((tick) => (
          <rect
            key={tick}
            x={tick * 2}
            y={tick % 10 === 0 ? 0 : 6}
            width="1"
            height={tick % 10 === 0 ? 20 : 14}
            fill={tick > value ? 'var(--hairline)' : value >= 100 ? 'var(--verdigris)' : 'var(--copper)'}
          />
        ))}
      </svg>
    </li>
  );
}

/** This very record, machine-readable: tool, target, day, each with its check digit. */
function recordLine({ tool, target, startedAt }: Report): string {
  const [year = 0, month = 0, day = 0] = startedAt.slice(0, 10).split('-').map(Number);
  return mrzCheckedLine([tool.replace(/-.*/, ''), target.slice(0, 24), mrzDate({ year, month, day })]);
}
