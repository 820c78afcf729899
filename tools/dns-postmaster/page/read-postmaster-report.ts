import type { PostmasterFacts } from '../knowledge/postmaster-report.ts';

/** The facts of a report of this tool; `undefined` of one that is not, or of another version. */
export function readPostmasterReport(report: object): PostmasterFacts | undefined {
  const { tool, schemaVersion } = report as { readonly tool?: string; readonly schemaVersion?: number };
  // The server's own tool wrote it, under this version.
  return tool === 'dns-postmaster' && schemaVersion === 1 ? (report as PostmasterFacts) : undefined;
}
