import strong from '@castellan/pdf/fonts/archivo-strong.ttf?url';
import strongExtended from '@castellan/pdf/fonts/archivo-strong-extended.ttf?url';
import text from '@castellan/pdf/fonts/archivo-text.ttf?url';
import textExtended from '@castellan/pdf/fonts/archivo-text-extended.ttf?url';
import wide from '@castellan/pdf/fonts/archivo-wide.ttf?url';
import wideExtended from '@castellan/pdf/fonts/archivo-wide-extended.ttf?url';
import mono from '@castellan/pdf/fonts/azeret-mono.ttf?url';
import type { EngagementReport } from '@castellan/probes/engagement/engagement-report';
import { openWorker } from '../../../lib/workers/open-worker.ts';
import { createWorkerClient, declaredIn } from '../../../lib/workers/worker-job-client.ts';
import type { DrawnReport } from './draw-engagement.ts';
import workerAddress from './engagement-pdf.worker.ts?worker&url';
import { type PdfJobs, pdfFailureCodes } from './pdf-jobs.ts';
import type { ReportFonts } from './report-styles.ts';

const addresses: Readonly<Record<keyof ReportFonts, string>> = {
  'archivo-wide.ttf': wide,
  'archivo-wide-extended.ttf': wideExtended,
  'archivo-text.ttf': text,
  'archivo-text-extended.ttf': textExtended,
  'archivo-strong.ttf': strong,
  'archivo-strong-extended.ttf': strongExtended,
  'azeret-mono.ttf': mono,
};

/**
 * Draws the report of an engagement in a Worker of its own, which ends with it and has no connection: what is sealed leaves this browser
 * on no way. `undefined` where typefaces or Worker could not be loaded.
 */
export async function makePdf(report: EngagementReport): Promise<DrawnReport | undefined> {
  const files = await Promise.all(Object.entries(addresses).map(async ([name, address]) => [name, await readFile(address)] as const));
  if (files.some(([, bytes]) => bytes === undefined)) return undefined;
  const client = createWorkerClient<PdfJobs>(openWorker(workerAddress), declaredIn<PdfJobs>(pdfFailureCodes));
  const drawn = await client.ask('draw', { report, fonts: Object.fromEntries(files) as ReportFonts });
  client.end();
  return drawn.ok ? drawn.value : undefined;
}

async function readFile(address: string): Promise<Uint8Array | undefined> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok === true ? new Uint8Array(await answer.arrayBuffer()) : undefined;
}
