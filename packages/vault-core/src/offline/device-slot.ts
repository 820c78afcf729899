import { wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { absurdCost, type DerivationFailure, guardArgon2id, maxNewMemoryKib, minNewCost, strongerCost } from '../crypto/argon2id.ts';
import { type Calibration, calibrate } from '../crypto/calibration.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { Argon2idCost, VaultPorts } from '../ports.ts';
import { makeSlot, type NewSlotFailure, strongestOf } from '../slots/new-slot.ts';
import type { Slot } from '../slots/slot.ts';
import { type OpenFailure, unwrapVaultKey } from '../slots/unlock.ts';

/** One derivation for a device's own slot shall take this long there, in milliseconds. */
export const deviceTargetMs = { least: 1_000, aim: 1_300, most: 2_000 } as const;

/** How often a measurement that came out too short is made again, dearer. */
const maxRounds = 4;

/**
 * What a guess at the master shall cost on this device: at least what the vault asks for, and at least a second here. Where not even
 * the dearest slot takes a second, that one.
 */
export async function findDeviceCost(ports: VaultPorts, floor: Argon2idCost): Promise<Result<Calibration, DerivationFailure>> {
  const derive = guardArgon2id(ports.argon2id);
  let least = strongerCost(minNewCost, floor);
  for (let round = 1; ; round += 1) {
    const found = await calibrate(derive, ports.clock, least, deviceTargetMs);
    if (!found.ok) return found;
    const { cost, measuredMs } = found.value;
    const isDearest = cost.memoryKib >= maxNewMemoryKib && cost.passes >= absurdCost.passes;
    if (measuredMs >= deviceTargetMs.least || isDearest || round === maxRounds) return found;
    least = { memoryKib: Math.max(cost.memoryKib, least.memoryKib), passes: Math.min(absurdCost.passes, cost.passes + 1) };
  }
}

/**
 * Makes the slot that the master opens on this device alone. The master opens the vault key once more, so that what is wrapped is
 * under the very master that was given.
 */
export async function makeDeviceSlot(
  ports: VaultPorts,
  vault: OpenVault,
  master: string,
): Promise<Result<Slot, OpenFailure | NewSlotFailure>> {
  const unwrapped = await unwrapVaultKey(ports, vault, { kind: 'master', master });
  if (!unwrapped.ok) return unwrapped;
  const { key } = unwrapped.value;
  const floor = strongerCost(vault.head?.strongest ?? minNewCost, strongestOf(vault.slots));
  const found = await findDeviceCost(ports, floor);
  if (!found.ok) {
    wipe(key);
    return fail(found.failure);
  }
  const made = await makeSlot(ports, vault.userId, key, { kind: 'master', master, cost: found.value.cost }, floor);
  wipe(key);
  return made.ok ? succeed(made.value.slot) : made;
}
