import { useEffect, useState } from 'react';
import { browserTimer } from '../../../../../lib/clock.ts';

/** Milliseconds that a copy is shown on its button (spec §9). */
const copiedMs = 2000;

/** Copies by `onCopy`, which says whether it did; `shown` for two seconds after each copy. */
export function useCopied(onCopy: () => Promise<boolean>): { readonly shown: boolean; readonly copy: () => Promise<void> } {
  const [copies, setCopies] = useState(0);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (copies === 0) return undefined;
    setShown(true);
    return browserTimer.after(copiedMs, () => setShown(false));
  }, [copies]);
  const copy = async () => {
    if (await onCopy()) setCopies((count) => count + 1);
  };
  return { shown, copy };
}
