import { type ReactNode, useState } from 'react';
import { weakMasterText } from '../../../../domains/vault/access/crack-cost-text.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { useVault } from '../vault-context.ts';

/**
 * `mayUse` asks the owner once more before a weak master is taken; `question` is to be drawn beside the dialog that asks for it. While
 * `isAsking` nothing works: the owner is waited for, and the dialog beneath must not look busy.
 */
export type WeakMaster = {
  readonly mayUse: (master: string) => Promise<boolean>;
  readonly isAsking: boolean;
  readonly question: ReactNode;
};

/** The question before a master that the strength meter calls weak. Where the meter cannot say, nothing is asked. */
export function useWeakMaster(): WeakMaster {
  const { estimateStrength } = useVault().actions.tools;
  const [asked, setAsked] = useState<{ readonly text: string; readonly answer: (goOn: boolean) => void }>();
  const mayUse = async (master: string) => {
    const text = weakMasterText(await estimateStrength(master));
    if (text === undefined) return true;
    return new Promise<boolean>((answer) => setAsked({ text, answer }));
  };
  const answer = (goOn: boolean) => {
    setAsked(undefined);
    asked?.answer(goOn);
  };
  const question = (
    <AlertDialog
      open={asked !== undefined}
      title="Use a weak master password?"
      description={asked?.text}
      closeLabel="Choose another"
      confirm={{ label: 'Use it anyway', destroys: true, onConfirm: () => answer(true) }}
      onClose={() => answer(false)}
    />
  );
  return { mayUse, isAsking: asked !== undefined, question };
}
