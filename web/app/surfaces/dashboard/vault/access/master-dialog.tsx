import type { Result } from '@castellan/foundation/result';
import { useState } from 'react';
import { CodeField } from '../../../../domains/session/code-field.tsx';
import { masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { ProofFields } from '../../../../domains/vault/access/proof-fields.tsx';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import type { VaultFailure } from '../../../../domains/vault/contract/vault-failure.ts';
import type { VaultTier, VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { GhostButton, QuietButton } from '../../../../ui/button.tsx';
import { DialogForm, FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useWork } from '../../../../ui/forms/use-work.ts';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { type MasterMode, useVault } from '../vault-context.ts';
import { NewMasterFields, noNewMaster } from './new-master-fields.tsx';
import { KeepRecoveryKeyDialog } from './recovery-key-sheet.tsx';
import { emptyMasterForm, type MasterForm, type MasterOutcome, useMasterForm } from './use-master-form.ts';
import { useWeakMaster, type WeakMaster } from './use-weak-master.tsx';

const titles: Readonly<Record<MasterMode, string>> = {
  set: 'Set a master password',
  enter: 'Enter your master password',
  upgrade: 'Upgrade the vault',
  change: 'Change the master password',
  replace: 'Reset the master password',
};

const explanations: Readonly<Record<MasterMode, string>> = {
  set: 'It encrypts everything in the vault and never leaves this device. Nobody can recover it for you.',
  enter: 'The list is open. Viewing, copying and saving need the master password.',
  upgrade: 'Enter the old master password, then a new one: the old one left its key in every browser that used it.',
  change:
    'Nothing is lost: the same vault opens with the new master password from now on. Backups made before still open with the old one: if that has leaked, rotate the vault key instead.',
  replace:
    'This starts a new, empty vault under a new master password. The current entries and notes stay in the database, but the new vault cannot open them. For 30 days “Lost something?” can restore the old vault.',
};

/** Where a code was right and this device holds no key: nothing is open yet. */
const sealedHere = 'The code was right. This device does not know the vault yet: use one of these to unlock it.';

const actions: Readonly<Record<MasterMode, string>> = {
  set: 'Set master password',
  enter: 'Unlock',
  upgrade: 'Upgrade',
  change: 'Change master password',
  replace: 'Reset',
};

type MasterDialogProps = {
  readonly mode: MasterMode | null;
  readonly note?: string | undefined;
  readonly ways: VaultWays | null;
  /** How far the vault is open beneath it. */
  readonly tier: VaultTier;
  /** What has just opened the vault. */
  readonly recoveryKey?: string | undefined;
};

/** Sets, asks for, changes or resets the master password, and then shows the recovery key where a new one was made. */
export function MasterDialog({ mode, note, ways, tier, recoveryKey }: MasterDialogProps) {
  const { showDialog } = useVault();
  const [confirmed, setConfirmed] = useState(false);
  const [outcome, setOutcome] = useState<MasterOutcome | null>(null);
  const close = () => {
    setConfirmed(false);
    setOutcome(null);
    showDialog(null);
  };
  const asksFirst = mode === 'replace' && !confirmed && outcome === null;
  return (
    <>
      <AlertDialog
        open={asksFirst}
        title="Reset the master password?"
        description="A master password is already set. Resetting it may make old entries undecryptable."
        confirm={{ label: 'Reset', destroys: true, onConfirm: () => setConfirmed(true) }}
        onClose={close}
      />
      <KeptDialog outcome={outcome} onKept={close} />
      <MasterFormDialog
        mode={asksFirst || outcome !== null ? null : mode}
        note={note}
        ways={ways}
        tier={tier}
        recoveryKey={recoveryKey}
        onClose={close}
        onDone={(result) => (result === null ? close() : setOutcome(result))}
      />
    </>
  );
}

/** What must be kept before anything goes on: it has one way out. */
function KeptDialog({ outcome, onKept }: { readonly outcome: MasterOutcome | null; readonly onKept: () => void }) {
  return (
    <KeepRecoveryKeyDialog recoveryKey={outcome?.recoveryKey ?? null} onKept={onKept}>
      {outcome === null || outcome.failed.length === 0 ? null : (
        <div className="mt-5 border-t border-hairline pt-4">
          <StatusMark kind="warning">Not converted, and left as they were</StatusMark>
          <ul className="mt-2 list-disc pl-5 text-sm text-muted">
            {outcome.failed.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
    </KeepRecoveryKeyDialog>
  );
}

type FormDialogProps = MasterDialogProps & {
  readonly onClose: () => void;
  readonly onDone: (outcome: MasterOutcome | null) => void;
};

function MasterFormDialog({ mode, note, ways, tier, recoveryKey, onClose, onDone }: FormDialogProps) {
  const weak = useWeakMaster();
  return (
    <>
      <FormDialog
        open={mode !== null}
        title={titles[mode ?? 'enter']}
        description={
          <>
            {note === undefined ? null : <StatusMark kind="warning">{note}</StatusMark>}
            <p>{mode === 'enter' && tier === 'none' ? sealedHere : explanations[mode ?? 'enter']}</p>
          </>
        }
        onClose={onClose}
        submit={actions[mode ?? 'enter']}
        isAsking={weak.isAsking}
        tone={mode === 'replace' ? 'danger' : 'primary'}
        cancel={mode === 'set' || mode === 'enter' ? 'Later' : 'Cancel'}
      >
        {mode === 'enter' && ways !== null ? <OtherKeys ways={ways} onOpened={() => onDone(null)} /> : null}
        {mode === null ? null : <FormBody key={mode} mode={mode} ways={ways} recoveryKey={recoveryKey} weak={weak} onDone={onDone} />}
      </FormDialog>
      {weak.question}
    </>
  );
}

type FormBodyProps = {
  readonly mode: MasterMode;
  readonly ways: VaultWays | null;
  readonly recoveryKey: string | undefined;
  readonly weak: WeakMaster;
  readonly onDone: (outcome: MasterOutcome | null) => void;
};

function FormBody({ mode, ways, recoveryKey, weak, onDone }: FormBodyProps) {
  const toast = useToast();
  const [form, setForm] = useState<MasterForm>(() =>
    recoveryKey === undefined ? emptyMasterForm : { ...emptyMasterForm, proof: { way: 'recovery', text: recoveryKey } },
  );
  const wantsCode = ways?.authenticator === true;
  const [error, setError] = useState<{ readonly code: 'present' | 'next' | 'authenticator'; readonly text: string }>();
  const submitForm = useMasterForm(mode, wantsCode, weak.mayUse);
  const submit = async () => {
    setError(undefined);
    const done = await submitForm(form);
    if (!done.ok) return setError(done.failure.code === 'declined' ? undefined : done.failure);
    setForm({ ...emptyMasterForm, next: noNewMaster });
    toast(done.value.toast);
    onDone(done.value.outcome);
  };
  const errorOf = (field: 'present' | 'next' | 'authenticator') => (error?.code === field ? error.text : undefined);
  const wantsPresent = mode === 'enter' || mode === 'upgrade';
  return (
    <DialogForm className="space-y-4" onSubmit={submit}>
      {mode === 'replace' && wantsCode ? (
        <CodeField
          label="Authentication code"
          value={form.code}
          error={errorOf('authenticator')}
          autoFocus
          onChange={(code) => setForm({ ...form, code })}
        />
      ) : null}
      {wantsPresent ? (
        <SecretField
          label={mode === 'enter' ? 'Master password' : 'Old master password'}
          value={form.present}
          error={errorOf('present')}
          autoFocus
          onValue={(value) => setForm({ ...form, present: value })}
        />
      ) : null}
      {mode === 'change' && ways !== null ? (
        <ProofFields ways={ways} value={form.proof} error={errorOf('present')} onChange={(proof) => setForm({ ...form, proof })} />
      ) : null}
      {mode === 'enter' ? null : (
        <NewMasterFields
          value={form.next}
          error={errorOf('next')}
          autoFocus={mode === 'set'}
          onChange={(next) => setForm({ ...form, next })}
        />
      )}
    </DialogForm>
  );
}

/** The recovery key and the passkeys, which open as much as the master does. */
function OtherKeys({ ways, onOpened }: { readonly ways: VaultWays; readonly onOpened: () => void }) {
  const vault = useVault();
  const toast = useToast();
  const [key, setKey] = useState<string>();
  const [error, setError] = useState<string>();
  const { busy, start } = useWork();
  const open = (unlock: () => Promise<Result<unknown, VaultFailure>>) =>
    start(async () => {
      setError(undefined);
      const opened = await unlock();
      if (!opened.ok) return setError(masterFailureText(opened.failure));
      toast({ title: 'Vault Unlocked' });
      onOpened();
    });
  if (!ways.recoveryKey && ways.passkeys.length === 0) return null;
  return (
    <div className="mb-4">
      {key === undefined ? null : (
        <div className="mb-3">
          <SecretField label="Recovery key" value={key} error={error} autoFocus onValue={setKey} />
          <GhostButton className="mt-2" busy={busy} onClick={() => void open(() => vault.actions.unlockWithRecoveryKey(key))}>
            Open with the recovery key
          </GhostButton>
        </div>
      )}
      {key === undefined && error !== undefined ? <p className="mb-2 text-sm text-carmine">{error}</p> : null}
      <div className="-ml-2 flex flex-wrap gap-x-4">
        {ways.passkeys.map(({ slotId, label }) => (
          <QuietButton key={slotId} onClick={() => void open(() => vault.actions.unlockWithPasskey(slotId))}>
            {`Use the passkey “${label}”`}
          </QuietButton>
        ))}
        {ways.recoveryKey && key === undefined ? <QuietButton onClick={() => setKey('')}>Use the recovery key</QuietButton> : null}
      </div>
    </div>
  );
}
