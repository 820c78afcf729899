import type { Argon2idCost } from '@castellan/vault-core/ports';
import { crackCost, guessesPerSecond, rentedGraphicsCard } from '@castellan/vault-core/strength/crack-cost';
import type { Strength } from '../contract/vault-tools.ts';

export { minNewCost } from '@castellan/vault-core/crypto/argon2id';
export type { Argon2idCost } from '@castellan/vault-core/ports';

/** What the figures are made from, for the page to say. */
export const attacker = { name: rentedGraphicsCard.name, dollarsPerHour: rentedGraphicsCard.dollarsPerHour } as const;

/** Guesses a second that one card makes at most at a slot's cost. */
export function guessRate(cost: Argon2idCost): number {
  return guessesPerSecond(cost);
}

/** Years on one card, and dollars of rent, until a master is found with a chance of one in two. */
export type MasterCost = { readonly years: number; readonly dollars: number };

/** What finding a master of so many bits takes at a slot's cost. */
export function costOfBits(bits: number, cost: Argon2idCost): MasterCost {
  const { years, dollars } = crackCost(bits, cost);
  return { years, dollars };
}

/** What finding a checked master takes: the guesses it falls to, all of them taken for the whole search. */
export function costOfStrength({ guessesLog10 }: Strength, cost: Argon2idCost): MasterCost {
  return costOfBits(guessesLog10 / Math.log10(2), cost);
}
