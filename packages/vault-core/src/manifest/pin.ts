import { z } from 'zod';
import type { VaultFindingCode } from '../finding.ts';
import type { VaultCrypto } from '../ports.ts';
import { identifierSchema, keyIdSchema } from '../slots/slot.ts';
import { type ChainPoint, type HistoryLink, isSamePoint, noChain, walkHistory } from './chain.ts';

const digestSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Characters of a head beyond which a device keeps no copy: only a vault that is being upgraded has such a one. */
export const maxRememberedHead = 1_048_576;

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

/** The head that was opened, or that the server claims where it has none. `keyIds`: its key, and those that it proves to come after. */
export type PresentedState = {
  readonly vaultId: string;
  readonly epoch: number;
  readonly point: ChainPoint | undefined;
  readonly keyIds: ReadonlySet<string> | undefined;
};

/**
 * How the presented state follows from what this device remembers. `first_time`: it remembers nothing. `apart`: it does not
 * follow, and the code says how.
 */
export type Standing =
  | { readonly kind: 'first_time' }
  | { readonly kind: 'follows'; readonly joined: boolean }
  | { readonly kind: 'apart'; readonly code: Extract<VaultFindingCode, 'vault_replaced' | 'rolled_back' | 'forked' | 'rekeyed'> };

const apart = (code: Extract<Standing, { kind: 'apart' }>['code']): Standing => ({ kind: 'apart', code });

/**
 * The one rule: with a pin, the chain must lead from it to the head, under its key or one that was proven to come after it.
 * Digests that are withheld do not lead there. A pin from before heads had a chain is compared by its epoch, once: what is
 * remembered next has the chain.
 */
export async function compareWithPin(
  crypto: VaultCrypto,
  pin: VaultPin | undefined,
  state: PresentedState,
  links: readonly HistoryLink[],
): Promise<Standing> {
  if (pin === undefined) return { kind: 'first_time' };
  if (pin.vaultId !== state.vaultId) return apart('vault_replaced');
  if (state.epoch < pin.epoch) return apart('rolled_back');
  if (pin.chain === undefined) {
    const isOther = state.epoch === pin.epoch && state.point?.digest !== pin.headDigest;
    return isOther ? apart('forked') : { kind: 'follows', joined: false };
  }
  const { point, joined } = await walkHistory(crypto, pointOf(pin), links);
  if (state.point === undefined || !isSamePoint(point, state.point)) return apart('forked');
  const isProven = pin.keyId === undefined || state.keyIds === undefined || state.keyIds.has(pin.keyId);
  return isProven ? { kind: 'follows', joined } : apart('rekeyed');
}
