import type { Argon2idCost } from '../ports.ts';
import type { ListedSlot } from '../slots/slot-changes.ts';
import { type ChainPoint, noChain } from './chain.ts';

/** Characters of a head beyond which a device keeps no copy: only a vault that is being upgraded has such a one. */
export const maxRememberedHead = 1_048_576;
/** Ended keys that a device remembers, the newest first. */
export const maxRememberedKeys = 64;

/** What a device remembers of the vault, outside the server's reach: that it exists, and how far it had come. */
export type VaultPin = {
  readonly userId: string;
  readonly vaultId: string;
  readonly epoch: number;
  readonly headDigest: string;
  readonly strongest: Argon2idCost;
  /** The ways to open it at that epoch; absent in what was remembered before they were. */
  readonly slots?: readonly ListedSlot[];
  /** The chain that is sealed in that head; absent in what was remembered before heads had one. */
  readonly chain?: string;
  /** The vault key that the head is under; absent as `chain` is. */
  readonly keyId?: string;
  /** The keys that rotations have ended before it, as far as this device saw, the newest first; absent in what was remembered before they were. */
  readonly former?: readonly string[];
  /** The head's envelope, sealed as it is: what a repair goes by where the server has lost it. */
  readonly head?: string;
  /** When this was remembered, in milliseconds since 1970. */
  readonly seenAtMs?: number;
};

/** The head that a pin remembers, as a point of the history. */
export function pointOf({ chain = noChain, headDigest, epoch }: VaultPin): ChainPoint & { readonly epoch: number } {
  return { chain, digest: headDigest, epoch };
}

/** Whether a pin is of this very vault: another owner's name makes it another. */
export function isPinOf(
  pin: VaultPin | undefined,
  { userId, vaultId }: { readonly userId: string; readonly vaultId: string },
): pin is VaultPin {
  return pin?.userId === userId && pin.vaultId === vaultId;
}
