import type { HttpAuditFacts } from '../knowledge/audit.ts';

/** Reads the facts of a report of this tool; `undefined` of one that is not, or of another version. */
export function readHttpReport(report: object): HttpAuditFacts | undefined {
  const { tool, schemaVersion } = report as { readonly tool?: string; readonly schemaVersion?: number };
  // The tool itself wrote it, under this version.
  return tool === 'http-auditor' && schemaVersion === 1 ? (report as HttpAuditFacts) : undefined;
}
