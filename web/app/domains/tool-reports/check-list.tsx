import type { CheckResult } from '@castellan/probes/report';

/** The checks of a report: those that passed folded away, those that were not looked at with their reason. */
export function CheckList({ checks }: { readonly checks: readonly CheckResult[] }) {
  const passed = checks.filter(({ state }) => state === 'passed');
  const unseen = checks.flatMap((one) => (one.state === 'not_looked_at' ? [one] : []));
  // Of one cause there may be twenty checks.
  const reasons = [...Map.groupBy(unseen, ({ reason }) => reason)];
  return (
    <>
      {passed.length === 0 ? null : (
        <details className="mt-3">
          <summary className="target cursor-pointer text-sm text-verdigris">
            {passed.length === 1 ? '✓ 1 check passed' : `✓ ${passed.length} checks passed`}
          </summary>
          <p className="text-sm text-muted">{passed.map(({ title }) => title).join(' · ')}</p>
        </details>
      )}
      {reasons.length === 0 ? null : (
        <section className="mt-6" aria-label="Not looked at">
          <h3 className="text-sm font-semibold">Not looked at</h3>
          <ul>
            {reasons.map(([reason, ones]) => (
              <li key={reason} className="mt-1 text-sm text-muted">
                <span aria-hidden="true">? </span>
                {ones.map(({ title }) => title).join(' · ')}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
