import { useEffect, useState } from 'react';
import type { Strength } from '../../../domains/vault/vault-tools.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useVault } from './vault-context.ts';

const names = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
const steps = [0, 1, 2, 3, 4] as const;

/** How hard what is typed is to guess. Judged in the Worker, which loads its dictionaries at the first letter. */
export function StrengthLine({ password }: { readonly password: string }) {
  const { judgeStrength } = useVault().actions.tools;
  const [judged, setJudged] = useState<{ readonly password: string; readonly strength: Strength }>();
  useEffect(() => {
    if (password === '') return;
    let wanted = true;
    void judgeStrength(password).then((strength) => {
      if (wanted && strength !== undefined) setJudged({ password, strength });
    });
    return () => {
      wanted = false;
    };
  }, [password, judgeStrength]);
  if (password === '' || judged === undefined) return null;
  const { score, guessesLog10 } = judged.strength;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <span aria-hidden="true" className="flex gap-1">
        {steps.map((step) => (
          <span key={step} className={classNames('h-1.5 w-7 border border-edge', step <= score && 'bg-copper')} />
        ))}
      </span>
      <p aria-live="polite" className="text-sm text-muted">
        {`${names[score]}, about 10`}
        <sup>{Math.round(guessesLog10)}</sup>
        {' guesses'}
      </p>
    </div>
  );
}
