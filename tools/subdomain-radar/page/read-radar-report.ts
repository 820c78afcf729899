import type { RadarFacts } from '../knowledge/radar-report.ts';

/** The facts of a report of this tool; `undefined` of one that is not, or of another version. */
export function readRadarReport(report: object): RadarFacts | undefined {
  const { tool, schemaVersion } = report as { readonly tool?: string; readonly schemaVersion?: number };
  // The server's own tool wrote it, under this version.
  return tool === 'subdomain-radar' && schemaVersion === 1 ? (report as RadarFacts) : undefined;
}
