import type { HealthReport } from '../../../../domains/vault/contract/vault-tools.ts';

/** The entries with a problem that wants doing something; an old password, or no second factor here, is advice. */
export function urgentEntries({ problems }: HealthReport): ReadonlySet<string> {
  const { weak, reused, expired, duplicate, 'plain-http': plain } = problems;
  return new Set([...weak, ...reused, ...expired, ...duplicate, ...plain]);
}
