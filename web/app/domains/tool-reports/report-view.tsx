import { judge } from '@castellan/probes/judgement';
import type { Finding, Report } from '@castellan/probes/report';
import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { mrzCheckedLine, mrzDate } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { Card } from '../../ui/panel.tsx';
import { CopyButton } from '../session/copy-button.tsx';
import { CheckList } from './check-list.tsx';
import type { ReportFact, ReportMeasure, ReportTool } from './report-tool.ts';
import { Seal } from './seal.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { useShownReport } from './shown-reports.ts';

type ReportViewProps = {
  readonly report: Report;
  /** The tool that made it; without it the report's head is shown, and its facts as raw data. */
  readonly tool?: Pick<ReportTool, 'factsOf' | 'measuresOf' | 'Details'> | undefined;
  /** Stands beside the findings where there is room, and behind them elsewhere. */
  readonly beside?: ReactNode;
};

/** A report in the order in which it is read: verdict, facts, measures, findings, the tool's own drawings, raw data. */
export function ReportView({ report, tool, beside }: ReportViewProps) {
  const measures = tool?.measuresOf(report) ?? [];
  const findingsId = useId();
  useShownReport();
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <article aria-label={`Report on ${report.target}`} className="mt-6">
      <MrzLine text={recordLine(report)} className="mb-3" />
      <Verdict report={report} facts={tool?.factsOf(report) ?? []} />
      {measures.length === 0 ? null : (
        <ul className="mt-4 grid gap-4 md:grid-cols-3">
          {measures.map((measure) => (
            <Measure key={measure.label} {...measure} />
          ))}
        </ul>
      )}
      <div
        className={
          beside === undefined ? undefined : 'grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 lg:grid-cols-[minmax(0,1fr)_19rem]'
        }
      >
        <section aria-labelledby={findingsId} className="mt-10">
          <h2 id={findingsId} className="lettering text-xl">
            Findings
          </h2>
          {report.findings.length === 0 && judge(report).standing === 'sound' ? (
            <p className="mt-3 text-verdigris">✓ Nothing was found.</p>
          ) : null}
          <ul className="mt-3 border-b border-hairline">
            {report.findings.map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and one kind of finding may stand in it twice.
              <FindingItem key={index} finding={finding} />
            ))}
          </ul>
          <CheckList checks={report.checks ?? []} />
        </section>
        {beside}
      </div>
      {isInBrowser ? <FurtherData report={report} Details={tool?.Details} /> : null}
    </article>
  );
}

/** What a report has behind its findings. The server leaves it out: drawings set styles of their own, which its policy forbids in markup. */
function FurtherData({ report, Details }: Pick<ReportViewProps, 'report'> & { readonly Details: ReportTool['Details'] | undefined }) {
  return (
    <>
      {Details === undefined ? null : <Details report={report} />}
      <details className="mt-10">
        <summary className="target cursor-pointer font-semibold">Raw data</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keys (WCAG 2.1.1).
          tabIndex={0}
          className="mt-3 max-h-[32rem] overflow-auto rounded-card border border-hairline bg-surface p-4 font-mono text-sm"
        >
          {JSON.stringify(report, undefined, 2)}
        </pre>
      </details>
    </>
  );
}

function Verdict({ report, facts }: { readonly report: Report; readonly facts: readonly ReportFact[] }) {
  const { verdict, target, mark, findings, startedAt, durationMs } = report;
  const { worst, standing } = judge(report);
  const [first] = findings;
  const { headline, unseen } = partVerdict(verdict);
  const shown = [...facts, { label: 'Looked at', value: momentText(startedAt) }, { label: 'Took', value: `${durationMs} ms` }].slice(0, 6);
  return (
    <Card
      aria-label="Verdict"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 md:gap-x-8 lg:grid-cols-[auto_minmax(0,1fr)_17rem]"
    >
      <Seal
        worst={worst}
        isOpen={standing === 'open'}
        mark={mark ?? (standing === 'open' ? '?' : undefined)}
        className="my-3 ml-3 w-[104px] md:m-3 md:w-[230px]"
      />
      <div className="contents md:block md:py-5 md:pr-5 lg:pr-0">
        <div className="py-4 pr-4 md:p-0">
          <p className="font-mono text-sm break-all text-muted">{target}</p>
          <h2 className="lettering mt-1 max-w-[17em] text-lg [overflow-wrap:anywhere] max-sm:leading-snug sm:text-xl md:text-2xl">
            {mark === undefined ? null : <span className="sr-only">{mark}. </span>}
            {headline}
            {unseen === undefined ? null : (
              <span className="mt-2 block font-sans text-sm font-normal tracking-normal text-muted [font-stretch:normal]"> {unseen}</span>
            )}
          </h2>
        </div>
        <div className="col-span-full max-w-prose px-4 pb-4 empty:hidden md:mt-3 md:p-0">
          {first === undefined || first.fix === '' ? null : <p className="text-muted">{first.fix}</p>}
        </div>
      </div>
      <dl className="col-span-full grid grid-cols-2 border-hairline sm:grid-cols-3 lg:col-span-1 lg:h-full lg:grid-cols-1 lg:content-center lg:border-l">
        {shown.map(({ label, value }) => (
          <div
            key={label}
            className="border-t border-hairline px-4 py-2 text-sm lg:flex lg:flex-wrap lg:justify-between lg:gap-x-3 lg:px-5 lg:first:border-t-0"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** A verdict's own sentence, and what is said behind it of what was not looked at: that is no headline. */
function partVerdict(verdict: string): { readonly headline: string; readonly unseen: string | undefined } {
  const at = verdict.indexOf(' Not looked at: ');
  return at === -1 ? { headline: verdict, unseen: undefined } : { headline: verdict.slice(0, at), unseen: verdict.slice(at + 1) };
}

/** Of a recorded sample only the day is kept: it stands at midnight. */
function momentText(startedAt: string): string {
  const day = startedAt.slice(0, 10);
  return startedAt === '' || startedAt.endsWith('T00:00:00.000Z') ? day : `${day}, ${startedAt.slice(11, 16)} UTC`;
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

function FindingItem({ finding }: { readonly finding: Finding }) {
  const { severity, title, why, evidence, fix, snippets = [] } = finding;
  return (
    <li className="border-t border-hairline py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{title}</h3>
        <SeverityMark severity={severity} />
      </div>
      <p className="mt-1 text-sm text-muted">{why}</p>
      {evidence === '' ? null : <p className="mt-2 font-mono text-sm break-words">{evidence}</p>}
      {fix === '' ? null : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <p>
            <span className="text-muted">Fix: </span>
            {fix}
          </p>
          {snippets.length === 0 ? <CopyButton text={fix}>Copy</CopyButton> : null}
        </div>
      )}
      {snippets.map(({ label, text }) => (
        <div key={label} className="mt-2 rounded-control border border-hairline bg-plate px-4 py-2">
          <div className="flex items-center justify-between gap-4 text-sm text-muted">
            {label}
            <CopyButton text={text}>{`Copy for ${label}`}</CopyButton>
          </div>
          <pre className="font-mono text-sm break-words whitespace-pre-wrap">{text}</pre>
        </div>
      ))}
    </li>
  );
}

/** This very record, machine-readable: tool, target, day, each with its check digit. */
function recordLine({ tool, target, startedAt }: Report): string {
  const [year = 0, month = 0, day = 0] = startedAt.slice(0, 10).split('-').map(Number);
  return mrzCheckedLine([tool.replace(/-.*/, ''), target.slice(0, 24), mrzDate({ year, month, day })]);
}
