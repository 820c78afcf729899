import { z } from 'zod';
import type { VaultFindingCode } from './finding.ts';
import { identifierSchema } from './slot.ts';

const digestSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

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
});

/** What a device remembers of the vault, outside the server's reach: that it exists, and how far it had come. */
export type VaultPin = Readonly<z.infer<typeof pinSchema>>;

/** The pin that a stored value holds, or `undefined`. */
export function parsePin(value: unknown): VaultPin | undefined {
  const parsed = pinSchema.safeParse(value, { jitless: true });
  return parsed.success ? parsed.data : undefined;
}

/** What the device's pin has against the state that was opened, if anything. */
export function judgeAgainstPin(
  pin: VaultPin | undefined,
  state: { readonly vaultId: string; readonly epoch: number; readonly headDigest: string },
): VaultFindingCode | undefined {
  if (pin === undefined) return undefined;
  if (pin.vaultId !== state.vaultId) return 'vault_replaced';
  if (state.epoch < pin.epoch) return 'rolled_back';
  if (state.epoch === pin.epoch && state.headDigest !== pin.headDigest) return 'forked';
  return undefined;
}
