import type { EngagementReport } from '@castellan/probes/engagement/engagement-report';
import type { FailureCodes, WorkerJob } from '../../../lib/workers/worker-job.ts';
import type { DrawnReport } from './draw-engagement.ts';
import type { ReportFonts } from './report-fonts.ts';

/** What the Worker that writes PDFs can be asked for. */
export type PdfJobs = {
  /** Draws the report of an engagement. */
  readonly draw: WorkerJob<{ readonly report: EngagementReport; readonly fonts: ReportFonts }, DrawnReport, { readonly code: 'not_drawn' }>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const pdfFailureCodes: FailureCodes<PdfJobs> = { draw: { not_drawn: true } };
