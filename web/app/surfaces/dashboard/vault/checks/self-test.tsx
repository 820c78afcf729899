import { useState } from 'react';
import { derivationText } from '../../../../domains/vault/access/crack-cost-text.ts';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { SelfTestReport } from '../../../../domains/vault/contract/vault-security.ts';
import { GhostButton } from '../../../../ui/button.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useVault } from '../vault-context.ts';

/** Asks this device for answers that are known, in the Worker and the very way the vault asks it. */
export function SelfTest() {
  const { security } = useVault().actions;
  const [report, setReport] = useState<SelfTestReport>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async () => {
    setBusy(true);
    setError(undefined);
    const tested = await security.selfTest();
    setBusy(false);
    if (tested.ok) setReport(tested.value);
    else setError(commonFailureText(tested.failure));
  };
  return (
    <div className="space-y-3">
      <p className="record-note max-w-prose">
        Published test vectors are computed here and compared. Do not use a vault on a device that fails one; no key is derived on it.
      </p>
      <GhostButton busy={busy} onClick={() => void run()}>
        {report === undefined ? 'Run the self-test' : 'Run it again'}
      </GhostButton>
      <div aria-live="polite">{error === undefined ? null : <p className="text-carmine">{error}</p>}</div>
      {report === undefined ? null : <Report report={report} />}
    </div>
  );
}

function Report({ report: { lines, derivation } }: { readonly report: SelfTestReport }) {
  const failed = lines.filter(({ passed }) => !passed).length;
  return (
    <>
      <p role="status">
        {failed === 0 ? (
          <StatusMark kind="success">{`${lines.length} of ${lines.length} answers are right.`}</StatusMark>
        ) : (
          <StatusMark kind="failure">{`${failed} of ${lines.length} answers are wrong. Do not use the vault on this device.`}</StatusMark>
        )}
      </p>
      <ul className="border-b border-hairline">
        {lines.map(({ name, source, passed, milliseconds }) => (
          <li key={name} className="flex items-baseline justify-between gap-x-4 border-t border-hairline py-2">
            <div className="min-w-0 flex-1">
              <p>{name}</p>
              <p className="text-sm text-muted">{source}</p>
            </div>
            <span className="flex shrink-0 flex-col items-end">
              <StatusMark kind={passed ? 'success' : 'failure'} className="text-sm">
                {passed ? 'right' : 'wrong'}
              </StatusMark>
              <span className="font-mono text-sm text-muted tabular-nums">{`${Math.round(milliseconds)} ms`}</span>
            </span>
          </li>
        ))}
      </ul>
      {derivation === undefined ? null : (
        <p className="text-sm text-muted">{`One derivation of the master takes ${Math.round(derivation.milliseconds)} ms here, at ${derivationText(derivation.cost)}.`}</p>
      )}
    </>
  );
}
