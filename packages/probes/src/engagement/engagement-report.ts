import { compareReports } from '../compare-reports.ts';
import { judge } from '../judgement.ts';
import { countFindings, type Finding, isAtLeast, type Report, type Severity, severities } from '../report.ts';
import { placeOfTarget } from '../target-place.ts';

/** What the report says of the engagement itself. Days are `YYYY-MM-DD`, or empty where none was named. */
export type EngagementFacts = {
  readonly title: string;
  readonly client: string;
  readonly contact: string;
  readonly tester: string;
  readonly scope: string;
  readonly inScope: readonly string[];
  readonly outOfScope: readonly string[];
  readonly permittedFrom: string;
  readonly permittedTo: string;
  readonly permittedBy: string;
};

/** One run of the engagement, whatever came of it. Moments are ISO 8601, UTC. */
export type RunFacts = {
  readonly id: string;
  readonly tool: string;
  /** The tool's name for people. */
  readonly title: string;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly state: 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled' | 'interrupted';
  readonly failure: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly verdict: string | null;
  readonly mark: string | null;
  /** The form of the tool's reports. */
  readonly schemaVersion: number | null;
  /** What of it the engagement did not permit, in a sentence each. */
  readonly notPermitted: readonly string[];
};

/** The newest report of a tool on a target, with its run, and the report before it where there is one. */
export type LastReport = { readonly run: RunFacts; readonly report: Report; readonly before?: Report | undefined };

/** What changed since the report before. `worse` and `better`: findings whose severity rose or fell. */
export type Change = {
  /** When the report before was begun. */
  readonly since: string;
  readonly appeared: readonly Finding[];
  readonly worse: readonly Finding[];
  readonly better: readonly Finding[];
  readonly gone: readonly Finding[];
  /** How many findings are as severe as before. */
  readonly unchanged: number;
  readonly marks: readonly [before: string | undefined, now: string | undefined];
};

/** A finding with the number by which the report calls it, from 1. */
export type NumberedFinding = Finding & { readonly number: number };

/** What a tool last found out about a target. */
export type ToolResult = {
  readonly runId: string;
  readonly tool: string;
  readonly title: string;
  readonly target: string;
  readonly startedAt: string;
  readonly verdict: string;
  readonly mark: string | undefined;
  readonly standing: 'sound' | 'wanting' | 'open';
  readonly findings: readonly NumberedFinding[];
  readonly checksPassed: number;
  readonly notLookedAt: readonly { readonly title: string; readonly reason: string }[];
  readonly change: Change | undefined;
};

/** A host, network or list with all that was last found out about it. */
export type TargetResult = { readonly target: string; readonly worst: Severity | undefined; readonly results: readonly ToolResult[] };

/** One tool, as it was used. */
export type ToolUse = {
  readonly tool: string;
  readonly title: string;
  readonly versions: readonly number[];
  readonly options: readonly string[];
  readonly runs: number;
};

/** The report of an engagement: plain data, from which each of its files is written. */
export type EngagementReport = {
  readonly format: 'castellan-engagement-report';
  readonly version: 1;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly engagement: EngagementFacts;
  /** When the first run began and the last one ended; `undefined` where there is none. */
  readonly firstAt: string | undefined;
  readonly lastAt: string | undefined;
  readonly counts: Readonly<Record<Severity, number>>;
  /** The worst first. */
  readonly targets: readonly TargetResult[];
  readonly tools: readonly ToolUse[];
  /** The oldest first. */
  readonly runs: readonly RunFacts[];
  /** There were more runs than are listed: the oldest are left out. */
  readonly isCut: boolean;
};

