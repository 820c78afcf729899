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
};

/** A finished report: its head, and under names of its own what the tool has besides. Immutable. */
export type Report<Facts extends object = object> = ReportHead & Facts;

/** What a tool hands over; the rest of the head is filled in for it. */
export type ReportBody<Facts extends object = object> = Pick<ReportHead, 'verdict' | 'mark' | 'findings'> & Facts;

/** Puts a report together: findings are sorted, worst first, equal ones in the order given. */
export function finishReport<Facts extends object>(
  head: Pick<ReportHead, 'tool' | 'schemaVersion' | 'target'> & { readonly startedAtMs: number; readonly endedAtMs: number },
  body: ReportBody<Facts>,
): Report<Facts> {
  const { tool, schemaVersion, target, startedAtMs, endedAtMs } = head;
  const { verdict, mark, findings, ...facts } = body;
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
