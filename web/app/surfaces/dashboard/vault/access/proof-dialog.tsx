import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { readSessionStatus } from '../../../../domains/session/session-status.ts';
import { proofFailureText, showProof } from '../../../../domains/session/show-proof.ts';
import { signInWithPassword } from '../../../../domains/session/sign-in.ts';
import { useProof } from '../../../../domains/session/use-proof.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useVault } from '../vault-context.ts';
import { SecretField } from './secret-field.tsx';

/** Asks for a fresh proof where the server wants one before a way in, or much at once, is removed or overwritten. */
export function ProofDialog() {
  const { actions } = useVault();
  const formId = useId();
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const answer = useRef<((isGiven: boolean) => void) | undefined>(undefined);
  const settle = (isGiven: boolean) => {
    setAsked(false);
    answer.current?.(isGiven);
    answer.current = undefined;
  };
  useEffect(() => {
    const stop = actions.answerProofs(() => {
      setAsked(true);
      return new Promise<boolean>((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      stop();
      // A screen that goes, as by a lock, has given none.
      answer.current?.(false);
    };
  }, [actions]);
  return (
    <Dialog
      open={isAsked}
      title="Prove that it is you"
      description="This takes a way into the vault away, or removes or overwrites much at once. Whatever goes is kept for 30 days."
      onClose={() => {
        if (!busy) settle(false);
      }}
      actions={
        <>
          <Button tone="ghost" onClick={() => settle(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Go on
          </Button>
        </>
      }
    >
      {isAsked ? <ProofForm formId={formId} busy={busy} onBusy={setBusy} onGiven={() => settle(true)} /> : null}
    </Dialog>
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
        <SecretField
          label="Password of your account"
          hint="With which you sign in; not the master password."
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
