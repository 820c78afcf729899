import { wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { keysOfVaultKey } from '../crypto/keyring.ts';
import { headPart } from '../manifest/manifest-head.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import { isPinOf, type VaultPin } from '../manifest/pin.ts';
import { readManifest, type SupersededFailure } from '../manifest/read-manifest.ts';
import type { PartCopy } from '../manifest/rebuild-manifest.ts';
import type { VaultPorts } from '../ports.ts';
import type { SlotSecret } from '../slots/slot-secret.ts';
import { type OpenFailure, unwrapSlots } from '../slots/unlock.ts';
import { type DeviceCopy, slotsOf } from './device-copy.ts';

/**
 * Why a copy does not open. `no_copy`: the device remembers no head that it could be held against. `copy_behind`: what is kept is not
 * what the device verified last. `wrong_key`, `no_slot` and the others: as of a vault that a server shows.
 */
export type CopyFailure = OpenFailure | SupersededFailure | { readonly code: 'no_copy' | 'copy_behind' };

/**
 * Opens what this device keeps of the vault, without its server. The head is the one that the pin remembers, and the state is held
 * against the pin by the rule of every opening: nothing older opens, and nothing of which a part is not as that head lists it.
 */
export async function openCopy(
  ports: VaultPorts,
  copy: DeviceCopy,
  pin: VaultPin | undefined,
  parts: readonly PartCopy[],
  secret: SlotSecret,
): Promise<Result<OpenVault, CopyFailure>> {
  const { userId, vaultId, keyId } = copy;
  if (!isPinOf(pin, copy) || pin.head === undefined || pin.chain === undefined || pin.keyId !== keyId) return fail({ code: 'no_copy' });
  // A code opens nothing without the share that the server gives.
  if (secret.kind === 'device') return fail({ code: 'no_slot' });
  const slots = slotsOf(copy);
  const unwrapped = await unwrapSlots(ports, userId, slots, secret, pin.strongest);
  if (!unwrapped.ok) return unwrapped;
  const { key, slot } = unwrapped.value;
  const keys = await keysOfVaultKey(ports.crypto, key);
  wipe(key);
  const read = await readManifest(
    ports,
    { userId, keys, openedBy: slot.kind, openedSlot: slot.id, openedAtMs: ports.clock.nowMs() },
    {
      ...{ exists: true, vaultId, epoch: pin.epoch, slots: copy.ways, foreignSlots: 0, links: [], tip: undefined },
      parts: new Map([[headPart, pin.head], ...parts.map(({ part, envelope }) => [part, envelope] as const)]),
    },
    pin,
  );
  if (!read.ok) return read;
  if (read.value.standing.kind !== 'follows' || read.value.findings.some(isBehind)) return fail({ code: 'copy_behind' });
  // The server's masters and the slots of devices are not kept here: that they are not there says nothing.
  return succeed({ ...read.value, slots, findings: read.value.findings.filter(({ code }) => code !== 'slot_missing') });
}

function isBehind({ code }: OpenVault['findings'][number]): boolean {
  return code === 'shard_missing' || code === 'shard_stale' || code === 'shard_altered' || code.startsWith('head_');
}
