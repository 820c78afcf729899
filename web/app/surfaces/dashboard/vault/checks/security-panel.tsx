import { type ReactNode, useEffect, useState } from 'react';
import type { WayIn } from '../../../../domains/vault/contract/vault-security.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { GhostButton } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { CrackCost } from '../access/crack-cost.tsx';
import { WaysIn } from '../access/ways-in.tsx';
import { ToolFrame } from '../tools/tool-frame.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { RemovedSection } from './removed-section.tsx';
import { SelfTest } from './self-test.tsx';

/** What concerns the vault's keys: the ways in, what the master costs to find, the self-test, the rotation. */
export function SecurityPanel({ state, onBack }: { readonly state: OpenState; readonly onBack: () => void }) {
  const { showDialog } = useVault();
  const ways = useWaysIn(state);
  const cost = ways?.find(({ kind, listed }) => kind === 'master' && listed)?.cost ?? null;
  return (
    <ToolFrame title="Security" lead="Unlock methods, password strength, device check" onBack={onBack}>
      <Part title="Unlock methods">
        <WaysIn ways={ways} state={state} />
      </Part>
      <Part title="How strong is your master password?">{ways === null ? <Spinner label="Loading" /> : <CrackCost cost={cost} />}</Part>
      <Part title="Self-test of this device">
        <SelfTest />
      </Part>
      <Part title="Removed in the last 30 days">
        <RemovedSection state={state} />
      </Part>
      <Part title="The vault key">
        <p className="max-w-prose text-muted">
          One random key encrypts everything; the unlock methods above only wrap it. If a master password or a recovery key may have leaked,
          change the key.
        </p>
        <GhostButton className="mt-4" disabled={state.offline || state.rotation !== null} onClick={() => showDialog({ kind: 'rotate' })}>
          Rotate the vault key
        </GhostButton>
        {state.rotation === null ? null : <p className="mt-2 text-sm text-muted">A rotation is in progress; see above.</p>}
      </Part>
    </ToolFrame>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-hairline pt-5">
      <h3 className="lettering mb-3 text-lg">{title}</h3>
      {children}
    </section>
  );
}

/** The ways in as the Worker reads them, asked for again whenever the vault was written. */
function useWaysIn({ verification: { epoch, findings } }: OpenState): readonly WayIn[] | null {
  const { waysIn } = useVault().actions.security;
  const [ways, setWays] = useState<readonly WayIn[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another epoch or finding may mean other ways in.
  useEffect(() => {
    return whileWanted(waysIn(), (asked) => {
      if (asked.ok) setWays(asked.value);
    });
  }, [waysIn, epoch, findings]);
  return ways;
}
