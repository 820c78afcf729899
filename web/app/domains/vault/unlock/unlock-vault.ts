import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { DeviceCopy } from '@castellan/vault-core/offline/device-copy';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import { inTime } from '../../../lib/backend-parts/in-time.ts';
import { learnAway } from '../away/learn-away.ts';
import { goOnAway } from '../away/open-away.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { VaultTier } from '../contract/vault-state.ts';
import type { OpenReport } from '../contract/work-shapes.ts';
import type { SnapshotOutline } from '../ports/vault-backend.ts';
import { failureOfBackend, failureOfCode, failureOfJob, failureOfOpening } from '../session/failure-of.ts';
import { learn, patienceMs } from '../session/load-vault.ts';
import { raiseAlarm } from '../session/lock-vault.ts';
import type { KnownVault, VaultCore } from '../session/store-core.ts';
import { alarmOf, keepOpened, writeVault } from '../session/write-vault.ts';
import { afterOpening, readAfterOpening } from './after-opening.ts';

/** The least time between a code's submission and its answer (spec §4), in milliseconds. */
const codePauseMs = 500;

/** `copy`: it was opened from what this device keeps. */
type Opened = Result<OpenReport & { readonly copy?: DeviceCopy }, VaultFailure>;
type Presented = 'master' | 'recovery' | 'other';

/** Opens everything with the master. */
export async function unlockWithMaster(core: VaultCore, master: string): Promise<Result<undefined, VaultFailure>> {
  const opened = await open(core, 'master', () => Promise.resolve(succeed({ kind: 'master', master } as const)));
  return opened.ok ? finish(core, opened.value, 'master', { kind: 'master', master }) : opened;
}

/** Opens everything with the printed recovery key. */
export async function unlockWithRecoveryKey(core: VaultCore, key: string): Promise<Result<undefined, VaultFailure>> {
  const opened = await open(core, 'recovery', () => Promise.resolve(succeed({ kind: 'recovery', key } as const)));
  return opened.ok ? finish(core, opened.value, 'recovery', { kind: 'recovery', key }) : opened;
}

/** Opens everything with a passkey. */
export async function unlockWithPasskey(core: VaultCore, slotId: string): Promise<Result<undefined, VaultFailure>> {
  const opened = await open(core, 'other', async ({ outline }) => {
    const slot = outline.slots.find(({ id, kind }) => id === slotId && kind === 'passkey');
    if (slot === undefined) return fail({ code: 'unexpected' });
    const output = await core.ports.passkeys.open(slot.credentialId, slot.prfSalt);
    return output.ok
      ? succeed({ kind: 'passkey', credentialId: slot.credentialId, prfOutput: output.value } as const)
      : fail({ code: output.failure.code === 'unsupported' ? 'passkey_unsupported' : 'passkey_refused' });
  });
  return opened.ok ? finish(core, opened.value, 'passkey', undefined) : opened;
}

/**
 * Proves the authenticator to the server. On a device that has its half of the key, the list opens with it; elsewhere the vault
 * is open and shows nothing yet (tier `none`).
 */
export async function unlockWithCode(core: VaultCore, code: string): Promise<Result<{ readonly tier: VaultTier }, VaultFailure>> {
  const { backend, memory, timer } = core.ports;
  const { run } = core;
  const pause = new Promise<void>((resolve) => timer.after(codePauseMs, resolve));
  const factorId = core.known?.factorId;
  if (factorId === undefined) return fail({ code: 'unexpected' });
  await core.lockSettled;
  const verified = await backend.verifyCode(factorId, code);
  await pause;
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!verified.ok) return fail(failureOfCode(verified.failure));
  // The code is what a device that is new to the vault is told its ways in for.
  if (core.known?.outline.withheld === true) await learn(core);
  if (core.isOver(run)) return fail({ code: 'locked' });
  const slotId = core.known?.deviceSlotId;
  const mine = (await memory.deviceKeys()).find((key) => key.slotId === slotId);
  const opened =
    mine === undefined
      ? undefined
      : await open(core, 'other', async () => {
          const share = await backend.deviceShare(mine.slotId);
          if (!share.ok) return fail(failureOfBackend(share.failure));
          return succeed({ kind: 'device', slotId: mine.slotId, deviceKey: mine.key, share: share.value } as const);
        });
  if (opened?.ok === true) {
    await finish(core, opened.value, 'code', undefined);
    return succeed({ tier: 'details' });
  }
  if (core.isOver(run)) return fail({ code: 'locked' });
  // The code was right; without a key of this device the master opens the rest.
  openWithoutKeys(core);
  void core.ports.log.record('unlock', { way: 'code' });
  return succeed({ tier: 'none' });
}

function openWithoutKeys(core: VaultCore): void {
  core.opened = {
    tier: 'none',
    openedAtMs: core.ports.timer.nowMs(),
    keys: [],
    epoch: core.known?.outline.epoch ?? 0,
    firstTime: false,
    vaultId: undefined,
    listed: new Map(),
    items: [],
    vaultFindings: [],
    otherFindings: [],
    rows: undefined,
    rowsFinished: true,
    recordsListed: false,
    changedWays: new Map(),
    rotation: null,
  };
  core.publish();
}

