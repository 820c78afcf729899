import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultPin } from '@castellan/vault-core/pin';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { KnownVault, VaultCore } from './store-core.ts';
import type { SnapshotOutline } from './vault-backend.ts';
import type { VaultFinding } from './vault-state.ts';

/** The snapshot differs from what this device knows, and the owner has not said that it may. */
type Alarm = { readonly code: 'alarm'; readonly finding: VaultFinding; readonly pinnedEpoch: number; readonly presentEpoch: number | null };

/** Reads what there is to open, and shows it: locked, out of reach, or as an alarm. */
export async function loadVault(core: VaultCore): Promise<void> {
  const { run } = core;
  core.show({ stage: 'loading' });
  const known = await learn(core);
  if (core.isOver(run)) return;
  if (known.ok) return core.publish();
  if (known.failure.code === 'alarm') return showAlarm(core, known.failure);
  core.show({ stage: 'unreachable' });
}

export function showAlarm(core: VaultCore, { finding, pinnedEpoch, presentEpoch }: Omit<Alarm, 'code'>): void {
  core.show({ stage: 'alarm', finding, pinnedEpoch, presentEpoch });
}

/** Asks the server how the vault stands, holds it against what this device remembers, and keeps it. */
export async function learn(core: VaultCore): Promise<Result<KnownVault, BackendFailure | Alarm>> {
  const { backend, memory } = core.ports;
  // The pin is read first: a state written by another tab in between must not look like one that was taken back.
  const pins = await memory.pins();
  const [snapshot, factor, deviceKeys] = await Promise.all([backend.snapshot(), backend.authenticator(), memory.deviceKeys()]);
  if (!snapshot.ok) return snapshot;
  if (!factor.ok) return factor;
  const outline = snapshot.value;
  const pin = pins.find(({ userId }) => userId === outline.userId);
  const alarm = core.accepted ? undefined : judge(pin, outline);
  const mine = deviceKeys.find(({ slotId }) => outline.slots.some(({ id, kind }) => id === slotId && kind === 'device'));
  core.known = {
    kind: kindOf(outline, pin, core.accepted),
    outline,
    pin,
    factorId: factor.value,
    deviceSlotId: mine?.slotId,
  };
  return alarm === undefined ? succeed(core.known) : fail(alarm);
}

// A list that comes back empty makes no vault 'unset': only a device that knows of none, or its owner's word, does.
function kindOf(outline: SnapshotOutline, pin: VaultPin | undefined, accepted: boolean): KnownVault['kind'] {
  if (outline.vaultId !== undefined) return 'present';
  if (outline.entryCount > 0) return 'older';
  return pin === undefined || accepted ? 'none' : 'present';
}

function judge(pin: VaultPin | undefined, { vaultId, epoch }: SnapshotOutline): Alarm | undefined {
  if (pin === undefined) return undefined;
  const alarm = (code: string): Alarm => {
    return { code: 'alarm', finding: { code, id: null }, pinnedEpoch: pin.epoch, presentEpoch: epoch ?? null };
  };
  if (vaultId === undefined || epoch === undefined) return alarm('vault_missing');
  if (vaultId !== pin.vaultId) return alarm('vault_replaced');
  return epoch < pin.epoch ? alarm('rolled_back') : undefined;
}

/** The owner's word that what the server shows is to be gone on from. What is opened next becomes what this device knows. */
export async function acceptState(core: VaultCore): Promise<Result<undefined, { readonly code: 'unreachable' }>> {
  const { run } = core;
  core.accepted = true;
  const known = await learn(core);
  if (core.isOver(run) || !known.ok) return fail({ code: 'unreachable' });
  core.publish();
  return succeed(undefined);
}
