import { type ReactNode, useState } from 'react';
import { CodeField } from '../../../domains/session/code-field.tsx';
import { verifyPasskey } from '../../../domains/session/passkey-factor.ts';
import { readStanding } from '../../../domains/session/session-standing.ts';
import { setupFailureText } from '../../../domains/session/setup-failure-text.ts';
import { verifyCode } from '../../../domains/session/sign-in.ts';

/** Does what the auth service lets only those do who proved themselves within the last minutes. */
export type FreshProof = {
  /** Where a code is wanted, the field for it. */
  readonly field: ReactNode;
  /**
   * Acts, and where its result says that the proof is too old, asks for one first: a passkey at once, a code by the field, and
   * then `undefined` comes back: the next call shows the code and acts again.
   */
  readonly run: <Value>(act: () => Promise<Value>, isStale: (value: Value) => boolean) => Promise<Value | undefined>;
  /** Forgets what was typed, as for another question. */
  readonly reset: () => void;
};

/** Asks for a code or a passkey once more, only where the auth service wants it. */
export function useFreshProof(): FreshProof {
  const [wantsCode, setWantsCode] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const run: FreshProof['run'] = async (act, isStale) => {
    setError(undefined);
    if (wantsCode) {
      const refused = code.length === 6 ? await showAgain(code) : 'Please enter a 6-digit code';
      setCode('');
      setError(refused);
      if (refused !== undefined) return undefined;
      setWantsCode(false);
    }
    const result = await act();
    if (!isStale(result)) return result;
    const standing = await readStanding();
    if (standing.ok && standing.value?.factorId === undefined && (await showAgain('')) === undefined) return act();
    setWantsCode(standing.ok && standing.value?.factorId !== undefined);
    return standing.ok && standing.value?.factorId !== undefined ? undefined : result;
  };
  const field = wantsCode ? (
    <div>
      <p className="mb-3 text-muted">First a code of your authenticator: the last one is too long ago.</p>
      <CodeField label="Authentication code" value={code} error={error} autoFocus onChange={setCode} />
    </div>
  ) : null;
  const reset = () => {
    setWantsCode(false);
    setCode('');
    setError(undefined);
  };
  return { field, run, reset };
}

/** Shows the code, or a passkey where the account has no authenticator; the text of a refusal, or `undefined` where it was taken. */
async function showAgain(code: string): Promise<string | undefined> {
  const standing = await readStanding();
  if (!standing.ok) return setupFailureText(standing.failure);
  const { factorId, passkeyId } = standing.value ?? {};
  if (factorId !== undefined) {
    const verified = await verifyCode(factorId, code);
    return verified.ok ? undefined : setupFailureText(verified.failure);
  }
  const shown = passkeyId === undefined ? undefined : await verifyPasskey(passkeyId);
  return shown?.ok ? undefined : 'The passkey was not given.';
}
