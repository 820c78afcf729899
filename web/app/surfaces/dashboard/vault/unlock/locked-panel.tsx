import { useId, useState } from 'react';
import { CodeField } from '../../../../domains/session/code-field.tsx';
import { codeFailureText, masterFailureText, tryCodeAgain } from '../../../../domains/vault/access/failure-text.ts';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import { copyText, silentText } from '../../../../domains/vault/away/copy-texts.ts';
import type { VaultState } from '../../../../domains/vault/contract/vault-state.ts';
import { storedLastWay, type WayIn } from '../../../../domains/vault/unlock/last-way.ts';
import { browserTimer } from '../../../../lib/clock.ts';
import { Button, QuietButton } from '../../../../ui/button.tsx';
import { useSubmit } from '../../../../ui/forms/use-work.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useFirstMaster } from '../use-vault-address.ts';
import { type LockedState, useVault } from '../vault-context.ts';
import { masterModeOf } from './master-mode.ts';
import { RosetteLock } from './rosette-lock.tsx';

type Opening = Extract<VaultState, { stage: 'opening' }>;

/** What each way opens, in a sentence. */
const opens: Readonly<Record<WayIn, (state: LockedState) => string>> = {
  otp: ({ ways }) =>
    ways.device
      ? 'A code opens the password list. Viewing and copying need the master password.'
      : 'This browser is new to the vault: after the code, the master password opens it.',
  master: () => 'The master password opens everything.',
  recovery: () => 'The recovery key opens everything.',
  passkey: () => 'A passkey opens everything.',
};

/** The way that was used last in this browser, where the vault still has it; a code otherwise. */
function firstWayOf({ kind, ways, copyAtMs }: LockedState): WayIn {
  const last = storedLastWay.read();
  // A code opens nothing without the server.
  if (copyAtMs !== undefined && (last === undefined || last === 'otp')) return 'master';
  if (kind !== 'present' || last === undefined) return 'otp';
  if (last === 'passkey') return ways.passkeys.length > 0 ? 'passkey' : 'otp';
  // A recovery key is used when the rest is lost, and not the next time.
  return last === 'master' ? 'master' : 'otp';
}

/** The locked vault: the engraved lock and one way in at a time. `opening` draws over it what is under way. */
export function LockedPanel({ state, opening }: { readonly state: LockedState; readonly opening: Opening | null }) {
  const [chosen, setWay] = useState<WayIn>(() => firstWayOf(state));
  // The server may fall silent while the panel stands: a code opens nothing then.
  const way = chosen === 'otp' && state.copyAtMs !== undefined ? 'master' : chosen;
  const headingId = useId();
  useFirstMaster(state);
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-6 py-6 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] md:py-10"
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
        {state.copyAtMs === undefined ? null : (
          <StatusMark kind="warning" className="mt-2">{`${silentText} ${copyText(state.copyAtMs, browserTimer.nowMs())}`}</StatusMark>
        )}
        {state.comparing ? (
          <StatusMark kind="warning">This is the older state. Unlock it to compare; nothing opens until you choose.</StatusMark>
        ) : null}
        <div className="mt-6">
          {way === 'otp' && state.kind === 'none' && state.ways.authenticator ? <FirstMaster /> : null}
          {way === 'otp' ? <CodeWay state={state} /> : null}
          {way === 'master' ? <MasterWay state={state} /> : null}
          {way === 'recovery' ? <RecoveryWay state={state} /> : null}
          {way === 'passkey' ? <PasskeyWay state={state} /> : null}
          {state.kind === 'present' ? <p className="mt-3 text-sm text-muted">{opens[way](state)}</p> : null}
        </div>
        {opening === null ? null : <Progress opening={opening} />}
        <OtherWays state={state} way={way} onChoose={setWay} />
      </div>
    </section>
  );
}

function describe({ kind, entryCount }: LockedState): string {
  if (kind === 'none') return 'Nothing saved here yet. Choose a master password to begin.';
  const entries = entryCount === 1 ? '1 entry' : `${entryCount.toLocaleString('en')} entries`;
  if (kind === 'older') return `${entries} of the older product wait for a new master password.`;
  return `${entries}, encrypted with 256-bit AES before they left your devices.`;
}

