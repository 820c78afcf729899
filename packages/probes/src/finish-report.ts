import { settleMark } from './judgement.ts';
import { type Report, type ReportBody, type ReportHead, sortFindings } from './report.ts';

/**
 * Puts a report together: findings are sorted, worst first, equal ones in the order given. A grade stands as its mark only as far as
 * findings and checks let it.
 */
export function finishReport<Facts extends object>(
  head: Pick<ReportHead, 'tool' | 'schemaVersion' | 'target'> & { readonly startedAtMs: number; readonly endedAtMs: number },
  body: ReportBody<Facts>,
): Report<Facts> {
  const { tool, schemaVersion, target, startedAtMs, endedAtMs } = head;
  const { verdict, mark: given, findings, ...facts } = body;
  const mark = settleMark(given, body);
  return {
    tool,
    schemaVersion,
    target,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.max(0, Math.round(endedAtMs - startedAtMs)),
    verdict,
    ...(mark === undefined ? {} : { mark }),
    findings: sortFindings(findings),
    ...facts,
  } as Report<Facts>;
}
