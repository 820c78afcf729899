import type { CheckResult, Finding } from '@castellan/probes/report';

/** How a part of a domain's mail and DNS stands. `unknown`: it could not be looked at. */
export type PartState = 'sound' | 'weak' | 'broken' | 'missing' | 'unknown';

/** One subject of the report, in a line. */
export type Part = { readonly id: PartId; readonly title: string; readonly state: PartState; readonly summary: string };

/** The subjects, in the order in which they are shown. */
export type PartId =
  | 'delegation'
  | 'dnssec'
  | 'mx'
  | 'spf'
  | 'dkim'
  | 'dmarc'
  | 'mta-sts'
  | 'dane'
  | 'tls-rpt'
  | 'caa'
  | 'bimi'
  | 'blocklists';

/** What looking at one subject gave. */
export type Inspected<Facts> = {
  readonly facts: Facts;
  readonly part: Part;
  readonly findings: readonly Finding[];
  /** Checks beside the one that the part itself is. */
  readonly checks?: readonly CheckResult[];
};

/** The state that findings leave a part in: broken from high on, weak from low on. */
export function stateOf(findings: readonly Finding[], otherwise: PartState = 'sound'): PartState {
  const has = (...severities: readonly Finding['severity'][]) => findings.some(({ severity }) => severities.includes(severity));
  if (has('critical', 'high')) return 'broken';
  return has('medium', 'low') ? 'weak' : otherwise;
}
