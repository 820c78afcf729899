import type { CheckResult } from '@castellan/probes/report';
import { ReportRow } from './parts/report-row.tsx';

/** The checks of a report as rows: those that passed folded away, those that were not looked at with their reason. */
export function CheckList({ checks }: { readonly checks: readonly CheckResult[] }) {
  const passed = checks.filter(({ state }) => state === 'passed');
  const unseen = checks.flatMap((one) => (one.state === 'not_looked_at' ? [one] : []));
  // Of one cause there may be twenty checks.
  const reasons = [...Map.groupBy(unseen, ({ reason }) => reason)];
  return (
    <>
      {passed.length === 0 ? null : (
        <ReportRow mark={<span className="text-verdigris">✓</span>} title={`${countChecks(passed.length)} passed`}>
          <p className="text-sm text-muted">{passed.map(({ title }) => title).join(' · ')}</p>
        </ReportRow>
      )}
      {reasons.length === 0 ? null : (
        <section aria-label="Not looked at">
          <ReportRow mark={<span className="text-muted">?</span>} title={`${countChecks(unseen.length)} not looked at`} isOpen>
            <ul className="grid gap-1">
              {reasons.map(([reason, ones]) => (
                <li key={reason} className="text-sm text-muted">
                  {ones.map(({ title }) => title).join(' · ')}: {reason}
                </li>
              ))}
            </ul>
          </ReportRow>
        </section>
      )}
    </>
  );
}

function countChecks(count: number): string {
  return count === 1 ? '1 check' : `${count} checks`;
}
