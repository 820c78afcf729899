import type { Report } from '@castellan/probes/report';
import { readTlsReport } from '../read-tls-report.ts';

const dayMs = 86_400_000;

/** How many whole days are left until the first of the site's certificates ends. */
export default function certificateDays(report: Report, nowMs: number): string | undefined {
  const ends = readTlsReport(report).certificates.flatMap(({ role, validTo }) =>
    role === 'leaf' && validTo !== '' ? [Date.parse(validTo)] : [],
  );
  if (ends.length === 0) return undefined;
  return Math.max(0, Math.floor((Math.min(...ends) - nowMs) / dayMs)).toLocaleString('en-GB');
}
