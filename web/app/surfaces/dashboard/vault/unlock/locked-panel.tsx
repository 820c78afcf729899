import { useId, useState } from 'react';
import { CodeField } from '../../../../domains/session/code-field.tsx';
import { codeFailureText, masterFailureText, tryCodeAgain } from '../../../../domains/vault/access/failure-text.ts';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import type { VaultState } from '../../../../domains/vault/contract/vault-state.ts';
import { Button, QuietButton } from '../../../../ui/button.tsx';
import { useSubmit } from '../../../../ui/forms/use-work.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { type LockedState, useVault } from '../vault-context.ts';
import { masterModeOf } from './master-mode.ts';
import { RosetteLock } from './rosette-lock.tsx';

type Opening = Extract<VaultState, { stage: 'opening' }>;

/** A way to open, as chosen on the locked screen. */
type WayIn = 'otp' | 'master' | 'recovery';

/** The locked vault: the engraved lock and one way in at a time. `opening` draws over it what is under way. */
export function LockedPanel({ state, opening }: { readonly state: LockedState; readonly opening: Opening | null }) {
  const [way, setWay] = useState<WayIn>('otp');
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-6 rounded-card border border-hairline bg-surface p-6 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] md:p-10"
    >
      <RosetteLock
        status={opening === null ? 'locked' : 'turning'}
        className="mx-auto w-[min(26rem,60vw,40svh)] max-w-full max-lg:order-last lg:w-full lg:max-w-112"
      />
      {/* What is to be done stands where every page begins; the picture is beside it, or on a narrow screen below. */}
      <div className="min-w-0 lg:self-start">
        <h2 id={headingId} className="lettering text-xl">
          Vault Locked
        </h2>
        <p className="mt-2 text-muted">{describe(state)}</p>
        {state.comparing ? (
          <StatusMark kind="warning">This is the older state. Unlock it to compare; nothing opens until you choose.</StatusMark>
        ) : null}
        <div className="mt-6">
          {way === 'otp' ? <CodeWay state={state} /> : null}
          {way === 'master' ? <MasterWay state={state} /> : null}
          {way === 'recovery' ? <RecoveryWay /> : null}
        </div>
        {opening === null ? null : <Progress opening={opening} />}
        <OtherWays state={state} way={way} onChoose={setWay} />
      </div>
    </section>
  );
}

function describe({ kind, entryCount }: LockedState): string {
  if (kind === 'none') return 'Nothing saved here yet. Unlock once to choose a master password.';
  const entries = entryCount === 1 ? '1 entry' : `${entryCount.toLocaleString('en')} entries`;
  if (kind === 'older') return `${entries} of the older product wait for a new master password.`;
  return `${entries}, encrypted with 256-bit AES before they left your devices.`;
}

function CodeWay({ state }: { readonly state: LockedState }) {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  // The toast says what is wrong; the field, what to do about it.
  const refuse = (description: string, atField = description) => {
    setError(atField);
    toast({ title: 'Invalid Code', description, tone: 'alert' });
  };
  const { busy, onSubmit } = useSubmit(async () => {
    if (code.length !== 6) return refuse('Please enter a 6-digit code', tryCodeAgain);
    setError(undefined);
    const opened = await actions.unlockWithCode(code);
    setCode('');
    if (!opened.ok) return refuse(codeFailureText(opened.failure), opened.failure.code === 'wrong_code' ? tryCodeAgain : undefined);
    toast({ title: 'Vault Unlocked', description: 'Unlocked with your authenticator code.' });
    if (opened.value.tier === 'secrets') return;
    showDialog({ kind: 'master', mode: masterModeOf(state.kind) });
  });
  if (!state.ways.authenticator) {
    return (
      <div className="space-y-4">
        <p className="text-muted">Two-factor authentication is not set up yet.</p>
        <Button className="w-full" onClick={() => showDialog({ kind: 'setup', reset: false })}>
          Set up 2FA
        </Button>
      </div>
    );
  }
  return (
    <form className="space-y-4" noValidate onSubmit={onSubmit}>
      <CodeField label="Authentication code" value={code} onChange={setCode} error={error} autoFocus />
      <Button type="submit" className="w-full" busy={busy}>
        Unlock
      </Button>
    </form>
  );
}