/** Makes the vault at once: a code opens nothing that is not there yet. */
function FirstMaster() {
  const { showDialog } = useVault();
  return (
    <Button className="mb-6 w-full" autoFocus onClick={() => showDialog({ kind: 'master', mode: 'set' })}>
      Set a master password
    </Button>
  );
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
    storedLastWay.write('otp');
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
      <CodeField label="Authentication code" value={code} onChange={setCode} error={error} autoFocus={state.kind !== 'none'} />
      <Button type="submit" tone={state.kind === 'none' ? 'ghost' : 'primary'} className="w-full" busy={busy}>
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
    if (!opened.ok) return setError(masterFailureText(opened.failure));
    storedLastWay.write('master');
    toast({ title: 'Vault Unlocked', description: 'Unlocked with your master password.' });
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

function RecoveryWay({ state }: { readonly state: LockedState }) {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const { busy, onSubmit } = useSubmit(async () => {
    if (key.trim() === '') return;
    setError(undefined);
    const opened = await actions.unlockWithRecoveryKey(key);
    if (!opened.ok) return setError(masterFailureText(opened.failure));
    storedLastWay.write('recovery');
    toast({ title: 'Vault Unlocked', description: 'Unlocked with your recovery key.' });
    // Another master wants the server.
    if (state.copyAtMs !== undefined) return;
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

/** The passkeys, each a button: the browser asks for the rest. */
function PasskeyWay({ state }: { readonly state: LockedState }) {
  const openWithPasskey = usePasskey();
  return (
    <div className="space-y-3">
      {state.ways.passkeys.map(({ slotId, label }, index) => (
        <Button key={slotId} tone={index === 0 ? 'primary' : 'ghost'} className="w-full" onWork={() => openWithPasskey(slotId)}>
          {`Use the passkey “${label}”`}
        </Button>
      ))}
    </div>
  );
}

function usePasskey(): (slotId: string) => Promise<void> {
  const { actions } = useVault();
  const toast = useToast();
  return async (slotId) => {
    const opened = await actions.unlockWithPasskey(slotId);
    if (!opened.ok) return toast({ title: 'Error', description: masterFailureText(opened.failure), tone: 'alert' });
    storedLastWay.write('passkey');
    toast({ title: 'Vault Unlocked', description: 'Unlocked with your passkey.' });
  };
}

type OtherProps = { readonly opens: string | undefined; readonly onChoose: () => void; readonly children: string };

/** Another way, with what it opens. */
function Other({ opens: what, onChoose, children }: OtherProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <QuietButton onClick={onChoose}>{children}</QuietButton>
      {what === undefined ? null : <span className="text-sm text-muted">{`opens ${what}`}</span>}
    </li>
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
  const { showDialog } = useVault();
  const openWithPasskey = usePasskey();
  const { ways } = state;
  const isPresent = state.kind === 'present';
  const list = ways.device ? 'the password list' : undefined;
  return (
    <ul className="mt-5 border-t border-hairline pt-4 [&_button]:-ml-2">
      {way === 'otp' || state.copyAtMs !== undefined ? null : (
        <Other opens={isPresent ? list : undefined} onChoose={() => onChoose('otp')}>
          Use authenticator code instead
        </Other>
      )}
      {way === 'otp' || way === 'passkey' ? (
        <Other opens={isPresent ? 'everything' : undefined} onChoose={() => onChoose('master')}>
          Use master password instead
        </Other>
      ) : null}
      {ways.recoveryKey && way !== 'recovery' ? (
        <Other opens="everything" onChoose={() => onChoose('recovery')}>
          Use the recovery key
        </Other>
      ) : null}
      {(way === 'passkey' ? [] : ways.passkeys).map(({ slotId, label }) => (
        <Other key={slotId} opens="everything" onChoose={() => void openWithPasskey(slotId)}>
          {`Use the passkey “${label}”`}
        </Other>
      ))}
      {ways.authenticator && state.copyAtMs === undefined ? (
        <li>
          <QuietButton onClick={() => showDialog({ kind: 'setup', reset: true })}>Reset 2FA</QuietButton>
        </li>
      ) : null}
      {state.kind === 'present' && way !== 'otp' && state.copyAtMs === undefined ? (
        <li>
          <QuietButton onClick={() => showDialog({ kind: 'master', mode: 'replace' })}>Master password and recovery key lost?</QuietButton>
        </li>
      ) : null}
    </ul>
  );
}
