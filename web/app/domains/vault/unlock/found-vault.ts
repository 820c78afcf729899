import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultCreation } from '@castellan/vault-core/slots/create-vault';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { FoundedVault } from '../contract/work-shapes.ts';
import { failureOfBackend, failureOfOpening } from '../session/failure-of.ts';
import { learn, loadVault } from '../session/load-vault.ts';
import { readAllRows } from '../session/read-rows.ts';
import { recoverySlotOf, sendPrepared } from '../session/send-prepared.ts';
import type { KnownVault, VaultCore } from '../session/store-core.ts';
import { withProof } from '../session/with-proof.ts';
import { acceptChange } from '../session/write-vault.ts';
import { afterOpening, readAfterOpening } from './after-opening.ts';
import { continueUpgrade } from './upgrade-vault.ts';

type Founded<Value> = Promise<Result<Value, VaultFailure>>;

/** Makes the vault where there is none: the first master that is verified becomes the vault's (spec §4). */
export async function setMaster(core: VaultCore, master: string): Founded<{ readonly recoveryKey: string }> {
  const made = await founding(core, 'none', (known) =>
    create(core, { userId: known.outline.userId, master, epoch: 1 }, (creation) => core.ports.backend.create(creation)),
  );
  return made.ok ? showOpened(core, made.value, master) : made;
}

/** Gives up the keys of a vault that nobody can open, for a new one. Present entries stay where they are, closed for good. */
export async function replaceVault(core: VaultCore, master: string): Founded<{ readonly recoveryKey: string }> {
  const made = await founding(core, 'present', async ({ outline: { userId, vaultId, epoch } }) => {
    if (vaultId === undefined || epoch === undefined) return fail({ code: 'unexpected' });
    return create(core, { userId, master, epoch: epoch + 1 }, (creation) => core.ports.backend.replace(vaultId, creation));
  });
  return made.ok ? showOpened(core, made.value, master) : made;
}

/** Writes the legacy product's rows again under another master, and closes its format. `failed`: rows that stay as they were. */
export async function upgradeVault(
  core: VaultCore,
  oldMaster: string,
  newMaster: string,
): Founded<{ readonly recoveryKey: string; readonly failed: readonly string[] }> {
  const { run } = core;
  let total = 0;
  const tell = (done: number) => core.show({ stage: 'opening', step: 'upgrading', done, total });
  const made = await founding(core, 'older', async ({ outline }) => {
    total = outline.entryCount;
    tell(0);
    if (!(await readAllRows(core, (work) => work()))) return fail({ code: 'unreachable' });
    const begun = await core.client.ask('beginUpgrade', { userId: outline.userId, oldMaster, newMaster });
    if (!begun.ok) {
      if (begun.failure.code === 'wrong_v1_master') return fail({ code: 'wrong_master' });
      return fail(begun.failure.code === 'same_master' ? { code: 'same_master' } : failureOfOpening({ code: begun.failure.code }, 'other'));
    }
    return sendCreation(core, begun.value, (creation) => core.ports.backend.upgrade(creation));
  });
  if (!made.ok) return made;
  const left = await continueUpgrade(core, tell);
  if (!left.ok) {
    if (core.isOver(run)) return fail({ code: 'locked' });
    core.publish();
    return left;
  }
  const shown = await showOpened(core, made.value, newMaster);
  return shown.ok ? succeed({ ...shown.value, failed: left.value.left }) : shown;
}

/**
 * Shows the stage while a vault is founded and sent, and what there is where that failed. All in one turn: what another write
 * prepared or learned meanwhile would be about the former vault.
 */
async function founding(
  core: VaultCore,
  kind: KnownVault['kind'],
  work: (known: KnownVault) => Founded<FoundedVault>,
): Founded<FoundedVault> {
  const { run } = core;
  const before = core.opened;
  core.show({ stage: 'opening', step: 'deriving', done: 0, total: 1 });
  return core.inTurn(async () => {
    if (core.isOver(run)) return fail({ code: 'locked' });
    const known = await learn(core);
    if (core.isOver(run)) return fail({ code: 'locked' });
    const outcome = known.ok && known.value.kind === kind ? await work(known.value) : undefined;
    if (core.isOver(run)) return fail({ code: 'locked' });
    if (outcome?.ok === true) return outcome;
    if (known.ok && outcome !== undefined) {
      core.publish();
      return outcome;
    }
    // There is something else than what the page believed: it shall look again.
    if (before === undefined) void loadVault(core);
    else core.publish();
    if (known.ok) return fail({ code: 'unexpected' });
    return fail(known.failure.code === 'alarm' ? { code: 'unexpected' } : failureOfBackend(known.failure));
  });
}

type Send = (creation: VaultCreation) => Promise<Result<unknown, BackendFailure>>;

async function create(
  core: VaultCore,
  wanted: { readonly userId: string; readonly master: string; readonly epoch: number },
  sendIt: Send,
): Founded<FoundedVault> {
  const made = await core.client.ask('create', wanted);
  return made.ok ? sendCreation(core, made.value, sendIt) : fail(failureOfOpening({ code: made.failure.code }, 'other'));
}

/** Nothing is remembered of a vault before the server has taken it. */
async function sendCreation(core: VaultCore, made: FoundedVault, sendIt: Send): Founded<FoundedVault> {
  const { run } = core;
  const { creation, next, recoveryKey } = made;
  const sendable = { next, recoverySlot: recoverySlotOf(creation.slots, recoveryKey) };
  const sent = await withProof(core, () => sendPrepared(core, sendable, () => sendIt(creation)));
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!sent.ok) return fail(sent.failure.code === 'fresh_proof_wanted' ? { code: 'fresh_proof_wanted' } : failureOfBackend(sent.failure));
  const accepted = await acceptChange(core, next, true);
  core.accepted = undefined;
  return accepted.ok ? succeed(made) : accepted;
}

async function showOpened(
  core: VaultCore,
  { creation, recoveryKey }: FoundedVault,
  master: string,
): Founded<{ readonly recoveryKey: string }> {
  const { run } = core;
  const report = await core.client.ask('report', undefined);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!report.ok) return fail(failureOfOpening({ code: report.failure.code }, 'other'));
  if (core.known !== undefined) {
    const slots = creation.slots.map(({ id, kind }) => ({ id, kind, label: '', credentialId: '', prfSalt: '' }));
    const outline = { ...core.known.outline, vaultId: report.value.vaultId, epoch: report.value.epoch, slots };
    core.known = { ...core.known, kind: 'present', outline, deviceSlotId: undefined };
  }
  core.take(report.value);
  core.publish();
  void core.ports.log.record('unlock_master', {});
  void readAfterOpening(core).then(() => afterOpening(core, report.value, { kind: 'master', master }));
  return succeed({ recoveryKey });
}
