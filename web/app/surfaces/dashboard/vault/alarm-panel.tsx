import { useState } from 'react';
import type { VaultState } from '../../../domains/vault/vault-state.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { masterFailureText } from './failure-text.ts';
import { findingText } from './finding-text.ts';
import { RosetteLock } from './rosette-lock.tsx';
import { useVault } from './vault-context.ts';

type AlarmState = Extract<VaultState, { stage: 'alarm' }>;
type Alarm = { readonly title: string; readonly meaning: string; readonly advice: string; readonly accept: string };

const alarms: Readonly<Record<string, Alarm>> = {
  rolled_back: {
    title: 'The vault was rolled back',
    meaning: 'The server shows an older state of the vault than this device has seen. Someone may be hiding later changes.',
    advice: 'If you have restored a backup yourself, go on from it. Otherwise look into the server first.',
    accept: 'I restored this state',
  },
  forked: {
    title: 'The vault was forked',
    meaning: 'The server shows another vault of the same epoch than the one this device has seen.',
    advice: 'If you have restored a backup and gone on from it elsewhere, accept it. Otherwise look into the server first.',
    accept: 'Go on from this state',
  },
  vault_replaced: {
    title: 'The vault was replaced',
    meaning: 'The server shows another vault than the one this device knows.',
    advice: 'If you have reset the vault on another device, accept it. Otherwise enter no master password here.',
    accept: 'I replaced the vault',
  },
  vault_missing: {
    title: 'The vault is missing',
    meaning: 'This device knows a vault, but the server has none.',
    advice: 'Restore a backup, then try again. Only if you have removed the vault yourself, go on without it.',
    accept: 'I removed the vault',
  },
};

const otherAlarm: Alarm = {
  title: 'The vault is not what this device knows',
  meaning: 'What the server shows does not fit what this device has seen before.',
  advice: 'If you know why, accept it. Otherwise look into the server first.',
  accept: 'I know why',
};

/** The vault is not what this device knows: what that means, and the owner's word for going on. Nothing opens before it. */
export function AlarmPanel({ state }: { readonly state: AlarmState }) {
  const { actions } = useVault();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [finding, ...others] = state.findings;
  const alarm = alarms[finding?.code ?? ''] ?? otherAlarm;
  const accept = async () => {
    setBusy(true);
    const accepted = await actions.acceptRestoredEpoch();
    setBusy(false);
    setAsking(false);
    if (!accepted.ok) toast({ title: 'Error', description: masterFailureText(accepted.failure), tone: 'alert' });
  };
  return (
    <section
      role="alert"
      className="grid items-center gap-8 rounded-card border border-carmine bg-surface p-6 md:grid-cols-[14rem_1fr] md:p-10"
    >
      <RosetteLock standing="locked" className="mx-auto w-48 md:w-full" />
      <div>
        <h2 className="lettering text-xl">
          <StatusMark kind="failure">{alarm.title}</StatusMark>
        </h2>
        <p className="mt-3">{alarm.meaning}</p>
        {others.map(({ code }) => (
          <p key={code} className="mt-2">
            {alarms[code]?.meaning ?? findingText(code)}
          </p>
        ))}
        <p className="mt-2 text-muted">{alarm.advice}</p>
        <dl className="mt-4 grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 font-mono text-sm">
          <dt className="text-muted">epoch this device knows</dt>
          <dd>{state.pinnedEpoch}</dd>
          <dt className="text-muted">epoch at the server</dt>
          <dd>{state.presentEpoch ?? 'none'}</dd>
        </dl>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={actions.retry}>Look again</Button>
          <Button tone="ghost" onClick={() => setAsking(true)}>
            {alarm.accept}
          </Button>
        </div>
      </div>
      <AlertDialog
        open={asking}
        title={`${alarm.accept}?`}
        description="This device then takes the server’s state for the right one and forgets what it knew."
        confirm={{ label: alarm.accept, destroys: true, busy, onConfirm: () => void accept() }}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
