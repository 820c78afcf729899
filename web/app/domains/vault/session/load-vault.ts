import { fail, type Result, succeed } from '@castellan/foundation/result';
import { isFinal } from '@castellan/vault-core/finding';
import { judgeShown } from '@castellan/vault-core/manifest/judge-opening';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import { takenState } from '@castellan/vault-core/manifest/sent-state';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { inTime } from '../../../lib/backend-parts/in-time.ts';
import { keepContact, learnAway } from '../away/learn-away.ts';
import type { StateChoice, VaultAlarm } from '../contract/vault-state.ts';
import type { SnapshotOutline } from '../ports/vault-backend.ts';
import { keepTaken } from './send-prepared.ts';
import type { KnownVault, VaultCore } from './store-core.ts';

/** The snapshot differs from what this device knows, and the owner has not said that it may. */
type Alarm = { readonly code: 'alarm' } & VaultAlarm;

/** How long a device that keeps a copy waits for a server that was heard of last, in milliseconds. */
export const patienceMs = 3000;

/**
 * Reads what there is to open, and shows it: locked, out of reach, or as an alarm. Where this device keeps a copy, that is shown as soon
 * as the server is known to be away or is slow to answer; what it says later takes its place, unless the copy is being opened by then.
 */
export async function loadVault(core: VaultCore): Promise<void> {
  const { backend, timer } = core.ports;
  const { run } = core;
  core.show({ stage: 'loading' });
  core.comparing = undefined;
  const away = await learnAway(core);
  if (core.isOver(run)) return;
  const asked = learn(core);
  const early = typeof away === 'object' ? await inTime(timer, backend.isSilent() ? 0 : patienceMs, asked) : await asked;
  if (core.isOver(run)) return;
  if (early === undefined && typeof away === 'object') {
    core.known = away;
    core.publish();
  }
  const known = early ?? (await asked);
  if (core.isOver(run)) return;
  const { stage } = core.read();
  // What was opened from the copy meanwhile looks for the server by itself.
  if (stage === 'opening' || stage === 'open') return;
  if (known.ok) return core.publish();
  if (known.failure.code === 'alarm') return showAlarm(core, known.failure);
  const isUnreachable = known.failure.code === 'backend_unreachable';
  if (!isUnreachable || typeof away !== 'object')
    return core.show({ stage: 'unreachable', copy: isUnreachable && typeof away !== 'object' ? away : undefined });
  core.known = away;
  core.publish();
}

export function showAlarm(core: VaultCore, { findings, pinnedEpoch, presentEpoch, seenAtMs, difference, hasOwnState }: VaultAlarm): void {
  core.show({ stage: 'alarm', findings, pinnedEpoch, presentEpoch, seenAtMs, difference, hasOwnState });
}

/** Asks the server how the vault stands, holds it against what this device remembers, and keeps it. */
export async function learn(core: VaultCore): Promise<Result<KnownVault, BackendFailure | Alarm>> {
  const { backend, memory } = core.ports;
  // What was sent before a lock comes first: what is shown before it arrives would be old at once.
  await core.sending;
  // The pin is read first: a state written by another tab in between must not look like one that was taken back.
  const pins = await memory.pins();
  // There is one owner, so that there is one pin; of several the earliest gives the history for all.
  const [earliest] = pins.toSorted((one, other) => one.epoch - other.epoch);
  const seen = earliest && { epoch: earliest.epoch, digest: earliest.headDigest };
  const [snapshot, factor, deviceKeys] = await Promise.all([backend.snapshot(seen), backend.authenticator(), memory.deviceKeys()]);
  if (!snapshot.ok) return snapshot;
  if (!factor.ok) return factor;
  const outline = snapshot.value;
  const draftKey = await core.ports.drafts.pinnedKey(outline.userId);
  core.draftKey = draftKey?.vaultId === outline.vaultId ? draftKey : undefined;
  // Whose vault it is says the server: under another name it shows none of the pins that it would break.
  const known = pins.find(({ userId }) => userId === outline.userId) ?? earliest;
  const sent = await memory.sent();
  const taken = takenState(known, sent, outline);
  if (taken !== undefined) await keepTaken(core, taken);
  // So is what another tab wrote meanwhile: a head that is remembered by now is what the vault is held against.
  const pin = (await memory.pins()).find(({ head }) => head !== undefined && head === outline.head) ?? known;
  if (core.accepted !== undefined && !isSame(core.accepted, outline)) core.accepted = undefined;
  if (core.comparing !== undefined && !isSame(core.comparing, outline)) core.comparing = undefined;
  const accepted = core.accepted !== undefined;
  const alarm = accepted || core.comparing !== undefined ? undefined : check(pin, outline);
  const mine = deviceKeys.find(({ slotId }) => outline.slots.some(({ id, kind }) => id === slotId && kind === 'device'));
  core.known = {
    kind: kindOf(outline, pin, accepted),
    outline,
    pin,
    sent: sent.map((one) => one.pin),
    factorId: factor.value,
    deviceSlotId: mine?.slotId,
  };
  if (alarm !== undefined) return fail(alarm);
  if (!accepted && core.comparing === undefined) await keepContact(core, outline);
  return succeed(core.known);
}

