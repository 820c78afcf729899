import { z } from 'zod';
import { identifierSchema, keyIdSchema } from '../slots/slot.ts';
import { type ChainPoint, noChain } from './chain.ts';

const digestSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Characters of a head beyond which a device keeps no copy: only a vault that is being upgraded has such a one. */
export const maxRememberedHead = 1_048_576;
/** Ended keys that a device remembers, the newest first. */
export const maxRememberedKeys = 64;

const pinSchema = z.strictObject({
  userId: identifierSchema,
  vaultId: identifierSchema,
  epoch: z.int().min(1),
  headDigest: digestSchema,
  strongest: z.strictObject({ memoryKib: z.int().min(0), passes: z.int().min(0) }),
  /** The ways to open it at that epoch; absent in what was remembered before they were. */
  slots: z
    .array(z.strictObject({ id: identifierSchema, digest: digestSchema }))
    .max(64)
    .exactOptional(),
  /** The chain that is sealed in that head; absent in what was remembered before heads had one. */
  chain: digestSchema.or(z.literal(noChain)).exactOptional(),
  /** The vault key that the head is under; absent as `chain` is. */
  keyId: keyIdSchema.exactOptional(),
  /** The keys that rotations have ended before it, as far as this device saw; absent in what was remembered before they were. */
  former: z.array(keyIdSchema).max(maxRememberedKeys).exactOptional(),
  /** The head's envelope, sealed as it is: what a repair goes by where the server has lost it. */
  head: z.string().max(maxRememberedHead).exactOptional(),
  /** When this was remembered, in milliseconds since 1970. */
  seenAtMs: z.number().exactOptional(),
});

/** What a device remembers of the vault, outside the server's reach: that it exists, and how far it had come. */
export type VaultPin = Readonly<z.infer<typeof pinSchema>>;

/** The pin that a stored value holds, or `undefined`. */
export function parsePin(value: unknown): VaultPin | undefined {
  const parsed = pinSchema.safeParse(value, { jitless: true });
  return parsed.success ? parsed.data : undefined;
}

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
