import type { Report } from '@castellan/probes/report';
import { readHttpReport } from '../read-http-report.ts';

/** How many milliseconds the page took to answer, as the server saw it; reports that were made before this was measured do not tell. */
export default function answerTime(report: Report): string | undefined {
  const ms = readHttpReport(report)?.answerMs;
  return ms === undefined ? undefined : ms.toLocaleString('en-GB');
}
