import archivoExtendedStrong from '@castellan/pdf/fonts/archivo-extended-strong.ttf?url';
import archivoExtendedText from '@castellan/pdf/fonts/archivo-extended-text.ttf?url';
import archivoExtendedWide from '@castellan/pdf/fonts/archivo-extended-wide.ttf?url';
import archivoStrong from '@castellan/pdf/fonts/archivo-strong.ttf?url';
import archivoText from '@castellan/pdf/fonts/archivo-text.ttf?url';
import archivoVietnameseStrong from '@castellan/pdf/fonts/archivo-vietnamese-strong.ttf?url';
import archivoVietnameseText from '@castellan/pdf/fonts/archivo-vietnamese-text.ttf?url';
import archivoVietnameseWide from '@castellan/pdf/fonts/archivo-vietnamese-wide.ttf?url';
import archivoWide from '@castellan/pdf/fonts/archivo-wide.ttf?url';
import mono from '@castellan/pdf/fonts/azeret-mono.ttf?url';
import robotoFlexCyrillicExtendedStrong from '@castellan/pdf/fonts/roboto-flex-cyrillic-extended-strong.ttf?url';
import robotoFlexCyrillicExtendedText from '@castellan/pdf/fonts/roboto-flex-cyrillic-extended-text.ttf?url';
import robotoFlexCyrillicExtendedWide from '@castellan/pdf/fonts/roboto-flex-cyrillic-extended-wide.ttf?url';
import robotoFlexCyrillicStrong from '@castellan/pdf/fonts/roboto-flex-cyrillic-strong.ttf?url';
import robotoFlexCyrillicText from '@castellan/pdf/fonts/roboto-flex-cyrillic-text.ttf?url';
import robotoFlexCyrillicWide from '@castellan/pdf/fonts/roboto-flex-cyrillic-wide.ttf?url';
import robotoFlexGreekStrong from '@castellan/pdf/fonts/roboto-flex-greek-strong.ttf?url';
import robotoFlexGreekText from '@castellan/pdf/fonts/roboto-flex-greek-text.ttf?url';
import robotoFlexGreekWide from '@castellan/pdf/fonts/roboto-flex-greek-wide.ttf?url';
import type { EngagementReport } from '@castellan/probes/engagement/engagement-report';
import { openWorker } from '../../../lib/workers/open-worker.ts';
import { createWorkerClient, declaredIn } from '../../../lib/workers/worker-job-client.ts';
import type { DrawnReport } from './draw-engagement.ts';
import workerAddress from './engagement-pdf.worker.ts?worker&url';
import { type PdfJobs, pdfFailureCodes } from './pdf-jobs.ts';
import { fontFilesOf } from './report-fonts.ts';

const addresses: Readonly<Record<string, string>> = {
  'archivo-strong.ttf': archivoStrong,
  'archivo-extended-strong.ttf': archivoExtendedStrong,
  'archivo-vietnamese-strong.ttf': archivoVietnameseStrong,
  'roboto-flex-cyrillic-strong.ttf': robotoFlexCyrillicStrong,
  'roboto-flex-cyrillic-extended-strong.ttf': robotoFlexCyrillicExtendedStrong,
  'roboto-flex-greek-strong.ttf': robotoFlexGreekStrong,
  'archivo-text.ttf': archivoText,
  'archivo-extended-text.ttf': archivoExtendedText,
  'archivo-vietnamese-text.ttf': archivoVietnameseText,
  'roboto-flex-cyrillic-text.ttf': robotoFlexCyrillicText,
  'roboto-flex-cyrillic-extended-text.ttf': robotoFlexCyrillicExtendedText,
  'roboto-flex-greek-text.ttf': robotoFlexGreekText,
  'archivo-wide.ttf': archivoWide,
  'archivo-extended-wide.ttf': archivoExtendedWide,
  'archivo-vietnamese-wide.ttf': archivoVietnameseWide,
  'roboto-flex-cyrillic-wide.ttf': robotoFlexCyrillicWide,
  'roboto-flex-cyrillic-extended-wide.ttf': robotoFlexCyrillicExtendedWide,
  'roboto-flex-greek-wide.ttf': robotoFlexGreekWide,
  'azeret-mono.ttf': mono,
};

/**
 * Draws the report of an engagement in a Worker of its own, which ends with it and has no connection: what is sealed leaves this browser
 * on no way. `undefined` where typefaces or Worker could not be loaded.
 */
export async function makePdf(report: EngagementReport): Promise<DrawnReport | undefined> {
  const files = await Promise.all(fontFilesOf(report).map(async (name) => ({ name, bytes: await readFile(addresses[name] ?? '') })));
  const fonts = Object.fromEntries(files.flatMap(({ name, bytes }) => (bytes === undefined ? [] : [[name, bytes]])));
  if (Object.keys(fonts).length < files.length) return undefined;
  const client = createWorkerClient<PdfJobs>(openWorker(workerAddress), declaredIn<PdfJobs>(pdfFailureCodes));
  const drawn = await client.ask('draw', { report, fonts });
  client.end();
  return drawn.ok ? drawn.value : undefined;
}

async function readFile(address: string): Promise<Uint8Array | undefined> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok === true ? new Uint8Array(await answer.arrayBuffer()) : undefined;
}
