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
    findBlinded(before, after).length > 0 ||
    appeared.some(({ severity }) => severity !== 'info') ||
    changed.some((one) => severities.indexOf(one.after.severity) > severities.indexOf(one.before.severity));
  return { appeared, gone, changed, marks: [before.mark, after.mark], isWorse };
}

/**
 * What an owner wants to be told of a later report, in a sentence each: findings at or above medium that are new or became worse,
 * a lower grade, and what a grade rests on that was seen before and is not any more. Nothing where nothing of the kind happened.
 */
export function describeWorsening(before: Report, after: Report): readonly string[] {
  const { appeared, changed, marks } = compareReports(before, after);
  const worse = changed.filter((one) => isAtLeast(one.after.severity, 'medium') && !isAtLeast(one.before.severity, one.after.severity));
  const [old, now] = marks;
  return [
    ...(isLowerGrade(old, now) ? [`The grade fell from ${old} to ${now}.`] : []),
    ...findBlinded(before, after).map(({ title, reason }) => `Not looked at any more: ${title} (${reason}).`),
    ...appeared.filter(({ severity }) => isAtLeast(severity, 'medium')).map(({ title, severity }) => `New, ${severity}: ${title}.`),
    ...worse.map((one) => `Now ${one.after.severity}, ${one.before.severity} before: ${one.after.title}.`),
  ];
}

/** Checks that a grade rests on, looked at before and not now. */
function findBlinded({ checks: old = [] }: Report, { checks = [] }: Report) {
  const seen = new Set(old.flatMap(({ id, state }) => (state === 'not_looked_at' ? [] : [id])));
  return checks.flatMap((one) => (one.state === 'not_looked_at' && one.bars !== undefined && seen.has(one.id) ? [one] : []));
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
