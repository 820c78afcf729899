export type Severity = 'info' | 'low' | 'medium' | 'high' | 'critical';

/** One thing that is wrong or worth knowing, each part a sentence or less. */
export type TokenFinding = {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly evidence: string;
  readonly why: string;
  readonly fix: string;
};

/** A finding from its parts, in the order in which they are read. */
export function finding(
  id: string,
  severity: Severity,
  ...[title, evidence, why, fix]: readonly [string, string, string, string]
): TokenFinding {
  return { id, severity, title, evidence, why, fix };
}

const order: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info'];

/** The worst first; of one severity in the order given. */
export function worstFirst<Finding extends { readonly severity: Severity }>(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
}
