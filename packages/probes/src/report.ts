/** How bad a finding is, mildest first. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** How bad a finding is. */
export type Severity = (typeof severities)[number];

/** Text to copy that mends a finding, and what it is for: `nginx`, `Caddy`. */
export type FixSnippet = { readonly label: string; readonly text: string };

/** One thing that a tool found out, in words for a person. */
export type Finding = {
  /** The kind of finding, stable over versions: two reports are compared by it. Kebab-case. */
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** What was seen, as it was seen. Foreign text in it has been cut and cleaned. */
  readonly evidence: string;
  /** Why it matters, in a sentence. */
  readonly why: string;
  /** What to do about it, in a sentence; empty where there is nothing to do. */
  readonly fix: string;
  readonly snippets?: readonly FixSnippet[];
};

/**
 * What came of one check. It passed or failed by something that was seen; where nothing was seen it was not looked at, and says why.
 * `title` is what holds where it passed: `No RC4`.
 */
export type CheckResult = { readonly id: string; readonly title: string } & (
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly severity: Severity }
  | ({ readonly state: 'not_looked_at' } & NotLookedAt)
);

/** Why a check was not looked at, in words that follow a colon, and what that costs. */
export type NotLookedAt = {
  readonly reason: string;
  /** What was to be seen, in a few words within a sentence: `HSTS`. The check's title where nothing is said. */
  readonly subject?: string;
  /** `grade`: nothing can be graded, or called sound, without it. `best`: the best grade is for those who show it. */
  readonly bars?: 'grade' | 'best';
};

/** What every report has, whichever tool made it. */
export type ReportHead = {
  /** The tool's id. */
  readonly tool: string;
  /** Raised when what a tool's reports hold changes its meaning. */
  readonly schemaVersion: number;
  /** What was looked at, in its one normal spelling. */
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** One sentence: what a person should know first. */
  readonly verdict: string;
  /** A grade or figure of at most six characters that stands for the verdict where there is no room: `A+`, `7 open`. */
  readonly mark?: string;
  /** Worst first. */
  readonly findings: readonly Finding[];
  /** What was checked, and how each check came out; reports from before have none. */
  readonly checks?: readonly CheckResult[];
};

/** A finished report: its head, and under names of its own what the tool has besides. Immutable. */
export type Report<Facts extends object = object> = ReportHead & Facts;

/** What a tool hands over; the rest of the head is filled in for it. */
export type ReportBody<Facts extends object = object> = Pick<ReportHead, 'verdict' | 'mark' | 'findings' | 'checks'> & Facts;

/** Findings, worst first; equal ones keep their order. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity));
}

/** Whether a finding is at least as bad as `threshold`. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(threshold);
}

/** How many findings there are of each severity. */
export function countFindings(findings: readonly Pick<Finding, 'severity'>[]): Readonly<Record<Severity, number>> {
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  return { info: count('info'), low: count('low'), medium: count('medium'), high: count('high'), critical: count('critical') };
}