/** Puts the report of an engagement together: targets by their worst finding, findings numbered in the order in which they are read. */
export function buildEngagementReport(given: {
  readonly engagement: EngagementFacts;
  readonly runs: readonly RunFacts[];
  readonly last: readonly LastReport[];
  readonly madeAt: Date;
  readonly isCut?: boolean;
}): EngagementReport {
  const { engagement, last, madeAt, isCut = false } = given;
  const runs = given.runs.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  const grouped = [...Map.groupBy(last, ({ report }) => placeOfTarget(report.target).host)].map(([target, ones]) => ({
    target,
    ones: ones.toSorted(
      (one, other) => one.run.title.localeCompare(other.run.title, 'en') || one.report.target.localeCompare(other.report.target),
    ),
    worst: worstOf(ones.flatMap(({ report }) => report.findings)),
  }));
  const ordered = grouped.toSorted((one, other) => rankOf(other.worst) - rankOf(one.worst) || one.target.localeCompare(other.target));
  let number = 0;
  const targets = ordered.map(({ target, ones, worst }) => ({
    target,
    worst,
    results: ones.map((one) =>
      resultOf(one, () => {
        number += 1;
        return number;
      }),
    ),
  }));
  return {
    format: 'castellan-engagement-report',
    version: 1,
    madeAt: madeAt.toISOString(),
    engagement,
    firstAt: runs[0]?.startedAt,
    lastAt: runs.reduce<string | undefined>(
      (latest, { endedAt }) => (endedAt !== null && endedAt > (latest ?? '') ? endedAt : latest),
      undefined,
    ),
    counts: countFindings(last.flatMap(({ report }) => report.findings)),
    targets,
    tools: toolsOf(runs),
    runs,
    isCut,
  };
}

function resultOf({ run, report, before }: LastReport, next: () => number): ToolResult {
  const { checks = [], findings } = report;
  return {
    runId: run.id,
    tool: run.tool,
    title: run.title,
    target: report.target,
    startedAt: report.startedAt,
    verdict: report.verdict,
    mark: report.mark,
    standing: judge(report).standing,
    findings: findings.map((finding) => ({ ...finding, number: next() })),
    checksPassed: checks.filter(({ state }) => state === 'passed').length,
    notLookedAt: checks.flatMap((one) => (one.state === 'not_looked_at' ? [{ title: one.title, reason: one.reason }] : [])),
    change: before === undefined ? undefined : describeChange(before, report),
  };
}

/** What changed from one report to a later one of the same tool and target. */
export function describeChange(before: Report, after: Report): Change {
  const { appeared, gone, changed, marks } = compareReports(before, after);
  const rose = changed.filter((one) => !isAtLeast(one.before.severity, one.after.severity));
  const fell = changed.filter((one) => !isAtLeast(one.after.severity, one.before.severity));
  return {
    since: before.startedAt,
    appeared,
    worse: rose.map(({ after: finding }) => finding),
    better: fell.map(({ after: finding }) => finding),
    gone,
    unchanged: after.findings.length - appeared.length - rose.length - fell.length,
    marks,
  };
}

function toolsOf(runs: readonly RunFacts[]): readonly ToolUse[] {
  return [...Map.groupBy(runs, ({ tool }) => tool)]
    .map(([tool, ones]) => ({
      tool,
      title: ones[0]?.title ?? tool,
      versions: [...new Set(ones.flatMap(({ schemaVersion }) => schemaVersion ?? []))].toSorted((one, other) => one - other),
      options: [...new Set(ones.map(({ options }) => writeOptions(options)))].toSorted(),
      runs: ones.length,
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}

const longestOption = 200;

/** Options of a run in one line; long texts, such as lists of words, are cut and say how long they are. */
export function writeOptions(options: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(options).map(([name, value]) => {
    if (value === true) return name;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name} ${text.length > longestOption ? `${text.slice(0, longestOption)}… (${text.length} characters)` : text}`;
  });
  return parts.length === 0 ? 'the usual options' : parts.join(', ');
}

function worstOf(findings: readonly Finding[]): Severity | undefined {
  return severities.findLast((severity) => findings.some((one) => one.severity === severity));
}

function rankOf(severity: Severity | undefined): number {
  return severity === undefined ? -1 : severities.indexOf(severity);
}
