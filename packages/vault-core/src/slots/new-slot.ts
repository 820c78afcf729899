import { ownBytes, toBase64Url, wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import {
  type CostFailure,
  checkCost,
  type DerivationFailure,
  deriveTwice,
  guardArgon2id,
  minNewCost,
  saltBytes,
  strongerCost,
} from '../crypto/argon2id.ts';
import { detailsRootOf, keyIdOf } from '../crypto/keyring.ts';
import { newIdentifier } from '../identifier.ts';
import type { Argon2idCost, Bytes, PlatformKey, VaultPorts } from '../ports.ts';
import { printRecoveryKey, recoveryKeyBytes } from './recovery-key.ts';
import { type Slot, slotSchema } from './slot.ts';
import { deviceKek, masterBytes, parseShare, passkeyKek, recoveryKek } from './slot-secret.ts';
import { wrapKey } from './slot-wrapping.ts';

/** A slot to be made. */
export type NewSlot =
  | { readonly kind: 'master'; readonly master: string; readonly cost: Argon2idCost }
  | { readonly kind: 'recovery' }
  | { readonly kind: 'passkey'; readonly credentialId: string; readonly prfSalt: string; readonly label: string; readonly prfOutput: Bytes }
  /** `slotId` is the one for which the server made the share. */
  | { readonly kind: 'device'; readonly slotId: string; readonly label: string; readonly deviceKey: PlatformKey; readonly share: string };

/** The slot, and the recovery key as it is printed once, where that is what was made. */
export type MadeSlot = { readonly slot: Slot; readonly recoveryKey: string | undefined };

export type NewSlotFailure = CostFailure | DerivationFailure | { readonly code: 'share_malformed' | 'slot_malformed' };

/** Makes a slot for the vault key. A new master's cost is at least 64 MiB and three passes, and no lower than the strongest used. */
export async function makeSlot(
  ports: VaultPorts,
  userId: string,
  vaultKey: Bytes,
  wanted: NewSlot,
  strongest: Argon2idCost = minNewCost,
): Promise<Result<MadeSlot, NewSlotFailure>> {
  const drawn = await drawKek(ports, wanted, strongest);
  if (!drawn.ok) return drawn;
  const { kek, parameters, id, recoveryKey } = drawn.value;
  const key_id = await keyIdOf(ports.crypto, vaultKey);
  // The check that every stored slot passes: what would not be read back is not written.
  const outline = slotSchema.safeParse({ id, kind: wanted.kind, key_id, parameters, wrapped: '' });
  if (!outline.success) return fail({ code: 'slot_malformed' });
  const inner = wanted.kind === 'device' ? await detailsRootOf(ports.crypto, vaultKey) : ownBytes(vaultKey);
  const wrapped = await wrapKey(ports, userId, outline.data, kek, inner);
  wipe(kek, inner);
  return succeed({ slot: { ...outline.data, wrapped }, recoveryKey });
}

type Drawn = { readonly kek: Bytes; readonly parameters: object; readonly id: string; readonly recoveryKey: string | undefined };

async function drawKek(ports: VaultPorts, wanted: NewSlot, strongest: Argon2idCost): Promise<Result<Drawn, NewSlotFailure>> {
  const id = wanted.kind === 'device' ? wanted.slotId : newIdentifier(ports.randomBytes);
  const drawn = (kek: Bytes, parameters: object, recoveryKey?: string) => succeed({ kek, parameters, id, recoveryKey });
  switch (wanted.kind) {
    case 'master': {
      const least = checkCost(wanted.cost, minNewCost);
      if (!least.ok) return least.failure.code === 'absurd' ? least : fail({ code: 'too_weak' });
      const cost = checkCost(wanted.cost, strongest);
      if (!cost.ok) return cost;
      const salt = ownBytes(ports.randomBytes(saltBytes));
      const password = masterBytes(wanted.master);
      const kek = await deriveTwice(guardArgon2id(ports.argon2id), password, salt, cost.value);
      wipe(password);
      if (!kek.ok) return kek;
      return drawn(kek.value, { algorithm: 'argon2id', version: 19, ...cost.value, lanes: 1, salt: toBase64Url(salt) });
    }
    case 'recovery': {
      const key = ownBytes(ports.randomBytes(recoveryKeyBytes));
      const kek = await recoveryKek(ports.crypto, key);
      const printed = printRecoveryKey(key);
      wipe(key);
      return drawn(kek, { createdAt: new Date(ports.clock.nowMs()).toISOString() }, printed);
    }
    case 'passkey': {
      const { credentialId, prfSalt, label } = wanted;
      return drawn(await passkeyKek(ports.crypto, wanted.prfOutput), { credentialId, prfSalt, label });
    }
    case 'device': {
      const share = parseShare(wanted.share);
      if (share === undefined) return fail({ code: 'share_malformed' });
      return drawn(await deviceKek(ports.crypto, wanted.deviceKey, share, id), { label: wanted.label });
    }
  }
}

/** The strongest cost among master slots, and no less than a new one must have. */
export function strongestOf(slots: readonly Slot[]): Argon2idCost {
  return slots.reduce<Argon2idCost>(
    (strongest, slot) =>
      slot.kind === 'master'
        ? strongerCost(strongest, { memoryKib: slot.parameters.memoryKib, passes: slot.parameters.passes })
        : strongest,
    minNewCost,
  );
}
