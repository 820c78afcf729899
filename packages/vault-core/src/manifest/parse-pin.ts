import { z } from 'zod';
import { identifierSchema, keyIdSchema } from '../slots/slot.ts';
import { noChain } from './chain.ts';
import { maxRememberedHead, maxRememberedKeys, type VaultPin } from './pin.ts';

const digestSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const pinSchema = z.strictObject({
  userId: identifierSchema,
  vaultId: identifierSchema,
  epoch: z.int().min(1),
  headDigest: digestSchema,
  strongest: z.strictObject({ memoryKib: z.int().min(0), passes: z.int().min(0) }),
  slots: z
    .array(z.strictObject({ id: identifierSchema, digest: digestSchema }))
    .max(64)
    .exactOptional(),
  chain: digestSchema.or(z.literal(noChain)).exactOptional(),
  keyId: keyIdSchema.exactOptional(),
  former: z.array(keyIdSchema).max(maxRememberedKeys).exactOptional(),
  head: z.string().max(maxRememberedHead).exactOptional(),
  seenAtMs: z.number().exactOptional(),
});

/** The pin that a stored value holds, or `undefined`. Apart from `pin.ts`, so that what only judges by a pin does not bring its schema. */
export function parsePin(value: unknown): VaultPin | undefined {
  const parsed = pinSchema.safeParse(value, { jitless: true });
  return parsed.success ? parsed.data : undefined;
}
