import { type ReactNode, useEffect, useState } from 'react';
import { whileWanted } from '../../lib/while-wanted.ts';
import { QuietButton } from '../../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { readSessionStatus } from './session-status.ts';
import type { Proof } from './show-proof.ts';

/** A proof as it is being given. */
export type ProofInHand = {
  /** Asks for the code; where the account has a passkey, that can take its place. */
  readonly field: ReactNode;
  /** What is to be shown, or nothing where the code is not whole: then the field says so. */
  readonly take: () => Proof | undefined;
  /** Says why it was not taken, or nothing any more, and forgets the code. */
  readonly refuse: (text: string | undefined) => void;
};

type ProofLook = {
  readonly label: string;
  readonly autoFocus?: boolean;
  /** Whether the field is shown: only then the server is asked what the account has. */
  readonly isWanted: boolean;
};

/** A proof of now, for a form that wants one. */
export function useProof({ label, autoFocus = false, isWanted }: ProofLook): ProofInHand {
  const has = useFactors(isWanted);
  const [chosen, setChosen] = useState<Proof['kind']>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const kind = chosen ?? (has.passkey && !has.authenticator ? 'passkey' : 'code');
  const choose = (next: Proof['kind']) => {
    setChosen(next);
    setCode('');
    setError(undefined);
  };
  const field = (
    <div>
      {kind === 'code' ? (
        <CodeField label={label} value={code} error={error} autoFocus={autoFocus || chosen === 'code'} onChange={setCode} />
      ) : (
        <>
          <p className="text-muted">Your browser asks for the passkey at the next step.</p>
          <p role="alert" className="mt-2 text-sm text-carmine empty:hidden">
            {error}
          </p>
        </>
      )}
      {has.passkey && has.authenticator ? (
        <QuietButton className="mt-2 -ml-2" onClick={() => choose(kind === 'code' ? 'passkey' : 'code')}>
          {kind === 'code' ? 'Use a passkey instead' : 'Use the authenticator instead'}
        </QuietButton>
      ) : null}
    </div>
  );
  const take = (): Proof | undefined => {
    const isWhole = kind === 'passkey' || code.length === 6;
    setError(isWhole ? undefined : 'Please enter a 6-digit code');
    if (!isWhole) return undefined;
    return kind === 'passkey' ? { kind } : { kind, code };
  };
  const refuse = (text: string | undefined) => {
    setCode('');
    setError(text);
  };
  return { field, take, refuse };
}

/** What the account proves itself with. Until the server says, an authenticator is taken for granted. */
function useFactors(isWanted: boolean): { readonly authenticator: boolean; readonly passkey: boolean } {
  const [has, setHas] = useState({ authenticator: true, passkey: false });
  useEffect(() => {
    if (!isWanted) return undefined;
    return whileWanted(readSessionStatus(), (status) => {
      if (!status.ok || status.value === undefined) return;
      const { factorId, passkeyId } = status.value;
      setHas({ authenticator: factorId !== undefined, passkey: passkeyId !== undefined });
    });
  }, [isWanted]);
  return has;
}
