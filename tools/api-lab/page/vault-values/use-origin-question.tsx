import { fail, succeed } from '@castellan/foundation/result';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { OriginDialog } from './origin-dialog.tsx';
import { useVaultEntries } from './use-vault-entries.ts';
import type { AskOwner, OriginQuestion, VaultSource } from './vault-values.ts';

type Asked = {
  readonly questions: readonly OriginQuestion[];
  readonly Dialog: typeof OriginDialog;
  readonly answer: (isAllowed: boolean) => void;
};

/** A vault that asks the owner where its values may go, and the question, to be drawn somewhere. One is asked after the other. */
export function useOriginQuestion(source: VaultSource | undefined): {
  readonly vault: VaultSource | undefined;
  readonly question: ReactNode;
} {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const entries = useVaultEntries(source);
  const waiting = useRef(new Set<() => void>());
  // Who waits when the lab is left, as by a lock, has its answer.
  useEffect(() => {
    const all = waiting.current;
    return () => {
      for (const decline of [...all]) decline();
    };
  }, []);
  const vault = useMemo(() => {
    const ask: AskOwner = async (questions, signal) => {
      const part = await import('./origin-dialog.tsx').catch(() => undefined);
      if (part === undefined) return fail({ code: 'part_missing' });
      const answered = Promise.withResolvers<boolean>();
      const decline = () => one.answer(false);
      const one: Asked = { questions, Dialog: part.OriginDialog, answer: answered.resolve };
      waiting.current.add(decline);
      signal.addEventListener('abort', decline, { once: true });
      setAsked((before) => [...before, one]);
      if (signal.aborted) decline();
      const isAllowed = await answered.promise;
      signal.removeEventListener('abort', decline);
      waiting.current.delete(decline);
      setAsked((before) => before.filter((other) => other !== one));
      return succeed(isAllowed);
    };
    return source === undefined ? undefined : { ...source, ask };
  }, [source]);
  const [first] = asked;
  const question = first === undefined ? null : <first.Dialog questions={first.questions} entries={entries} onAnswer={first.answer} />;
  return { vault, question };
}
