import { useState } from 'react';
import { masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { StateChoice, VaultState } from '../../../../domains/vault/contract/vault-state.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { Button, GhostButton } from '../../../../ui/button.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';
import { alarmTextOf, differenceText, ownStateLoses, unknownDifferenceText } from './alarm-text.ts';
import { RosetteLock } from './rosette-lock.tsx';

type AlarmState = Extract<VaultState, { stage: 'alarm' }>;
/** The vault is not what this device knows: what that means, since when, and what each choice loses. Nothing opens before one is made. */
export function AlarmPanel({ state }: { readonly state: AlarmState }) {
  const { actions } = useVault();
  const toast = useToast();
  const [asking, setAsking] = useState<StateChoice | undefined>();
  const alarm = alarmTextOf(state);
  const difference = differenceText(state) ?? unknownDifferenceText(state);
  // What each choice loses is counted first, wherever it can be.
  const wantsComparing = state.difference === null && state.hasOwnState;
  const choose = async (choice: StateChoice) => {
    const accepted = await actions.acceptRestoredEpoch(choice);
    setAsking(undefined);
    if (!accepted.ok) toast({ title: 'Error', description: masterFailureText(accepted.failure), tone: 'alert' });
  };
  const isOwn = asking === 'device';
  const label = isOwn ? ownState : (alarm.accept ?? '');
  return (
    <section
      role="alert"
      className="mt-4 grid items-center gap-8 rounded-card border border-carmine bg-surface p-6 md:grid-cols-[14rem_1fr] md:p-10"
    >
      <RosetteLock status="locked" className="mx-auto w-48 md:w-full" />
      <div>
        <h2 className="lettering text-xl">
          <StatusMark kind="failure">{alarm.title}</StatusMark>
        </h2>
        <p className="mt-3">{alarm.meaning}</p>
        {alarm.others.map((meaning) => (
          <p key={meaning} className="mt-2">
            {meaning}
          </p>
        ))}
        {difference === undefined ? null : <p className="mt-2">{difference}</p>}
        <p className="mt-2 text-muted">{alarm.advice}</p>
        <dl className="mt-4 grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 font-mono text-sm">
          <dt className="text-muted">epoch this device knows</dt>
          <dd>{state.pinnedEpoch ?? 'none'}</dd>
          {state.seenAtMs === null ? null : (
            <>
              <dt className="text-muted">seen on this device</dt>
              <dd>{new Date(state.seenAtMs).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}</dd>
            </>
          )}
          <dt className="text-muted">epoch at the server</dt>
          <dd>{state.presentEpoch ?? 'none'}</dd>
        </dl>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={actions.retry}>Look again</Button>
          {wantsComparing ? (
            <GhostButton onClick={() => void actions.compareStates()}>Unlock to compare</GhostButton>
          ) : alarm.accept === undefined ? null : (
            <GhostButton onClick={() => setAsking('server')}>{alarm.accept}</GhostButton>
          )}
          {state.hasOwnState && !wantsComparing ? <GhostButton onClick={() => setAsking('device')}>{ownState}</GhostButton> : null}
        </div>
      </div>
      <AlertDialog
        open={asking !== undefined}
        title={`${label}?`}
        description={`${isOwn ? ownStateLoses : alarm.loses}${difference === undefined ? '' : ` ${difference}`}`}
        confirm={{ label, destroys: true, onWork: () => choose(asking ?? 'server') }}
        onClose={() => setAsking(undefined)}
      />
    </section>
  );
}

const ownState = 'Continue with this device’s state';
