import * as z from 'zod/mini';
import { identifierSchema, keyIdSchema } from '../slots/slot.ts';
import { noChain } from './chain.ts';
import { maxRememberedHead, maxRememberedKeys, type VaultPin } from './pin.ts';

const digestSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

const pinSchema = z.strictObject({
  userId: identifierSchema,
  vaultId: identifierSchema,
  epoch: z.int().check(z.minimum(1)),
  headDigest: digestSchema,
  strongest: z.strictObject({ memoryKib: z.int().check(z.minimum(0)), passes: z.int().check(z.minimum(0)) }),
  slots: z.exactOptional(z.array(z.strictObject({ id: identifierSchema, digest: digestSchema })).check(z.maxLength(64))),
  chain: z.exactOptional(z.union([digestSchema, z.literal(noChain)])),
  keyId: z.exactOptional(keyIdSchema),
  former: z.exactOptional(z.array(keyIdSchema).check(z.maxLength(maxRememberedKeys))),
  head: z.exactOptional(z.string().check(z.maxLength(maxRememberedHead))),
  seenAtMs: z.exactOptional(z.number()),
});

/** The pin that a stored value holds, or `undefined`. Apart from `pin.ts`, so that what only judges by a pin does not bring its schema. */
export function parsePin(value: unknown): VaultPin | undefined {
  const parsed = pinSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
