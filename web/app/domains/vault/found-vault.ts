import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultCreation } from '@castellan/vault-core/create-vault';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { afterOpening, readAfterOpening } from './after-opening.ts';
import { failureOfBackend, failureOfOpening } from './failure-of.ts';
import { learn, loadVault } from './load-vault.ts';
import { readAllRows } from './read-rows.ts';
import type { KnownVault, VaultCore } from './store-core.ts';
import { continueUpgrade } from './upgrade-vault.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { FoundedVault, OpenReport } from './vault-work.ts';
import { acceptChange } from './write-vault.ts';

type Founded<Value> = Promise<Result<Value, VaultFailure>>;

/** The least that a new master must be long (spec §5); the texts that say so are the page's. */
export const leastMasterLength = 8;

/** Makes the vault where there is none: the first master that is verified becomes the vault's (spec §4). */
export function setMaster(core: VaultCore, master: string): Founded<{ readonly recoveryKey: string }> {
  return founding(core, 'none', async (known) => {
    const made = await core.client.ask('create', { userId: known.outline.userId, master, epoch: 1 });
    if (!made.ok) return fail(failureOfOpening(made.failure.code, 'other'));
    return send(core, made.value, (creation) => core.ports.backend.create(creation), { kind: 'master', master });
  });
}

/** Gives up the keys of a vault that nobody can open, for a new one. Present entries stay where they are, closed for good. */
export function replaceVault(core: VaultCore, master: string): Founded<{ readonly recoveryKey: string }> {
  return founding(core, 'present', async (known) => {
    const { userId, vaultId, epoch } = known.outline;
    if (vaultId === undefined || epoch === undefined) return fail({ code: 'unexpected' });
    const made = await core.client.ask('create', { userId, master, epoch: epoch + 1 });
    if (!made.ok) return fail(failureOfOpening(made.failure.code, 'other'));
    return send(core, made.value, (creation) => core.ports.backend.replace(vaultId, creation), { kind: 'master', master });
  });
}

/** Writes the older product's rows anew under another master, and closes its format. `failed`: rows that stay as they were. */
export function upgradeVault(
  core: VaultCore,
  oldMaster: string,
  newMaster: string,
): Founded<{ readonly recoveryKey: string; readonly failed: readonly string[] }> {
  return founding(core, 'older', async (known) => {
    const total = known.outline.entryCount;
    const tell = (done: number) => core.show({ stage: 'opening', step: 'upgrading', done, total });
    if (!(await readAllRows(core))) return fail({ code: 'unreachable' });
    tell(0);
    const made = await core.client.ask('beginUpgrade', { userId: known.outline.userId, oldMaster, newMaster });
    if (!made.ok) {
      if (made.failure.code === 'wrong_v1_master') return fail({ code: 'wrong_master' });
      return fail(made.failure.code === 'same_master' ? { code: 'same_master' } : failureOfOpening(made.failure.code, 'other'));
    }
    const sent = await sendCreation(core, made.value, (creation) => core.ports.backend.upgrade(creation));
    if (!sent.ok) return sent;
    const left = await continueUpgrade(core, tell);
    if (!left.ok) return left;
    const shown = await showOpened(core, made.value, { kind: 'master', master: newMaster });
    return shown.ok ? succeed({ recoveryKey: made.value.recoveryKey, failed: left.value }) : shown;
  });
}

/** Shows the stage while a vault is founded, and what there is afterwards. */
async function founding<Value>(core: VaultCore, kind: KnownVault['kind'], work: (known: KnownVault) => Founded<Value>): Founded<Value> {
  const { run } = core;
  const before = core.opened;
  core.show({ stage: 'opening', step: 'deriving', done: 0, total: 1 });
  const known = await learn(core);
  if (core.isOver(run)) return fail({ code: 'locked' });
  const outcome = known.ok && known.value.kind === kind ? await work(known.value) : undefined;
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (outcome?.ok === true) return outcome;
  if (!known.ok || outcome === undefined) {
    // There is something else than what the page believed: it shall look again.
    if (before === undefined) void loadVault(core);
    else core.publish();
    if (known.ok) return fail({ code: 'unexpected' });
    return fail(known.failure.code === 'alarm' ? { code: 'unexpected' } : failureOfBackend(known.failure));
  }
  core.publish();
  return outcome;
}

type Send = (creation: VaultCreation) => Promise<Result<unknown, BackendFailure>>;

async function send(
  core: VaultCore,
  made: FoundedVault,
  sendIt: Send,
  authority: { readonly kind: 'master'; readonly master: string },
): Founded<{ readonly recoveryKey: string }> {
  const sent = await sendCreation(core, made, sendIt);
  if (!sent.ok) return sent;
  const shown = await showOpened(core, made, authority);
  return shown.ok ? succeed({ recoveryKey: made.recoveryKey }) : shown;
}

/** Nothing is remembered of a vault before the server has taken it. */
async function sendCreation(core: VaultCore, { creation }: FoundedVault, sendIt: Send): Founded<undefined> {
  const { run } = core;
  const sent = await sendIt(creation);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!sent.ok) return fail(failureOfBackend(sent.failure));
  const accepted = await acceptChange(core, true);
  core.accepted = false;
  return accepted.ok ? succeed(undefined) : accepted;
}

async function showOpened(
  core: VaultCore,
  { creation }: FoundedVault,
  authority: { readonly kind: 'master'; readonly master: string },
): Founded<OpenReport> {
  const { run } = core;
  const report = await core.client.ask('report', undefined);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!report.ok) return fail(failureOfOpening(report.failure.code, 'other'));
  if (core.known !== undefined) {
    const slots = creation.slots.map(({ id, kind }) => ({ id, kind, label: '', credentialId: '', prfSalt: '' }));
    const outline = { ...core.known.outline, vaultId: report.value.vaultId, epoch: report.value.epoch, slots };
    core.known = { ...core.known, kind: 'present', outline, deviceSlotId: undefined };
  }
  core.take(report.value);
  core.publish();
  void core.ports.log.record('unlock_master', {});
  void readAfterOpening(core).then(() => afterOpening(core, report.value, authority));
  return report;
}
