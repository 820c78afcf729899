import type { Report } from '@castellan/probes/report';
import { useId } from 'react';
import { utcDayText } from '../../../lib/utc-day-text.ts';
import { CheckedThings } from '../checked-things.tsx';
import { reportShape } from '../report-shape.ts';
import type { ReportTool } from '../report-tool.ts';
import { ReportView } from '../report-view.tsx';

/** A recorded report, as `npm run samples` writes it. */
export type StoredSample = {
  /** What the lab was, in a sentence or two. */
  readonly lab: string;
  /** Of its moment only the day is kept. */
  readonly report: Report;
};

/** A stored sample; `undefined` where it is none. */
export function readSample(stored: unknown): StoredSample | undefined {
  if (typeof stored !== 'object' || stored === null || !('lab' in stored) || !('report' in stored)) return undefined;
  const report = reportShape.safeParse(stored.report);
  return typeof stored.lab === 'string' && report.success ? { lab: stored.lab, report: report.data } : undefined;
}

/** A recorded report of a lab of ours, drawn as what it is; and beside it what the tool checks. */
export function SampleReport({ tool, lab, report }: StoredSample & { readonly tool: ReportTool }) {
  const titleId = useId();
  const day = report.startedAt.slice(0, 10);
  return (
    <section aria-labelledby={titleId} className="mt-10">
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
      <ReportView report={report} tool={tool} aside={<CheckedThings tool={tool} />} />
    </section>
  );
}
