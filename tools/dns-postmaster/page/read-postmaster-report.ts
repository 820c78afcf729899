import type { MailReportFacts } from '../knowledge/mail-report.ts';
import type { PostmasterFacts } from '../knowledge/postmaster-report.ts';

/** The facts of a report of this tool on a domain; `undefined` of one that is not, or of another version. */
export function readPostmasterReport(report: object): PostmasterFacts | undefined {
  return isOurs(report) && 'parts' in report ? (report as PostmasterFacts) : undefined;
}

/** The facts of a report of this tool on one mail; `undefined` of one that is not, or of another version. */
export function readMailReport(report: object): MailReportFacts | undefined {
  return isOurs(report) && 'tried' in report ? (report as MailReportFacts) : undefined;
}

// The server's own tool wrote it, under this version.
function isOurs(report: object): boolean {
  const { tool, schemaVersion } = report as { readonly tool?: string; readonly schemaVersion?: number };
  return tool === 'dns-postmaster' && schemaVersion === 1;
}
