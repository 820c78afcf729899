import type { SlotSecret } from '@castellan/vault-core/slot-secret';
import { readAllRows } from './read-rows.ts';
import { saveEntry } from './save-entries.ts';
import { sealLog } from './seal-log.ts';
import type { VaultCore } from './store-core.ts';
import { continueUpgrade } from './upgrade-vault.ts';
import type { OpenReport } from './vault-work.ts';
import { readNewer, writeVault } from './write-vault.ts';

/** Reads and verifies all rows behind the list; where they do not fit it, looks once whether the vault was changed meanwhile. */
export async function readAfterOpening(core: VaultCore): Promise<void> {
  const { run } = core;
  const isRead = await readAllRows(core);
  if (core.isOver(run) || core.opened === undefined) return;
  if (!isRead) {
    core.offline = true;
    return core.publish();
  }
  if ((core.opened.rows?.findings.length ?? 0) > 0) await core.inTurn(async () => void (core.isOver(run) || (await readNewer(core))));
}

/**
 * What an opening is followed by, while the list is used already: an upgrade that was interrupted goes on, what was filled in
 * without a master is saved, old trash goes, a derivation that is cheaper than new ones are gets dearer, this device gets its half
 * of the key, and the log's newest row is sealed.
 */
export async function afterOpening(core: VaultCore, report: OpenReport, authority: SlotSecret | undefined): Promise<void> {
  const { run } = core;
  const steps: (() => Promise<unknown>)[] = [];
  if (report.tier === 'secrets') {
    if (report.versionOne === 'open') steps.push(() => continueUpgrade(core));
    steps.push(
      () => savePending(core),
      () => writeVault(core, (client) => client.ask('prepareTrash', undefined)),
    );
    if (authority?.kind === 'master') steps.push(() => writeVault(core, (client) => client.ask('prepareStrongerCost', authority)));
    if (authority !== undefined) steps.push(() => enrolDevice(core, authority));
  }
  steps.push(() => sealLog(core));
  if (report.tier === 'secrets' && report.rotating) steps.push(() => core.resumeRotation());
  for (const step of steps) {
    if (core.isOver(run)) return;
    await step();
  }
}

/** Saves what was filled in while there was no key for it. */
export async function savePending(core: VaultCore): Promise<void> {
  const { pending } = core;
  if (pending === undefined || core.opened?.tier !== 'secrets') return;
  const saved = await saveEntry(core, null, pending.draft, null);
  if (!saved.ok || core.pending !== pending) return;
  core.pending = undefined;
  core.publish();
}

/** Gives this device its half of the key, where an authenticator can release the other and it has none yet. */
export async function enrolDevice(core: VaultCore, authority: SlotSecret): Promise<void> {
  const { backend, memory, newId, makeDeviceKey, deviceLabel } = core.ports;
  const { run, known } = core;
  const vaultId = core.opened?.vaultId;
  if (known?.factorId === undefined || known.deviceSlotId !== undefined || vaultId === undefined) return;
  const slotId = newId();
  const share = await backend.putDeviceShare(slotId);
  if (!share.ok || core.isOver(run)) return;
  const key = await makeDeviceKey();
  if (core.isOver(run)) return;
  // Kept before the slot is written: a slot that no device has the key of would only be in the way.
  await memory.keepDeviceKey({ slotId, userId: known.outline.userId, vaultId, key });
  const wanted = { kind: 'device', slotId, label: deviceLabel(), deviceKey: key, share: share.value } as const;
  const written = await writeVault(core, (client) => client.ask('prepareSlot', { authority, wanted }));
  if (!written.ok) {
    // Where the answer is not known, the slot may be there, and then the key belongs to it.
    if (written.failure.code === 'unexpected') await memory.forgetDeviceKey(slotId);
    return;
  }
  if (core.isOver(run) || core.known === undefined) return;
  core.known = { ...core.known, deviceSlotId: slotId };
  core.publish();
}