function MasterWay({ state }: { readonly state: LockedState }) {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const [master, setMaster] = useState('');
  const [error, setError] = useState<string>();
  const { busy, onSubmit } = useSubmit(async () => {
    if (master === '') return;
    setError(undefined);
    const opened = await actions.unlockWithMaster(master);
    setMaster('');
    if (opened.ok) toast({ title: 'Vault Unlocked', description: 'Unlocked with your master password.' });
    else setError(masterFailureText(opened.failure));
  });
  if (state.kind !== 'present') {
    return (
      <Button className="w-full" onClick={() => showDialog({ kind: 'master', mode: masterModeOf(state.kind) })}>
        {state.kind === 'older' ? 'Upgrade the vault' : 'Set a master password'}
      </Button>
    );
  }
  return (
    <form className="space-y-4" noValidate onSubmit={onSubmit}>
      <SecretField label="Master password" value={master} error={error} autoFocus onValue={setMaster} />
      <Button type="submit" className="w-full" busy={busy}>
        Unlock
      </Button>
    </form>
  );
}

function RecoveryWay() {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const { busy, onSubmit } = useSubmit(async () => {
    if (key.trim() === '') return;
    setError(undefined);
    const opened = await actions.unlockWithRecoveryKey(key);
    if (!opened.ok) return setError(masterFailureText(opened.failure));
    toast({ title: 'Vault Unlocked', description: 'Unlocked with your recovery key.' });
    const note = 'If the master password is lost, choose another now. The recovery key stays the same.';
    showDialog({ kind: 'master', mode: 'change', note, recoveryKey: key });
  });
  return (
    <form className="space-y-4" noValidate onSubmit={onSubmit}>
      <SecretField
        label="Recovery key"
        value={key}
        error={error}
        hint="32 letters and digits; spaces and hyphens do not matter."
        autoFocus
        onValue={setKey}
      />
      <Button type="submit" className="w-full" busy={busy}>
        Unlock
      </Button>
    </form>
  );
}

function Progress({ opening }: { readonly opening: Opening }) {
  const words = { deriving: 'Deriving the key', opening: 'Opening the vault', upgrading: 'Converting entries' }[opening.step];
  return (
    <div className="mt-4 flex items-center gap-3 text-muted">
      <Spinner label={words} />
      <span aria-hidden="true">{opening.total > 0 ? `${words}: ${opening.done} of ${opening.total}` : words}</span>
    </div>
  );
}

function OtherWays({
  state,
  way,
  onChoose,
}: {
  readonly state: LockedState;
  readonly way: WayIn;
  readonly onChoose: (way: WayIn) => void;
}) {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const { ways } = state;
  const openWithPasskey = async (slotId: string) => {
    const opened = await actions.unlockWithPasskey(slotId);
    if (opened.ok) toast({ title: 'Vault Unlocked', description: 'Unlocked with your passkey.' });
    else toast({ title: 'Error', description: masterFailureText(opened.failure), tone: 'alert' });
  };
  return (
    <ul className="mt-5 border-t border-hairline pt-4 [&_button]:-ml-2">
      <li>
        <QuietButton onClick={() => onChoose(way === 'otp' ? 'master' : 'otp')}>
          {way === 'otp' ? 'Use master password instead' : 'Use authenticator code instead'}
        </QuietButton>
      </li>
      {ways.recoveryKey && way !== 'recovery' ? (
        <li>
          <QuietButton onClick={() => onChoose('recovery')}>Use the recovery key</QuietButton>
        </li>
      ) : null}
      {ways.passkeys.map(({ slotId, label }) => (
        <li key={slotId}>
          <QuietButton onClick={() => void openWithPasskey(slotId)}>{`Use the passkey “${label}”`}</QuietButton>
        </li>
      ))}
      {ways.authenticator ? (
        <li>
          <QuietButton onClick={() => showDialog({ kind: 'setup', reset: true })}>Reset 2FA</QuietButton>
        </li>
      ) : null}
      {state.kind === 'present' && way !== 'otp' ? (
        <li>
          <QuietButton onClick={() => showDialog({ kind: 'master', mode: 'replace' })}>Master password and recovery key lost?</QuietButton>
        </li>
      ) : null}
    </ul>
  );
}