// A list that comes back empty makes no vault 'unset': only a device that knows of none, or its owner’s confirmation, does.
function kindOf(outline: SnapshotOutline, pin: VaultPin | undefined, accepted: boolean): KnownVault['kind'] {
  if (outline.vaultId !== undefined) return 'present';
  if (outline.entryCount > 0) return 'older';
  return pin === undefined || accepted ? 'none' : 'present';
}

/** What the owner says holds for what was shown: a server must not show something else once it has it. */
function isSame(shown: NonNullable<VaultCore['comparing']>, { userId, vaultId, epoch, head }: SnapshotOutline): boolean {
  return userId === shown.userId && vaultId === shown.vaultId && epoch === shown.epoch && head === shown.head;
}

/** What is wrong with the vault before anything of it is opened. */
function check(pin: VaultPin | undefined, outline: SnapshotOutline): Alarm | undefined {
  const { epoch } = outline;
  const codes = judgeShown(pin, { ...outline, epoch: epoch ?? 0 });
  if (pin === undefined || codes.length === 0) return undefined;
  return {
    code: 'alarm',
    findings: codes.map((code) => ({ code, id: null })),
    ...{ pinnedEpoch: pin.epoch, presentEpoch: epoch ?? null, seenAtMs: pin.seenAtMs ?? null, difference: null },
    hasOwnState: codes[0] === 'rolled_back' && pin.head !== undefined,
  };
}

/**
 * An older state was noticed before there were keys to compare it with: it is to be unlocked for that. The Worker does not let it in
 * without the owner's choice, and answers with the difference, which the next alarm shows.
 */
export async function compareStates(core: VaultCore): Promise<void> {
  const { run } = core;
  const shown = core.read();
  if (shown.stage !== 'alarm' || !shown.hasOwnState || core.known === undefined) return;
  const { userId, vaultId, epoch, head } = core.known.outline;
  core.comparing = { userId, vaultId, epoch, head };
  const known = await learn(core);
  if (core.isOver(run)) return;
  if (known.ok) return core.publish();
  if (known.failure.code === 'alarm') return showAlarm(core, known.failure);
  core.show({ stage: 'unreachable' });
}

/**
 * The owner’s choice which state is to be gone on from: what the server shows, or what this device remembers. What is opened next
 * becomes what this device knows.
 */
export async function acceptState(
  core: VaultCore,
  choice: StateChoice = 'server',
): Promise<Result<undefined, { readonly code: 'unreachable' | 'unexpected' }>> {
  const { run } = core;
  const shown = core.read();
  if (shown.stage !== 'alarm' || core.known === undefined || shown.findings.some(isFinal)) return fail({ code: 'unexpected' });
  const { userId, vaultId, epoch, head } = core.known.outline;
  const codes = shown.findings.map(({ code }) => code);
  core.comparing = undefined;
  core.accepted = { userId, vaultId, epoch, head, word: { codes, epoch: shown.presentEpoch, choice } };
  const known = await learn(core);
  if (core.isOver(run)) return fail({ code: 'unreachable' });
  if (!known.ok) {
    if (known.failure.code !== 'alarm') return fail({ code: 'unreachable' });
    showAlarm(core, known.failure);
    return fail({ code: 'unexpected' });
  }
  core.publish();
  return succeed(undefined);
}
