import { useState } from 'react';
import { changeFailureText, changeSignIn, type SignInChange, type SignInOutcome } from '../../../web/app/domains/session/change-sign-in.ts';
import type { SessionStatus } from '../../../web/app/domains/session/session-status.ts';
import { passwordFailureText } from '../../../web/app/domains/session/setup-failure-text.ts';
import { proofFailureText, showProof } from '../../../web/app/domains/session/show-proof.ts';
import { signInWithPassword } from '../../../web/app/domains/session/sign-in.ts';
import { type ProofInHand, useProof } from '../../../web/app/domains/session/use-proof.tsx';
import { isHostedProject } from '../../../web/app/lib/stored-session.ts';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { DialogForm, FormDialog } from '../../../web/app/ui/forms/form-dialog.tsx';

type Kind = SignInChange['kind'];

type SignInDialogProps = {
  readonly kind: Kind;
  /** Of the session; the dialog is open while there is one. */
  readonly status: SessionStatus | undefined;
  readonly onClose: () => void;
  readonly onDone: (outcome: SignInOutcome) => void;
};

/** Asks for another password or address, and for a proof of now. */
export function SignInDialog({ kind, status, onClose, onDone }: SignInDialogProps) {
  const label = kind === 'email' ? 'Change e-mail' : 'Change password';
  return (
    <FormDialog
      open={status !== undefined}
      title={label}
      description={
        kind === 'email'
          ? `The address is what you sign in with. ${isHostedProject() ? 'The project may mail a link that confirms it.' : 'Nothing is sent to it.'}`
          : 'Every other session ends. The vault’s master password is another one, and stays.'
      }
      onClose={onClose}
      submit={label}
    >
      {status === undefined ? null : <SignInForm kind={kind} status={status} onDone={onDone} />}
    </FormDialog>
  );
}

type SignInFormProps = {
  readonly kind: Kind;
  readonly status: SessionStatus;
  readonly onDone: (outcome: SignInOutcome) => void;
};

type Faults = { readonly wanted?: string | undefined; readonly again?: string | undefined; readonly current?: string | undefined };

function SignInForm({ kind, status, onDone }: SignInFormProps) {
  const [wanted, setWanted] = useState('');
  const [again, setAgain] = useState('');
  const [current, setCurrent] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const hasFactor = status.factorId !== undefined || status.passkeyId !== undefined;
  const proof = useProof({ label: 'Authenticator code', isWanted: hasFactor });
  const submit = async () => {
    const found = faultsOf(kind, wanted, again);
    setFaults(found);
    const prove = hasFactor ? proverOf(proof) : () => provePassword(status.email, current);
    if (found.wanted !== undefined || found.again !== undefined || prove === undefined) return;
    const refused = await prove();
    const changed =
      refused === undefined
        ? await changeSignIn(kind === 'email' ? { kind, email: wanted.trim() } : { kind, password: wanted })
        : undefined;
    if (changed?.ok === true) return onDone(changed.value);
    const text = changed === undefined ? undefined : changeFailureText(changed.failure);
    if (text !== undefined) return setFaults({ wanted: text });
    const reason = refused ?? 'The proof is too old. Give another one.';
    if (hasFactor) proof.refuse(reason);
    else setFaults({ current: reason });
  };
  return (
    <DialogForm className="space-y-4" onSubmit={submit}>
      <TextField
        label={kind === 'email' ? 'New e-mail' : 'New password'}
        hint={kind === 'email' ? undefined : 'At least 12 characters.'}
        type={kind}
        autoComplete={kind === 'email' ? 'email' : 'new-password'}
        autoFocus
        value={wanted}
        error={faults.wanted}
        onValue={setWanted}
      />
      {kind === 'email' ? null : (
        <TextField
          label="New password again"
          type="password"
          autoComplete="new-password"
          value={again}
          error={faults.again}
          onValue={setAgain}
        />
      )}
      {hasFactor ? (
        proof.field
      ) : (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          error={faults.current}
          onValue={setCurrent}
        />
      )}
    </DialogForm>
  );
}

function faultsOf(kind: Kind, wanted: string, again: string): Faults {
  if (kind === 'email') return isAddress(wanted.trim()) ? {} : { wanted: 'Type an e-mail address.' };
  if (wanted === '') return { wanted: 'Type the new password.' };
  return wanted === again ? {} : { again: 'Passwords do not match.' };
}

/** Shows the given proof and answers with why it was refused; nothing where none is given, which the field says. */
function proverOf(proof: ProofInHand): (() => Promise<string | undefined>) | undefined {
  const given = proof.take();
  if (given === undefined) return undefined;
  return async () => {
    const shown = await showProof(given);
    return shown.ok ? undefined : proofFailureText(shown.failure);
  };
}

/** Where there is no authenticator the current password is the proof: with it this browser signs in once more. */
async function provePassword(email: string, password: string): Promise<string | undefined> {
  const shown = await signInWithPassword(email, password);
  return shown.ok ? undefined : passwordFailureText(shown.failure);
}

function isAddress(text: string): boolean {
  return !/\s/.test(text) && text.slice(1, -1).includes('@');
}
