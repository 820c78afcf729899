import { useState } from 'react';
import { passwordFailureText } from '../../../../web/app/domains/session/setup-failure-text.ts';
import { proofFailureText, showProof } from '../../../../web/app/domains/session/show-proof.ts';
import { signInWithPassword } from '../../../../web/app/domains/session/sign-in.ts';
import { useProof } from '../../../../web/app/domains/session/use-proof.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { DialogForm, FormDialog } from '../../../../web/app/ui/forms/form-dialog.tsx';
import { useServer } from '../server-provider.tsx';
import type { WaitingEdit } from './use-content-edit.ts';

type ProofDialogProps = {
  /** What waits for the proof; the dialog is open while there is something. */
  readonly waiting: WaitingEdit | undefined;
  readonly onClose: () => void;
};

const words: Readonly<Record<WaitingEdit['act'], { readonly reason: string; readonly submit: string }>> = {
  save: { reason: 'Everybody can read what you are about to save.', submit: 'Confirm and save' },
  delete: { reason: 'What you are about to delete leaves the public pages.', submit: 'Confirm and delete' },
  schedule: { reason: 'The schedule decides where copies of everything go.', submit: 'Confirm and save' },
};

/** Asks for a proof of now, and then does what waits for it. */
export function ProofDialog({ waiting, onClose }: ProofDialogProps) {
  const email = useServer().session.asked.value;
  const isBare = email !== undefined && email.factorId === undefined && email.passkeyId === undefined;
  const { reason, submit } = words[waiting?.act ?? 'save'];
  const done = async () => {
    onClose();
    await waiting?.go();
  };
  return (
    <FormDialog
      open={waiting !== undefined}
      title="Confirm that it is you"
      description={`${reason} It needs a proof of the last five minutes.`}
      onClose={onClose}
      submit={submit}
    >
      {waiting === undefined ? null : isBare ? <PasswordForm email={email.email} onDone={done} /> : <FactorForm onDone={done} />}
    </FormDialog>
  );
}

function FactorForm({ onDone }: { readonly onDone: () => Promise<void> }) {
  const proof = useProof({ label: 'Authenticator code', autoFocus: true, isWanted: true });
  const submit = async () => {
    const given = proof.take();
    if (given === undefined) return;
    const shown = await showProof(given);
    if (shown.ok) await onDone();
    else proof.refuse(proofFailureText(shown.failure));
  };
  return <DialogForm onSubmit={submit}>{proof.field}</DialogForm>;
}

/** Where there is no authenticator the password is the proof: with it this browser signs in once more. */
function PasswordForm({ email, onDone }: { readonly email: string; readonly onDone: () => Promise<void> }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const submit = async () => {
    const shown = await signInWithPassword(email, password);
    if (shown.ok) return onDone();
    setError(passwordFailureText(shown.failure));
  };
  return (
    <DialogForm onSubmit={submit}>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={error}
        onValue={setPassword}
      />
    </DialogForm>
  );
}