/** Reads how the vault stands now and opens it with what `present` gives. Leaves the stage as it was where that fails. */
async function open(
  core: VaultCore,
  presented: Presented,
  present: (known: KnownVault) => Promise<Result<SlotSecret, VaultFailure>>,
): Promise<Opened> {
  const { run } = core;
  const isFresh = core.opened === undefined;
  if (isFresh) core.show({ stage: 'opening', step: 'deriving', done: 0, total: 1 });
  const opened = await openNow(core, presented, present);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!opened.ok && isFresh) core.publish();
  return opened;
}

async function openNow(
  core: VaultCore,
  presented: Presented,
  present: (known: KnownVault) => Promise<Result<SlotSecret, VaultFailure>>,
): Promise<Opened> {
  const { run } = core;
  // Whoever opens the copy does not wait long for a server that did not answer when it was shown.
  const asked = learn(core);
  const known =
    core.known?.copy === undefined
      ? await asked
      : ((await inTime(core.ports.timer, patienceMs, asked)) ?? fail({ code: 'backend_unreachable' } as const));
  const word = core.accepted?.word;
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!known.ok) {
    const away = known.failure.code === 'backend_unreachable' && core.opened === undefined ? await learnAway(core) : undefined;
    if (core.isOver(run)) return fail({ code: 'locked' });
    if (typeof away === 'object') return openAway(core, presented, away, present);
    if (known.failure.code !== 'alarm') return fail(failureOfBackend(known.failure));
    raiseAlarm(core, known.failure);
    return fail({ code: 'locked' });
  }
  if (known.value.outline.withheld) return fail({ code: 'fresh_proof_wanted' });
  const secret = await present(known.value);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!secret.ok) return secret;
  const { outline, pin, sent } = known.value;
  const opened = await core.client.ask('open', {
    userId: outline.userId,
    snapshot: outline.whole,
    pin,
    sent,
    secret: secret.value,
    accepted: word,
    copies: pin === undefined ? [] : await core.ports.memory.copies(outline.userId),
  });
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (opened.ok) return opened.value.unjoined ? joinStates(core, outline, opened.value) : keepKnown(core, outline, opened.value);
  if (opened.failure.code === 'unaccepted') {
    raiseAlarm(core, alarmOf(opened.failure, pin));
    return fail({ code: 'locked' });
  }
  return fail(failureOfOpening({ code: opened.failure.code, unproven: 'unproven' in opened.failure }, presented));
}

/** Opens what this device keeps. */
async function openAway(
  core: VaultCore,
  presented: Presented,
  known: KnownVault,
  present: (known: KnownVault) => Promise<Result<SlotSecret, VaultFailure>>,
): Promise<Opened> {
  const { run } = core;
  const { copy, pin } = known;
  const secret = await present(known);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!secret.ok) return secret;
  if (copy === undefined) return fail({ code: 'unreachable' });
  const parts = await core.ports.memory.copies(copy.userId);
  const opened = await core.client.ask('openCopy', { copy, pin, parts, secret: secret.value });
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (opened.ok) {
    core.known = known;
    return succeed({ ...opened.value, copy });
  }
  const { code } = opened.failure;
  if (code === 'no_slot' || code === 'no_copy') return fail({ code: 'needs_server' });
  return fail(code === 'copy_behind' ? { code } : failureOfOpening({ code }, presented));
}

/** The confirmation holds for as long as nothing is remembered instead: where the head is gone, until it was made again. */
async function keepKnown(core: VaultCore, outline: SnapshotOutline, report: OpenReport): Promise<Opened> {
  if (report.pin === undefined) return succeed(report);
  await keepOpened(core, outline, report.pin, core.accepted !== undefined);
  core.accepted = undefined;
  return succeed(report);
}

/**
 * Writes the head that goes on from the state which the owner chose, before anything else is done: from then on this device and
 * those that know the other state follow it. A head that is gone is made again by a repair, which does the same.
 */
async function joinStates(core: VaultCore, outline: SnapshotOutline, opened: OpenReport): Promise<Opened> {
  const { run } = core;
  if (opened.findings.some(({ code }) => code === 'head_missing' || code === 'head_unreadable')) return succeed(opened);
  const joined = await writeVault(core, (client) => client.ask('prepareJoin', undefined), failureOfJob);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!joined.ok) return joined;
  const isServers = core.accepted?.word.choice !== 'device';
  core.accepted = undefined;
  const report = await core.client.ask('report', undefined);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!report.ok) return fail(failureOfJob(report.failure));
  // The shards of the device's own state were kept as they were written.
  if (isServers && report.value.pin !== undefined) await keepOpened(core, outline, report.value.pin, false);
  return report;
}

async function finish(
  core: VaultCore,
  { copy, ...report }: OpenReport & { readonly copy?: DeviceCopy },
  way: 'master' | 'recovery' | 'passkey' | 'code',
  authority: SlotSecret | undefined,
): Promise<Result<undefined, VaultFailure>> {
  core.take(report);
  if (copy !== undefined) return goOnAway(core, copy, report);
  core.publish();
  void readAfterOpening(core).then(() => afterOpening(core, report, authority));
  void core.ports.log.record(way === 'master' ? 'unlock_master' : 'unlock', way === 'master' ? {} : { way });
  return succeed(undefined);
}
