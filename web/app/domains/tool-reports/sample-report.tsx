import type { Report } from '@castellan/probes/report';
import { type ComponentType, lazy, memo, Suspense, useId } from 'react';
import { firstSign } from '../../lib/first-sign.ts';
import { utcDayText } from '../../lib/utc-day-text.ts';
import { Waiting } from '../../ui/spinner.tsx';
import { CheckedThings } from './checked-things.tsx';
import { reportShape } from './report-shape.ts';
import type { ReportTool } from './report-tool.ts';
import { ReportView } from './report-view.tsx';

/** A recorded report of a lab of ours, drawn as what it is; and beside it what the tool checks. */
export type SampleReport = ComponentType<{ readonly tool: ReportTool }>;

/**
 * The sample of the tool with this id, as a part of its page. The server draws its verdict and findings. With them in the page the browser
 * fetches nothing before the first sign of a visitor; then it draws the rest. `fetchSample` brings what `npm run samples` wrote; where it
 * cannot be fetched or read, the tool's list of checks stands there.
 */
export function sampleReport(id: string, fetchSample: () => Promise<{ readonly default: unknown }>): SampleReport {
  const Recorded = lazy(async () => {
    if (isDrawn(id)) await firstSign();
    const sample = await fetchSample().then(({ default: stored }) => readSample(stored), nothing);
    const Drawn: SampleReport = ({ tool }) => (sample === undefined ? <CheckedThings tool={tool} /> : <Sample tool={tool} {...sample} />);
    return { default: Drawn };
  });
  // Without a change of its own it is not drawn again: React would give up the server's markup that still waits for its data.
  return memo(function FetchedSample({ tool }) {
    return (
      <Suspense fallback={<Waiting label="Loading the sample report" className="min-h-[60rem] text-xl" />}>
        <Recorded tool={tool} />
      </Suspense>
    );
  });
}

/** Whether the page came with the sample. */
function isDrawn(id: string): boolean {
  return typeof document !== 'undefined' && document.querySelector(`[data-sample="${id}"]`) !== null;
}

type StoredSample = {
  /** What the lab was, in a sentence or two. */
  readonly lab: string;
  readonly report: Report;
};

/** @internal A stored sample; `undefined` where it is none. */
export function readSample(stored: unknown): StoredSample | undefined {
  if (typeof stored !== 'object' || stored === null || !('lab' in stored) || !('report' in stored)) return undefined;
  const report = reportShape.safeParse(stored.report);
  return typeof stored.lab === 'string' && report.success ? { lab: stored.lab, report: report.data } : undefined;
}

const nothing = () => undefined;

function Sample({ tool, lab, report }: StoredSample & { readonly tool: ReportTool }) {
  const titleId = useId();
  const day = report.startedAt.slice(0, 10);
  return (
    <section aria-labelledby={titleId} data-sample={tool.id} className="mt-10">
      <div className="grid gap-x-8 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)]">
        <div>
          <h2 id={titleId} className="lettering text-lg">
            Sample report
          </h2>
          <p className="text-sm text-copper">
            Recorded on <time dateTime={day}>{utcDayText(day)}</time>
          </p>
        </div>
        <p className="max-w-[44rem] text-sm text-muted md:border-l md:border-hairline md:pl-8">{lab}</p>
      </div>
      <ReportView report={report} tool={tool} beside={<CheckedThings tool={tool} />} />
    </section>
  );
}
