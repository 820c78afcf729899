import { afterContact, slotsOf, termOf } from '@castellan/vault-core/offline/device-copy';
import type { SnapshotOutline } from '../ports/vault-backend.ts';
import type { KnownVault, VaultCore } from '../session/store-core.ts';

/**
 * How the vault stands by what this device keeps, for when the server does not answer; why it does not open, or `undefined` where there
 * is no copy. The time is kept before the answer, so that a clock which is set back later opens nothing.
 */
export async function learnAway(core: VaultCore): Promise<KnownVault | 'over' | 'set_back' | undefined> {
  const { copy: memory, memory: device, timer } = core.ports;
  const copy = memory.choice() === true ? await memory.read() : undefined;
  if (copy === undefined) return undefined;
  const nowMs = timer.nowMs();
  const term = termOf(copy, nowMs);
  if (nowMs > copy.latestMs) await memory.keep({ ...copy, latestMs: nowMs });
  if (term.kind !== 'open') return term.kind;
  const pin = (await device.pins()).find(({ userId, vaultId }) => userId === copy.userId && vaultId === copy.vaultId);
  if (pin?.head === undefined || pin.keyId !== copy.keyId) return undefined;
  const slots = slotsOf(copy).map(({ id, kind, parameters }) => ({
    ...{ id, kind },
    label: 'label' in parameters ? parameters.label : '',
    credentialId: 'credentialId' in parameters ? parameters.credentialId : '',
    prfSalt: 'prfSalt' in parameters ? parameters.prfSalt : '',
  }));
  const outline: SnapshotOutline = {
    ...{ userId: copy.userId, vaultId: copy.vaultId, epoch: pin.epoch, headKeyId: copy.keyId, head: pin.head },
    ...{ entryCount: (await memory.rows()).length, withheld: false, slots, shards: new Map(), whole: undefined },
  };
  return { kind: 'present', outline, pin, sent: [], factorId: undefined, deviceSlotId: undefined, copy };
}

/** The server has answered, and nothing is wrong with the vault that it shows: the copy holds from now on, or has ended. */
export async function keepContact(core: VaultCore, outline: SnapshotOutline): Promise<void> {
  const { copy: memory, timer } = core.ports;
  // Where nobody was asked yet there is none, and no database is made to find that out.
  if (memory.choice() === undefined || outline.withheld) return;
  const copy = await memory.read();
  if (copy === undefined) return;
  const next = memory.choice() === true ? afterContact(copy, outline, timer.nowMs()) : undefined;
  await (next === undefined ? memory.forget() : memory.keep(next));
}
