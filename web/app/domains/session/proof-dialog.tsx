import { useEffect, useState } from 'react';
import { whileWanted } from '../../lib/while-wanted.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { DialogForm, FormDialog } from '../../ui/forms/form-dialog.tsx';
import { readSessionStatus } from './session-status.ts';
import { passwordFailureText } from './setup-failure-text.ts';
import { proofFailureText, showProof } from './show-proof.ts';
import { signInWithPassword } from './sign-in.ts';
import { useProof } from './use-proof.tsx';

type ProofDialogProps = {
  readonly open: boolean;
  /** What the proof is wanted for, in a sentence. */
  readonly description: string;
  /** Told once: whether a proof was given. */
  readonly onAnswer: (isGiven: boolean) => void;
};

/** Asks for a proof of now, where the server wants one that is younger than five minutes. */
export function ProofDialog({ open, description, onAnswer }: ProofDialogProps) {
  return (
    <FormDialog
      open={open}
      title="Prove that it is you"
      description={description}
      onClose={() => onAnswer(false)}
      submit="Continue"
      onCancel={() => onAnswer(false)}
    >
      {open ? <ProofForm onGiven={() => onAnswer(true)} /> : null}
    </FormDialog>
  );
}

function ProofForm({ onGiven }: { readonly onGiven: () => void }) {
  const proof = useProof({ label: 'Authentication code', autoFocus: true, isWanted: true });
  const email = useEmailOfPlainAccount();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const give = async (): Promise<boolean> => {
    if (email !== undefined) {
      const signedIn = await signInWithPassword(email, password);
      setPassword('');
      if (!signedIn.ok) setError(passwordFailureText(signedIn.failure));
      return signedIn.ok;
    }
    const given = proof.take();
    if (given === undefined) return false;
    const shown = await showProof(given);
    if (!shown.ok) proof.refuse(proofFailureText(shown.failure));
    return shown.ok;
  };
  const submit = async () => {
    setError(undefined);
    if (await give()) onGiven();
  };
  return (
    <DialogForm onSubmit={submit}>
      {email === undefined ? (
        proof.field
      ) : (
        <TextField
          label="Password of your account"
          hint="With which you sign in; not the master password."
          type="password"
          autoComplete="current-password"
          value={password}
          error={error}
          autoFocus
          onValue={setPassword}
        />
      )}
    </DialogForm>
  );
}

/** The address to sign in with once more, where the account has neither authenticator nor passkey; `undefined` for any other. */
function useEmailOfPlainAccount(): string | undefined {
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    return whileWanted(readSessionStatus(), (status) => {
      if (status.ok && status.value?.assurance === 'no-authenticator') setEmail(status.value.email);
    });
  }, []);
  return email;
}
