import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { browserTimer } from '../../../lib/clock.ts';
import { Button, GhostButton, QuietButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useWork } from '../../../ui/forms/use-work.ts';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { commonFailureText, masterFailureText } from '../access/failure-text.ts';
import { copyEndedTexts, copyText, silentText } from '../away/copy-texts.ts';
import { browserVault } from '../browser-vault.client.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { VaultState, VaultWays } from '../contract/vault-state.ts';
import { secretAutoComplete } from '../entries/secret-auto-complete.ts';
import { storedLastWay, type WayIn } from './last-way.ts';

const linkClass = 'target inline-flex items-center text-ink underline decoration-copper underline-offset-4 hover:text-copper';

/** What the form needs of the vault: of an open one no entry, because what a component has read stays with it. */
type ShutVault = Exclude<VaultState, { stage: 'open' }> | OpenWays;
type OpenWays = { readonly stage: 'open'; readonly passkeys: VaultWays['passkeys'] };
let known: OpenWays = { stage: 'open', passkeys: [] };

function readShut(): ShutVault {
  const state = browserVault().read();
  if (state.stage !== 'open') return state;
  const { passkeys } = state.ways;
  const isSame = passkeys.length === known.passkeys.length && passkeys.every(({ slotId }, at) => known.passkeys[at]?.slotId === slotId);
  if (!isSame) known = { stage: 'open', passkeys };
  return known;
}

type UnlockFormProps = {
  /** Whether the form says that the server does not answer, and offers to try again; `false` on a page that does both. */
  readonly saysSilence?: boolean;
};

/** Opens the vault where another app needs it: with the master, or a passkey; every other way is on the vault's own page, but for a copy on this device the recovery key too. */
export default function UnlockForm({ saysSilence = true }: UnlockFormProps) {
  const state = useSyncExternalStore(browserVault().subscribe, readShut);
  const [failure, setFailure] = useState<VaultFailure>();
  const { busy, start } = useWork();
  const opening = busy || state.stage === 'opening';
  const [isPasskeyFirst] = useState(() => storedLastWay.read() === 'passkey');
  // The vault's own page, with all its ways, wants the server.
  const [way, setWay] = useState<'master' | 'recovery'>('master');
  const copyAtMs = state.stage === 'locked' ? state.copyAtMs : undefined;
  const unlock = (used: WayIn, open: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: VaultFailure }>) => {
    if (opening) return;
    setFailure(undefined);
    start(async () => {
      const opened = await open();
      if (opened.ok) storedLastWay.write(used);
      else setFailure(opened.failure);
    });
  };
  const switchWay = (next: typeof way) => {
    setFailure(undefined);
    setWay(next);
  };
  if (state.stage === 'loading') return <p className="text-muted">Loading the vault.</p>;
  if (state.stage === 'unreachable') return <Unreachable copy={state.copy} saysSilence={saysSilence} />;
  if (state.stage === 'alarm' || (state.stage === 'locked' && state.kind !== 'present')) return <ToVault state={state} />;
  const passkeys = passkeysOf(state).map(({ slotId, label }) => (
    <GhostButton key={slotId} onClick={() => unlock('passkey', () => browserVault().actions.unlockWithPasskey(slotId))}>
      {`Use the passkey “${label}”`}
    </GhostButton>
  ));
  return (
    <div className="grid gap-4">
      {copyAtMs === undefined ? null : (
        <StatusMark kind="warning">{`${saysSilence ? `${silentText} ` : ''}${copyText(copyAtMs, browserTimer.nowMs())}`}</StatusMark>
      )}
      {isPasskeyFirst ? passkeys : null}
      {way === 'master' ? (
        <TypedWay
          key="master"
          label="Master password"
          failure={failure}
          busy={opening}
          onOpen={(master) => unlock('master', () => browserVault().actions.unlockWithMaster(master))}
        />
      ) : (
        <TypedWay
          key="recovery"
          label="Recovery key"
          failure={failure}
          busy={opening}
          onOpen={(key) => unlock('recovery', () => browserVault().actions.unlockWithRecoveryKey(key))}
        />
      )}
      {isPasskeyFirst ? null : passkeys}
      {copyAtMs !== undefined || way === 'recovery' ? (
        <QuietButton className="-ml-2 justify-self-start" onClick={() => switchWay(way === 'master' ? 'recovery' : 'master')}>
          {way === 'master' ? 'Use the recovery key' : 'Use the master password'}
        </QuietButton>
      ) : (
        <OnItsPage />
      )}
    </div>
  );
}

function OnItsPage() {
  return (
    <>
      <p className="text-sm text-muted">
        The authenticator code unlocks only the password list. Other apps need the master password or a passkey.
      </p>
      <Link to="/dashboard#vault" className={classNames(linkClass, 'justify-self-start text-sm')}>
        Other ways to unlock
      </Link>
    </>
  );
}

function TypedWay({
  label,
  failure,
  busy,
  onOpen,
}: {
  readonly label: string;
  readonly failure: VaultFailure | undefined;
  readonly busy: boolean;
  readonly onOpen: (secret: string) => void;
}) {
  const [secret, setSecret] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || secret === '') return;
    onOpen(secret);
    setSecret('');
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={label}
        type="password"
        autoComplete={secretAutoComplete}
        value={secret}
        onValue={setSecret}
        error={failure === undefined ? undefined : textOf(failure)}
      />
      <Button type="submit" busy={busy}>
        Unlock
      </Button>
    </form>
  );
}

type UnreachableProps = Pick<Extract<VaultState, { stage: 'unreachable' }>, 'copy'> & { readonly saysSilence: boolean };

function Unreachable({ copy, saysSilence }: UnreachableProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <StatusMark kind="warning">
        {copy === undefined
          ? 'There is no copy on this device, and the vault’s key is stored at the server, which does not answer.'
          : copyEndedTexts[copy]}
      </StatusMark>
      {saysSilence ? <GhostButton onClick={() => browserVault().actions.retry()}>Try again</GhostButton> : null}
    </div>
  );
}

function ToVault({ state }: { readonly state: ShutVault }) {
  return (
    <div className="grid justify-items-start gap-4">
      <StatusMark kind={state.stage === 'alarm' ? 'failure' : 'info'}>
        {state.stage === 'alarm'
          ? 'The vault differs from what this device knows. See its page for details.'
          : 'There is no vault yet. Choose a master password on the vault’s page first.'}
      </StatusMark>
      <Link to="/dashboard#vault" className={linkClass}>
        Open the vault’s page
      </Link>
    </div>
  );
}

function passkeysOf(state: ShutVault) {
  if (state.stage === 'open') return state.passkeys;
  return state.stage === 'locked' ? state.ways.passkeys : [];
}

function textOf(failure: VaultFailure): string {
  switch (failure.code) {
    case 'wrong_master':
      return `Incorrect master password.${failure.unproven === true ? ' This device cannot tell whether the server changed the unlock methods.' : ''}`;
    case 'wrong_recovery_key':
      return masterFailureText(failure);
    case 'unreachable':
      return 'The server does not answer. Try again in a moment.';
    case 'fresh_proof_wanted':
      return 'This browser is new to the vault. Enter an authenticator code on the vault’s page first, or sign in again.';
    case 'needs_server':
    case 'copy_behind':
      return commonFailureText(failure);
    case 'passkey_refused':
      return 'The passkey was not used.';
    case 'passkey_unsupported':
      return 'This browser cannot open the vault with that passkey.';
    default:
      return 'The vault could not be opened here. See its page for the reason.';
  }
}
