import type { Finding, Report } from './report.ts';
import { severities } from './report.ts';

/** What changed from one report to a later one of the same tool. */
export type ReportDifference = {
  /** Findings that are new, or worse than before. */
  readonly appeared: readonly Finding[];
  /** Findings that are gone. */
  readonly gone: readonly Finding[];
  /** Findings whose evidence or severity changed, as they were and as they are. */
  readonly changed: readonly { readonly before: Finding; readonly after: Finding }[];
  readonly marks: readonly [string | undefined, string | undefined];
  readonly isWorse: boolean;
};

/** Compares findings by their ids; several with one id are compared by their place among them. */
export function compareReports(before: Report, after: Report): ReportDifference {
  const [old, now] = [keyed(before.findings), keyed(after.findings)];
  const appeared = [...now].flatMap(([key, finding]) => (old.has(key) ? [] : [finding]));
  const gone = [...old].flatMap(([key, finding]) => (now.has(key) ? [] : [finding]));
  const changed = [...now].flatMap(([key, after]) => {
    const before = old.get(key);
    return before !== undefined && (before.evidence !== after.evidence || before.severity !== after.severity) ? [{ before, after }] : [];
  });
  const isWorse =
    appeared.some(({ severity }) => severity !== 'info') ||
    changed.some((one) => severities.indexOf(one.after.severity) > severities.indexOf(one.before.severity));
  return { appeared, gone, changed, marks: [before.mark, after.mark], isWorse };
}

function keyed(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const counts = new Map<string, number>();
  return new Map(
    findings.map((finding) => {
      const count = (counts.get(finding.id) ?? 0) + 1;
      counts.set(finding.id, count);
      return [`${finding.id} ${count}`, finding];
    }),
  );
}
