import { frame } from '@castellan/foundation/framing';
import * as z from 'zod/mini';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { digestOf } from '../crypto/sealing.ts';
import { isIdentifier } from '../identifier.ts';
import type { Bytes, VaultCrypto } from '../ports.ts';

/** A UUID in lower case. */
export const identifierSchema = z.string().check(z.refine(isIdentifier));
/** Sixteen bytes as base64url: what a vault key is called. */
export const keyIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));
const label = z.string().check(z.maxLength(200));

const masterParameters = z.strictObject({
  algorithm: z.literal('argon2id'),
  version: z.literal(19),
  memoryKib: z.int(),
  passes: z.int(),
  lanes: z.literal(1),
  salt: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
});
const passkeyParameters = z.strictObject({
  credentialId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/)),
  prfSalt: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/)),
  label,
});

const common = { id: identifierSchema, key_id: keyIdSchema, wrapped: z.string().check(z.maxLength(400)) };

/** A row of `vault_slots`, as it is stored: one way to the vault key. */
export const slotSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('master'), parameters: masterParameters }),
  z.object({ ...common, kind: z.literal('recovery'), parameters: z.strictObject({ createdAt: z.string().check(z.maxLength(40)) }) }),
  z.object({ ...common, kind: z.literal('passkey'), parameters: passkeyParameters }),
  z.object({ ...common, kind: z.literal('device'), parameters: z.strictObject({ label }) }),
]);

/** One way to the vault key: its wrapped form and what is needed to unwrap it. */
export type Slot = Readonly<z.infer<typeof slotSchema>>;
export type SlotKind = Slot['kind'];

/** What a slot's wrapping is bound to: owner, slot, kind, key and parameters. */
export function slotAad(userId: string, slot: Pick<Slot, 'id' | 'kind' | 'key_id' | 'parameters'>): Bytes {
  return frame('castellan.slot.2', userId, slot.id, slot.kind, slot.key_id, canonicalJson(slot.parameters));
}

/** What the manifest's head keeps of a slot. */
export function slotDigest(crypto: VaultCrypto, slot: Slot): Promise<string> {
  return digestOf(crypto, frame(slot.kind, slot.key_id, canonicalJson(slot.parameters), slot.wrapped));
}
