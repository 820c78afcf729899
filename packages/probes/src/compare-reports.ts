import { type Finding, isAtLeast, type Report, severities } from './report.ts';

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

/**
 * What an owner wants to be told of a later report, in a sentence each: findings at or above medium that are new or became worse,
 * and a lower grade. Nothing where nothing of the kind happened.
 */
export function describeWorsening(before: Report, after: Report): readonly string[] {
  const { appeared, changed, marks } = compareReports(before, after);
  const worse = changed.filter((one) => isAtLeast(one.after.severity, 'medium') && !isAtLeast(one.before.severity, one.after.severity));
  const [old, now] = marks;
  return [
    ...(isLowerGrade(old, now) ? [`The grade fell from ${old} to ${now}.`] : []),
    ...appeared.filter(({ severity }) => isAtLeast(severity, 'medium')).map(({ title, severity }) => `New, ${severity}: ${title}.`),
    ...worse.map((one) => `Now ${one.after.severity}, ${one.before.severity} before: ${one.after.title}.`),
  ];
}

/** The grades of the tools that give any, the best first; T and M stand for a certificate that cannot be trusted, or is another's. */
const grades = ['A+', 'A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'D-', 'E', 'F', 'M', 'T'];

/** Whether both marks are grades, and the later one is lower. */
function isLowerGrade(before: string | undefined, after: string | undefined): boolean {
  const [old, now] = [grades.indexOf(before ?? ''), grades.indexOf(after ?? '')];
  return old !== -1 && now > old;
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
