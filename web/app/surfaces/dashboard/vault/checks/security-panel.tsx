import { useEffect, useState } from 'react';
import { RecordSection } from '../../../../domains/records/list/record-section.tsx';
import type { WayIn } from '../../../../domains/vault/contract/vault-security.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { GhostButton } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { CrackCost } from '../access/crack-cost.tsx';
import { WaysIn } from '../access/ways-in.tsx';
import { ToolColumns, ToolFrame, type ToolVerdict } from '../tools/tool-frame.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { RemovedSection } from './removed-section.tsx';
import { SelfTest } from './self-test.tsx';

/** What concerns the vault's keys: the ways in, what the master costs to find, the self-test, the rotation. */
export function SecurityPanel({ state, onBack }: { readonly state: OpenState; readonly onBack: () => void }) {
  const { showDialog } = useVault();
  const ways = useWaysIn(state);
  const cost = ways?.find(({ kind, listed }) => kind === 'master' && listed)?.cost ?? null;
  return (
    <ToolFrame title="Security" verdict={verdictOf(ways, state)} lead="Unlock methods, password strength, device check" onBack={onBack}>
      <ToolColumns
        wide={
          <>
            <RecordSection level={3} title="Unlock methods">
              <WaysIn ways={ways} state={state} />
            </RecordSection>
            <RecordSection level={3} title="Removed in the last 30 days">
              <RemovedSection state={state} />
            </RecordSection>
          </>
        }
        narrow={
          <>
            <RecordSection level={3} title="How strong is your master password?">
              {ways === null ? <Spinner label="Loading" /> : <CrackCost cost={cost} />}
            </RecordSection>
            <RecordSection level={3} title="Self-test of this device">
              <SelfTest />
            </RecordSection>
            <RecordSection level={3} title="The vault key">
              <p className="record-note max-w-prose">
                One random key encrypts everything; the unlock methods here only wrap it. If a master password or a recovery key may have
                leaked, change the key.
              </p>
              <GhostButton disabled={state.offline || state.rotation !== null} onClick={() => showDialog({ kind: 'rotate' })}>
                Rotate the vault key
              </GhostButton>
              {state.rotation === null ? null : <p className="mt-2 text-sm text-muted">A rotation is in progress; see above.</p>}
            </RecordSection>
          </>
        }
      />
    </ToolFrame>
  );
}

/** What opens everything, and whether anything among it is not the vault's own. */
function verdictOf(ways: readonly WayIn[] | null, { rotation }: OpenState): ToolVerdict {
  if (ways === null) return { kind: 'info', text: 'Loading unlock methods.' };
  const foreign = ways.filter(({ listed }) => !listed).length;
  if (foreign > 0)
    return {
      kind: 'failure',
      text: foreign === 1 ? 'One unlock method was not added by this vault.' : `${foreign} unlock methods were not added by this vault.`,
    };
  if (rotation !== null) return { kind: 'info', text: 'A key rotation is in progress.' };
  const whole = ways.filter(({ kind }) => kind !== 'device').length;
  return whole > 1
    ? { kind: 'success', text: `${whole} unlock methods open everything.` }
    : { kind: 'warning', text: 'Only one unlock method opens everything. Add a recovery key or a passkey.' };
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
