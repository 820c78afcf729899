import { type ReactNode, useState } from 'react';
import { readSessionStatus } from '../../../../domains/session/session-status.ts';
import { proofFailureText, showProof } from '../../../../domains/session/show-proof.ts';
import { useProof } from '../../../../domains/session/use-proof.tsx';

/** Does what the auth service lets only those do who proved themselves within the last minutes. */
export type FreshProof = {
  /** Where a proof is wanted, the field for it. */
  readonly field: ReactNode;
  /**
   * Acts, and where its result says that the proof is too old, asks for one first: where there are only passkeys, for one of
   * them at once; otherwise by the field, and then `undefined` comes back: the next call shows what was given and acts again.
   */
  readonly run: <Value>(act: () => Promise<Value>, isStale: (value: Value) => boolean) => Promise<Value | undefined>;
  /** Forgets what was typed, as for another question. */
  readonly reset: () => void;
};

/** Asks for a code or a passkey once more, only where the auth service wants it. */
export function useFreshProof(): FreshProof {
  const [wanted, setWanted] = useState(false);
  const proof = useProof({ label: 'Authentication code', autoFocus: true, isWanted: wanted });
  const run: FreshProof['run'] = async (act, isStale) => {
    if (wanted) {
      const given = proof.take();
      if (given === undefined) return undefined;
      const shown = await showProof(given);
      proof.refuse(shown.ok ? undefined : proofFailureText(shown.failure));
      if (!shown.ok) return undefined;
      setWanted(false);
    }
    const result = await act();
    if (!isStale(result)) return result;
    const status = await readSessionStatus();
    if (!status.ok) return result;
    if (status.value?.factorId === undefined) return (await showProof({ kind: 'passkey' })).ok ? act() : result;
    setWanted(true);
    return undefined;
  };
  const field = wanted ? (
    <div>
      <p className="mb-3 text-muted">Confirm it’s you to continue.</p>
      {proof.field}
    </div>
  ) : null;
  const reset = () => {
    setWanted(false);
    proof.refuse(undefined);
  };
  return { field, run, reset };
}
