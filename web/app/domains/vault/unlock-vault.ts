import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { SlotSecret } from '@castellan/vault-core/slot-secret';
import { afterOpening, readAfterOpening } from './after-opening.ts';
import { failureOfBackend, failureOfCode, failureOfOpening } from './failure-of.ts';
import { learn } from './load-vault.ts';
import { raiseAlarm } from './lock-vault.ts';
import type { KnownVault, VaultCore } from './store-core.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { VaultTier } from './vault-state.ts';
import type { OpenReport } from './vault-work.ts';

/** The least time between a code's submission and its answer (spec §4), in milliseconds. */
const codePauseMs = 500;

type Opened = Result<OpenReport, VaultFailure>;
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
    vaultId: undefined,
    listed: new Map(),
    items: [],
    vaultFindings: [],
    otherFindings: [],
    rows: undefined,
    rowsFinished: true,
    recordsListed: false,
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
  const known = await learn(core);
  const word = core.accepted?.word;
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!known.ok) {
    if (known.failure.code !== 'alarm') return fail(failureOfBackend(known.failure));
    raiseAlarm(core, known.failure);
    return fail({ code: 'locked' });
  }
  const secret = await present(known.value);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!secret.ok) return secret;
  const { outline, pin } = known.value;
  const opened = await core.client.ask('open', {
    userId: outline.userId,
    snapshot: outline.whole,
    pin,
    secret: secret.value,
    accepted: word,
  });
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (opened.ok) {
    if (opened.value.pin !== undefined) await core.ports.memory.keepPin(opened.value.pin, word !== undefined);
    core.accepted = undefined;
    return opened;
  }
  if (opened.failure.code === 'unaccepted') {
    const { findings, epoch } = opened.failure;
    raiseAlarm(core, { findings, pinnedEpoch: pin?.epoch ?? 0, presentEpoch: epoch });
    return fail({ code: 'locked' });
  }
  return fail(failureOfOpening(opened.failure.code, presented));
}

async function finish(
  core: VaultCore,
  report: OpenReport,
  way: 'master' | 'recovery' | 'passkey' | 'code',
  authority: SlotSecret | undefined,
): Promise<Result<undefined, VaultFailure>> {
  core.take(report);
  core.publish();
  void readAfterOpening(core).then(() => afterOpening(core, report, authority));
  void core.ports.log.record(way === 'master' ? 'unlock_master' : 'unlock', way === 'master' ? {} : { way });
  return succeed(undefined);
}
