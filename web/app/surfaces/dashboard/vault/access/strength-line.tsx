import { useEffect, useState } from 'react';
import { derivationText, masterCostText } from '../../../../domains/vault/access/crack-cost-text.ts';
import { type Argon2idCost, costOfStrength } from '../../../../domains/vault/access/master-cost.ts';
import { masterLevel, strengthNames } from '../../../../domains/vault/access/master-level.ts';
import type { Strength } from '../../../../domains/vault/contract/vault-tools.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { useVault } from '../vault-context.ts';

const steps = [0, 1, 2, 3, 4] as const;

type StrengthLineProps = {
  readonly password: string;
  /** Where it is a master: what one guess at it costs, so that the price of finding it can be said. */
  readonly cost?: Argon2idCost | undefined;
};

/** How hard what is typed is to guess. Checked in the Worker, which loads its dictionaries at the first letter. */
export function StrengthLine({ password, cost }: StrengthLineProps) {
  const { estimateStrength } = useVault().actions.tools;
  const [estimated, setEstimate] = useState<{ readonly password: string; readonly strength: Strength }>();
  useEffect(() => {
    if (password === '') return;
    return whileWanted(estimateStrength(password), (strength) => {
      if (strength !== undefined) setEstimate({ password, strength });
    });
  }, [password, estimateStrength]);
  if (password === '' || estimated === undefined) return null;
  const { guessesLog10 } = estimated.strength;
  const score = cost === undefined ? estimated.strength.score : masterLevel(estimated.strength, cost);
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-3">
        <span aria-hidden="true" className="flex gap-1">
          {steps.map((step) => (
            <span key={step} className={classNames('h-1.5 w-7 border border-edge', step <= score && 'bg-copper')} />
          ))}
        </span>
        <p aria-live="polite" className="text-sm text-muted">
          {`${strengthNames[score]}, about 10`}
          <sup>{Math.round(guessesLog10)}</sup>
          {' guesses'}
        </p>
      </div>
      {cost === undefined ? null : (
        <p className="mt-1 text-sm text-muted">
          {`Found after ${masterCostText(costOfStrength(estimated.strength, cost))}, at ${derivationText(cost)} a guess.`}
        </p>
      )}
    </div>
  );
}
