import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import type { HeldItem } from '../contract/held-item.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { KeepPasskeys, Proof, Rotation } from '../contract/vault-security.ts';
import { takeDrafts } from '../drafts/keep-drafts.ts';
import { resealRecords } from '../sealed-records/reseal-records.ts';
import { failureOfJob } from '../session/failure-of.ts';
import { readAllRows } from '../session/read-rows.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';
import { enrolDevice, lookAtFeedKey } from '../unlock/after-opening.ts';
import { explainProof, relearnWays, secretOf } from './change-ways.ts';
import { type RenewedPasskey, renewPasskeys } from './keep-passkeys.ts';

/** More steps than any vault has: 200 entries are sealed again with each. */
const maxSteps = 1000;

/**
 * Gives the vault another key, with a master, a fresh recovery key and the passkeys that are kept; every other way in goes.
 * Answers once that is written; the entries follow behind the list, and the old key is kept until the last of them was read back.
 */
export async function rotateKey(
  core: VaultCore,
  proof: Proof,
  master: string,
  keep?: KeepPasskeys,
): Promise<Result<{ readonly recoveryKey: string }, VaultFailure>> {
  const { run } = core;
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  const deviceSlotId = core.known?.deviceSlotId;
  const authority = await secretOf(core, proof);
  if (!authority.ok) return authority;
  const renewed = keep === undefined || keep.slotIds.length === 0 ? succeed([]) : await renewProven(core, proof, authority.value, keep);
  if (!renewed.ok) return renewed;
  const written = await writeVault(
    core,
    (client) => client.ask('beginRotation', { authority: authority.value, master, passkeys: stillThere(core, renewed.value) }),
    explainProof(proof),
  );
  if (!written.ok) return written;
  const recoveryKey = written.value?.recoveryKey;
  if (recoveryKey === undefined) return fail({ code: 'unexpected' });
  if (deviceSlotId !== undefined) await core.ports.memory.forgetDeviceKey(deviceSlotId);
  if (core.isOver(run)) return fail({ code: 'locked' });
  relearnWays(core, written.value?.change.slots ?? [], written.value?.change.removed_slots ?? []);
  void core.ports.log.record('rotate', {});
  await takeReport(core);
  // Drafts of this device stay readable: the key they are sealed to goes under the new one while the old is still there.
  void enrolDevice(core, { kind: 'master', master })
    .then(() => takeDrafts(core))
    .then(() => continueRotation(core))
    // Whoever has the former key has the feed's private key as well: what comes from now on is sealed to another one.
    .then(() => lookAtFeedKey(core));
  return succeed({ recoveryKey });
}

/** The passkeys that are kept, asked only once the proof is known to be right. */
async function renewProven(core: VaultCore, proof: Proof, authority: SlotSecret, keep: KeepPasskeys) {
  const { run } = core;
  const proven = await core.client.ask('prove', { authority });
  if (core.isOver(run)) return fail<VaultFailure>({ code: 'locked' });
  return proven.ok ? renewPasskeys(core, keep) : fail(explainProof(proof)(proven.failure));
}

/** One that was removed on another device meanwhile stays removed. */
function stillThere({ known }: VaultCore, renewed: readonly RenewedPasskey[]) {
  return renewed.filter(({ slotId }) => known?.outline.slots.some(({ id }) => id === slotId)).map(({ wanted }) => wanted);
}

/**
 * Seals what is left again, write by write, until everything was read back and the old key can be dropped. Safe to begin again after any
 * interruption. `without`: records that the owner was shown and finishes without, though they were not read back.
 */
export async function continueRotation(core: VaultCore, without: readonly HeldItem[] = []): Promise<void> {
  const { run, opened } = core;
  if (opened === undefined || opened.tier !== 'secrets' || opened.rotation === null || opened.rotation.running) return;
  core.rotationStopped = false;
  show(core, { ...opened.rotation, running: true, blocked: [] });
  const ended = await takeSteps(core, without);
  if (core.isOver(run)) return;
  if (ended.kind === 'done') show(core, null);
  else show(core, { ...(core.opened?.rotation ?? { left: 0, total: 0 }), running: false, blocked: ended.blocked });
  if (ended.kind !== 'done') return;
  if (ended.without > 0) void core.ports.log.record('rotate_without', { reason: `${ended.without} that did not open` });
  await takeReport(core);
}

type Ended = { readonly kind: 'done'; readonly without: number } | { readonly kind: 'stopped'; readonly blocked: readonly HeldItem[] };
const stopped: Ended = { kind: 'stopped', blocked: [] };

async function takeSteps(core: VaultCore, without: readonly HeldItem[]): Promise<Ended> {
  const { run } = core;
  // An old key is dropped only after everything was read back: what is in memory is not trusted for it.
  let readBack: { readonly without: number } | undefined;
  if (core.opened?.rowsFinished !== true && !(await readAllRows(core))) return stopped;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (core.isOver(run) || core.rotationStopped) return stopped;
    const step = await takeStep(core, readBack !== undefined);
    if (!step.ok) return stopped;
    const { kind } = step.value;
    if (kind === 'done') return { kind, without: readBack?.without ?? 0 };
    if (kind === 'written') continue;
    // Whatever entries keep the old key, records are sealed again all the same.
    const records = await resealRecords(core);
    if (records.kind === 'stopped') return stopped;
    const held = records.kind === 'held' ? records.records : [];
    const entries = kind === 'blocked' ? step.value.ids.map((id) => ({ id })) : [];
    if (kind === 'blocked' || !held.every((one) => isAmong(without, one))) return { kind: 'stopped', blocked: [...entries, ...held] };
    if (!(await readAllRows(core))) return stopped;
    readBack = { without: held.length };
  }
  return stopped;
}

function isAmong(items: readonly HeldItem[], { collection, id }: HeldItem): boolean {
  return items.some((item) => item.collection === collection && item.id === id);
}

type Step =
  | { readonly kind: 'written' | 'read-back' | 'done' }
  /** Entries that were not read back. */
  | { readonly kind: 'blocked'; readonly ids: readonly string[] };

async function takeStep(core: VaultCore, readBack: boolean): Promise<Result<Step, VaultFailure>> {
  let outcome: Step = { kind: 'written' };
  const written = await writeVault(
    core,
    async (client) => {
      outcome = { kind: 'written' };
      const step = await client.ask('nextRotationStep', undefined);
      if (!step.ok) return step;
      const { value } = step;
      if (value.kind !== 'write') {
        outcome = value;
        return succeed(undefined);
      }
      show(core, { running: true, left: value.left, total: value.total, blocked: [] });
      if (value.finishes && !readBack) {
        outcome = { kind: 'read-back' };
        return succeed(undefined);
      }
      return succeed(value.prepared);
    },
    failureOfJob,
  );
  return written.ok ? succeed(outcome) : written;
}

function show(core: VaultCore, rotation: Rotation | null): void {
  if (core.opened === undefined) return;
  core.opened.rotation = rotation;
  core.publish();
}

/** Takes what the Worker holds now: other keys than before. */
async function takeReport(core: VaultCore): Promise<void> {
  const { run } = core;
  const report = await core.client.ask('report', undefined);
  if (core.isOver(run) || !report.ok) return;
  core.take(report.value);
  core.publish();
}
