import type { Argon2idCost } from '../ports.ts';

/** What an attacker guesses on. */
export type GuessingHardware = {
  readonly name: string;
  /** Bytes a second between chip and memory, as its maker states it. */
  readonly memoryBytesPerSecond: number;
  /** United States dollars for an hour of one, rented. */
  readonly dollarsPerHour: number;
  readonly source: string;
};

/** One current graphics card. The price is an assumption that a reader can replace, which is why it is shown with the answer. */
export const rentedGraphicsCard: GuessingHardware = {
  name: 'NVIDIA GeForce RTX 4090',
  memoryBytesPerSecond: 1.008e12,
  dollarsPerHour: 0.35,
  source: '1,008 GB/s: NVIDIA, Ada GPU architecture whitepaper, appendix A; 0.35 USD an hour: assumed rent',
};

/** How long and how dear it is to find a master, in plain numbers for a text to be made of. */
export type CrackCost = {
  readonly guessesPerSecond: number;
  /** Guesses until it is found with a chance of one in two. */
  readonly guesses: number;
  readonly seconds: number;
  readonly years: number;
  readonly dollars: number;
  readonly hardware: GuessingHardware;
  readonly devices: number;
};

/**
 * Guesses a second that the hardware's memory allows at most. Argon2 fills m KiB a pass; each block of 1 KiB is computed from
 * two others, of which at least the pseudo-random one must come from memory, and is written back (RFC 9106 §3.2): so one
 * guess moves at least 2 × m × t KiB. Real crackers stay below this bound; it errs to the attacker's side.
 */
export function guessesPerSecond({ memoryKib, passes }: Argon2idCost, hardware: GuessingHardware = rentedGraphicsCard): number {
  return hardware.memoryBytesPerSecond / (2 * memoryKib * 1024 * passes);
}

/** What finding a master of so many bits of guessing entropy (log2 of the guesses that exhaust it) takes at a slot's cost. */
export function crackCost(bits: number, cost: Argon2idCost, devices = 1, hardware: GuessingHardware = rentedGraphicsCard): CrackCost {
  const rate = guessesPerSecond(cost, hardware) * devices;
  const guesses = 2 ** (Math.max(bits, 1) - 1);
  const seconds = guesses / rate;
  const dollars = (seconds / 3600) * devices * hardware.dollarsPerHour;
  return { guessesPerSecond: rate, guesses, seconds, years: seconds / 31_557_600, dollars, hardware, devices };
}
