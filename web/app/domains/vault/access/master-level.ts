import type { Strength } from '../contract/vault-tools.ts';
import { type Argon2idCost, costOfStrength } from './master-cost.ts';

/** The names of levels, from the weakest. */
export const strengthNames = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

type Level = 0 | 1 | 2 | 3 | 4;

/** Dollars of rent that finding a master takes at least, from level 1 on. */
const dollarsOfLevel = [100, 10_000, 1_000_000, 1_000_000_000] as const;

/** A master of a level below this is asked about before it is taken. */
export const minMasterLevel = 2;

/** How good a master is, by what finding it costs: a word must not say otherwise than the price beside it. */
export function masterLevel(strength: Strength, cost: Argon2idCost): Level {
  const { dollars } = costOfStrength(strength, cost);
  const reached = dollarsOfLevel.filter((least) => dollars >= least).length;
  return levels[reached] ?? 0;
}

const levels = [0, 1, 2, 3, 4] as const;
