import { useEffect, useRef, useState } from 'react';
import { ProofDialog } from '../../../../domains/session/proof-dialog.tsx';
import { useVault } from '../vault-context.ts';

/** Asks for a fresh proof where the server wants one before a way in, or much at once, is removed or overwritten. */
export function VaultProofDialog() {
  const { actions } = useVault();
  const [isAsked, setAsked] = useState(false);
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
    <ProofDialog
      open={isAsked}
      description="This removes an unlock method, or removes or overwrites a lot at once. What is removed is kept for 30 days."
      onAnswer={settle}
    />
  );
}
