import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import { keepCopy } from '../away/keep-copy.ts';
import { sealLog } from '../checks/seal-log.ts';
import type { OpenReport } from '../contract/work-shapes.ts';
import { takeDrafts } from '../drafts/keep-drafts.ts';
import { failureOfJob } from '../session/failure-of.ts';
import { readAllRows } from '../session/read-rows.ts';
import type { VaultCore } from '../session/store-core.ts';
import { readNewer, writeVault } from '../session/write-vault.ts';
import { continueUpgrade } from './upgrade-vault.ts';

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
 * without a master is added, old trash goes, a derivation that is cheaper than new ones are gets dearer, this device gets its half
 * of the key, the log's newest row is sealed, and the key of the health feed is looked at.
 */
export async function afterOpening(core: VaultCore, report: OpenReport, authority: SlotSecret | undefined): Promise<void> {
  const { run } = core;
  const steps: (() => Promise<unknown>)[] = [];
  // Whatever the legacy product left in this browser opens what backups hold: with its format closed, it goes here too.
  if (report.versionOne === 'closed' && core.ports.legacyProduct.isHere()) {
    core.ports.legacyProduct.remove();
    core.legacyRemoved = true;
    core.publish();
  }
  if (report.tier === 'secrets') {
    if (report.versionOne === 'open') steps.push(() => continueUpgrade(core));
    steps.push(
      () => takeDrafts(core),
      () => tidyProven(core, authority),
    );
    if (authority !== undefined) steps.push(() => enrolDevice(core, authority));
  }
  const master = authority?.kind === 'master' ? authority.master : undefined;
  steps.push(
    () => sealLog(core),
    () => core.inTurn(() => keepCopy(core, master)),
  );
  if (report.tier === 'secrets') steps.push(() => lookAtFeedKey(core));
  if (report.tier === 'secrets' && report.rotating) steps.push(() => core.resumeRotation());
  for (const step of steps) {
    if (core.isOver(run)) return;
    await step();
  }
}

/** Its code is fetched behind the list; where that does not come, the next opening looks. */
export async function lookAtFeedKey(core: VaultCore): Promise<void> {
  const { run } = core;
  const part = await import('../checks/feed-key.ts').catch(() => undefined);
  if (!core.isOver(run)) await part?.checkFeedKey(core).catch(() => undefined);
}

/**
 * What goes without being asked for waits for a fresh proof: it takes entries away, or a way in, and nobody is asked for a proof
 * of what they did not begin.
 */
async function tidyProven(core: VaultCore, authority: SlotSecret | undefined): Promise<void> {
  const { run } = core;
  const isFresh = await core.ports.backend.proofIsFresh();
  if (!isFresh.ok || !isFresh.value || core.isOver(run)) return;
  await writeVault(core, (client) => client.ask('prepareTrash', undefined), failureOfJob);
  if (authority?.kind !== 'master' || core.isOver(run)) return;
  await writeVault(core, (client) => client.ask('prepareStrongerCost', authority), failureOfJob);
}

/** Empties the trash of what is old enough, as after a proof. */
export async function emptyOldTrash(core: VaultCore): Promise<void> {
  if (core.opened?.tier === 'secrets') await writeVault(core, (client) => client.ask('prepareTrash', undefined), failureOfJob);
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
  const written = await writeVault(core, (client) => client.ask('prepareSlot', { authority, wanted }), failureOfJob);
  if (!written.ok) {
    // Where the answer is not known, the slot may be there, and then the key belongs to it.
    if (written.failure.code === 'unexpected') await memory.forgetDeviceKey(slotId);
    return;
  }
  if (core.isOver(run) || core.known === undefined) return;
  core.known = { ...core.known, deviceSlotId: slotId };
  core.publish();
  await dropOldestDevices(core);
}

/** Device slots that are kept: a browser whose storage was cleared adds one with each opening, and the database takes 50 slots. */
const maxDevices = 20;

/** Takes the oldest devices away, beyond what is kept; each gets its slot again when the master is next given there. */
async function dropOldestDevices(core: VaultCore): Promise<void> {
  const { run, known } = core;
  // The snapshot of this opening does not name the slot that was just added; the server lists the oldest first.
  const devices = known?.outline.slots.filter(({ kind }) => kind === 'device') ?? [];
  for (const { id } of devices.slice(0, Math.max(0, devices.length + 1 - maxDevices))) {
    if (core.isOver(run)) return;
    await writeVault(core, (client) => client.ask('prepareSlotRemoval', { slotId: id, authority: undefined }), failureOfJob);
  }
}
