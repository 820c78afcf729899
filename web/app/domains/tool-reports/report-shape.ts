import { type Report, severities } from '@castellan/probes/report';
import type { Shape } from '../../lib/shape.ts';

/** A report as the server keeps it: its head is checked, its tool's own facts are each tool's to read. */
export const reportShape: Shape<Report> = {
  safeParse: (input) => (isReport(input) ? { success: true, data: input } : { success: false }),
};

/** An answer that has a report, or says that there is none. */
export const exampleShape: Shape<{ readonly report: Report | null }> = {
  safeParse: (input) => {
    if (!isRecord(input) || !('report' in input)) return { success: false };
    const { report } = input;
    if (report === null) return { success: true, data: { report: null } };
    return isReport(report) ? { success: true, data: { report } } : { success: false };
  },
};

function isReport(input: unknown): input is Report {
  if (!isRecord(input)) return false;
  const texts = ['tool', 'target', 'startedAt', 'verdict'].every((name) => typeof input[name] === 'string');
  const numbers = ['schemaVersion', 'durationMs'].every((name) => typeof input[name] === 'number');
  const { mark, findings, checks = [] } = input;
  if (!Array.isArray(checks) || !checks.every(isCheck)) return false;
  return texts && numbers && (mark === undefined || typeof mark === 'string') && Array.isArray(findings) && findings.every(isFinding);
}

function isCheck(input: unknown): boolean {
  if (!isRecord(input) || typeof input['id'] !== 'string' || typeof input['title'] !== 'string') return false;
  const { state } = input;
  return state === 'passed' || state === 'failed' || (state === 'not_looked_at' && typeof input['reason'] === 'string');
}

function isFinding(input: unknown): boolean {
  if (!isRecord(input)) return false;
  const texts = ['id', 'title', 'evidence', 'why', 'fix'].every((name) => typeof input[name] === 'string');
  const { snippets = [] } = input;
  const isSnippet = (one: unknown) => isRecord(one) && typeof one['label'] === 'string' && typeof one['text'] === 'string';
  return texts && severities.some((severity) => severity === input['severity']) && Array.isArray(snippets) && snippets.every(isSnippet);
}

function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null;
}
