import { judge } from '@castellan/probes/judgement';
import type { Report } from '@castellan/probes/report';
import { Card } from '../../../ui/panel.tsx';
import type { ReportFact } from '../report-tool.ts';
import { Seal } from '../seal.tsx';

/** What a person reads first: the seal, the verdict in a sentence, what to do, and the facts behind it. */
export function VerdictCard({ report, facts }: { readonly report: Report; readonly facts: readonly ReportFact[] }) {
  const { target, mark, findings, startedAt, durationMs } = report;
  const { worst, standing } = judge(report);
  const { sentence, unseen } = partVerdict(report.verdict);
  const fix = findings[0]?.fix ?? '';
  const shown = [...facts, { label: 'Date', value: momentText(startedAt) }, { label: 'Duration', value: `${durationMs} ms` }].slice(0, 6);
  return (
    <Card aria-label="Verdict" className="grid break-inside-avoid lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flow-root items-center p-4 md:grid md:grid-cols-[auto_minmax(0,1fr)] md:gap-x-8 md:p-5">
        <Seal
          worst={worst}
          isOpen={standing === 'open'}
          mark={mark ?? (standing === 'open' ? '?' : undefined)}
          className="float-left mr-4 mb-1 w-[120px] md:m-0 md:w-[220px]"
        />
        <div className="md:py-2">
          <p className="font-mono text-sm break-all text-muted">{target}</p>
          <h2 className="lettering mt-1 max-w-[24em] text-lg/snug md:text-[1.75rem]/tight">
            {mark === undefined ? null : <span className="sr-only">{mark}. </span>}
            {sentence}
            {unseen === '' ? null : (
              <span className="mt-2 block max-w-prose font-sans max-md:clear-left text-sm/snug font-normal tracking-normal text-wrap text-muted [font-stretch:100%]">
                {unseen}
              </span>
            )}
          </h2>
          {fix === '' ? null : <p className="mt-3 max-w-prose text-muted max-md:clear-left">{fix}</p>}
        </div>
      </div>
      <dl className="grid grid-cols-2 lg:grid-cols-1 lg:content-center lg:border-l lg:border-hairline">
        {shown.map(({ label, value }) => (
          <div
            key={label}
            className="gap-x-3 border-t border-hairline px-4 py-2 text-sm md:flex md:flex-wrap md:justify-between md:px-5 lg:py-2.5 lg:first:border-t-0"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** A verdict as it is headed, and apart from it what was not looked at. */
function partVerdict(verdict: string): { readonly sentence: string; readonly unseen: string } {
  const at = verdict.indexOf(' Not looked at: ');
  // The space between the two stays, for who hears the heading as one.
  return at === -1 ? { sentence: verdict, unseen: '' } : { sentence: verdict.slice(0, at + 1), unseen: verdict.slice(at + 1) };
}

/** Of a recorded sample only the day is kept: it stands at midnight. */
function momentText(startedAt: string): string {
  const day = startedAt.slice(0, 10);
  return startedAt === '' || startedAt.endsWith('T00:00:00.000Z') ? day : `${day} ${startedAt.slice(11, 16)} UTC`;
}
