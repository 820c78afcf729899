import { type FormEvent, useEffect, useId, useState } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { readSessionStatus } from './session-status.ts';
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
  const formId = useId();
  const [busy, setBusy] = useState(false);
  return (
    <FormDialog
      open={open}
      title="Prove that it is you"
      description={description}
      onClose={() => {
        if (!busy) onAnswer(false);
      }}
      formId={formId}
      submit="Go on"
      busy={busy}
      onCancel={() => onAnswer(false)}
    >
      {open ? <ProofForm formId={formId} busy={busy} onBusy={setBusy} onGiven={() => onAnswer(true)} /> : null}
    </FormDialog>
  );
}

type ProofFormProps = {
  readonly formId: string;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onGiven: () => void;
};

function ProofForm({ formId, busy, onBusy, onGiven }: ProofFormProps) {
  const proof = useProof({ label: 'Authentication code', autoFocus: true, isWanted: true });
  const email = useEmailOfPlainAccount();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const give = async (): Promise<boolean> => {
    if (email !== undefined) {
      const signedIn = await signInWithPassword(email, password);
      setPassword('');
      if (!signedIn.ok)
        setError(
          signedIn.failure.code === 'refused'
            ? 'This is not the password of your account.'
            : 'The backend does not answer. Try again when it is back.',
        );
      return signedIn.ok;
    }
    const given = proof.take();
    if (given === undefined) return false;
    const shown = await showProof(given);
    if (!shown.ok) proof.refuse(proofFailureText(shown.failure));
    return shown.ok;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(undefined);
    onBusy(true);
    const isGiven = await give();
    onBusy(false);
    if (isGiven) onGiven();
  };
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
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
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </form>
  );
}

/** The address to sign in with once more, where the account has neither authenticator nor passkey; `undefined` for any other. */
function useEmailOfPlainAccount(): string | undefined {
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    let left = false;
    void readSessionStatus().then((status) => {
      if (!left && status.ok && status.value?.assurance === 'no-authenticator') setEmail(status.value.email);
    });
    return () => {
      left = true;
    };
  }, []);
  return email;
}
