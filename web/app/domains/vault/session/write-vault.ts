import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { SentState } from '@castellan/vault-core/manifest/sent-state';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { VaultAlarm } from '../contract/vault-state.ts';
import type { ClientFailure, VaultClient } from '../contract/vault-work.ts';
import type { AcceptReport, PreparedChange, UnacceptedFailure } from '../contract/work-shapes.ts';
import type { SnapshotOutline, WrittenRecord } from '../ports/vault-backend.ts';
import { failureOfBackend, failureOfJob } from './failure-of.ts';
import { learn } from './load-vault.ts';
import { raiseAlarm } from './lock-vault.ts';
import { areFew, readAllRows, readRowsOf } from './read-rows.ts';
import { keepTaken, recoverySlotOf, sendPrepared } from './send-prepared.ts';
import type { VaultCore } from './store-core.ts';
import { withProof } from './with-proof.ts';

/** How often a change is made again because another one came first. */
const maxConflicts = 5;
/** Pauses before a change whose answer was lost is sent again, in milliseconds. */
const resendAfterMs = [500, 2000];

const silence = fail({ code: 'server', failure: { code: 'backend_unreachable' } } as const);

type Prepared<Failure extends { readonly code: string }> = Result<PreparedChange | undefined, Failure | ClientFailure>;

/** Why a change was not written: the Worker did not make it, the server did not take it, or the vault is not as it was. */
export type WriteFailure<Failure> =
  | { readonly code: 'job'; readonly failure: Failure | ClientFailure }
  | { readonly code: 'server'; readonly failure: BackendFailure }
  | { readonly code: 'vault'; readonly failure: VaultFailure };

/** What was written, with what the server says of the records among it. */
export type WrittenChange = { readonly prepared: PreparedChange; readonly records: readonly WrittenRecord[] };

/**
 * Writes one change, whole or not at all. Where another device's change came first, the newer state is read and the change is
 * made again from it; `prepare` says what the change is then, or that there is none. `explain`: what a failed job means to the page.
 */
export async function writeVault<Failure extends { readonly code: string }>(
  core: VaultCore,
  prepare: (client: VaultClient) => Promise<Prepared<Failure>>,
  explain: (failure: Failure | ClientFailure) => VaultFailure,
): Promise<Result<PreparedChange | undefined, VaultFailure>> {
  const written = await writeChange(core, prepare);
  if (written.ok) return succeed(written.value?.prepared);
  switch (written.failure.code) {
    case 'job':
      return fail(explain(written.failure.failure));
    case 'server':
      return fail(failureOfBackend(written.failure.failure));
    case 'vault':
      return fail(written.failure.failure);
  }
}

/** The same, for those who want to know where it failed, and what the server answered. */
export function writeChange<Failure extends { readonly code: string }>(
  core: VaultCore,
  prepare: (client: VaultClient) => Promise<Prepared<Failure>>,
): Promise<Result<WrittenChange | undefined, WriteFailure<Failure>>> {
  const { run } = core;
  const inVault = (failure: VaultFailure) => fail({ code: 'vault', failure } as const);
  return core.inTurn(async () => {
    for (let conflicts = 0; conflicts < maxConflicts; conflicts += 1) {
      if (core.isOver(run)) return inVault({ code: 'locked' });
      // What was opened from this device's copy is held against the server before anything is written over it.
      const contact = core.away === undefined ? succeed(undefined) : await readNewer(core);
      if (!contact.ok) return contact.failure.code === 'unreachable' ? silence : inVault(contact.failure);
      const prepared = await prepare(core.client);
      if (!prepared.ok) return fail({ code: 'job', failure: prepared.failure } as const);
      if (prepared.value === undefined) return succeed(undefined);
      const change = prepared.value;
      const sent = await withProof(core, () => send(core, change));
      if (core.isOver(run)) return inVault({ code: 'locked' });
      if (sent.ok) {
        const accepted = await acceptChange(core, change.next, false, change.change.records.length > 0);
        return accepted.ok ? succeed({ prepared: change, records: sent.value }) : inVault(accepted.failure);
      }
      if (sent.failure.code === 'fresh_proof_wanted') return inVault({ code: 'fresh_proof_wanted' });
      if (!isConflict(sent.failure)) {
        noticeSilence(core, sent.failure);
        return fail({ code: 'server', failure: sent.failure } as const);
      }
      const newer = await readNewer(core);
      if (!newer.ok) return inVault(newer.failure);
    }
    return inVault({ code: 'unexpected' });
  });
}

/**
 * The server has taken what was prepared: it becomes the vault's state, and what this device remembers. Where it is of `records`,
 * other tabs and devices are not told: they are told of the records themselves, and read the newer state where they meet one.
 */
export async function acceptChange(
  core: VaultCore,
  next: SentState | undefined,
  isOverride: boolean,
  ofRecords = false,
): Promise<Result<AcceptReport, VaultFailure>> {
  const { run } = core;
  if (next !== undefined) await keepTaken(core, next, isOverride);
  // After a lock the next Worker has other things waiting, and the page shows nothing.
  if (core.isOver(run)) return fail({ code: 'locked' });
  const accepted = await core.client.ask('accept', undefined);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!accepted.ok) return fail(failureOfJob(accepted.failure));
  const { epoch, put, removed, rows, findings } = accepted.value;
  const { opened } = core;
  core.icons.changed();
  if (opened !== undefined) {
    opened.epoch = epoch;
    opened.vaultFindings = findings;
    for (const id of removed) opened.listed.delete(id);
    for (const item of put) opened.listed.set(item.id, item);
    if (opened.rows !== undefined) opened.rows = rows;
    core.offline = false;
    core.relist();
    core.publish();
  }
  if (!ofRecords) core.ports.tabs.tell({ kind: 'changed', epoch });
  return accepted;
}

function send(core: VaultCore, { expectedEpoch, change, next, recoveryKey }: PreparedChange) {
  const { run } = core;
  const changeId = core.ports.newId();
  const write = () => core.ports.backend.write(expectedEpoch, changeId, change);
  return sendPrepared(core, { next, recoverySlot: recoverySlotOf(change.slots, recoveryKey) }, async () => {
    for (const pauseMs of resendAfterMs) {
      const sent = await write();
      if (sent.ok || sent.failure.code !== 'backend_unreachable' || core.isOver(run)) return sent;
      // The change may have arrived: under the same id it is written once.
      await new Promise<void>((resolve) => core.ports.timer.after(pauseMs, resolve));
    }
    return write();
  });
}

function isConflict(failure: BackendFailure): boolean {
  return failure.code === 'refused' && failure.reason === 'PT409' && /^\d+$/.test(failure.details[0] ?? '');
}

function noticeSilence(core: VaultCore, failure: BackendFailure): void {
  if (failure.code !== 'backend_unreachable') return;
  core.offline = true;
  core.publish();
}

/** Reads a newer state under the keys that are open, and the rows that changed. In the caller's turn. */
export async function readNewer(core: VaultCore): Promise<Result<undefined, VaultFailure>> {
  const { run } = core;
  const known = await learn(core);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!known.ok) {
    if (known.failure.code !== 'alarm') {
      noticeSilence(core, known.failure);
      return fail(failureOfBackend(known.failure));
    }
    raiseAlarm(core, known.failure);
    return fail({ code: 'locked' });
  }
  if (known.value.outline.withheld) return fail({ code: 'fresh_proof_wanted' });
  const opened = await core.client.ask('reopen', { snapshot: known.value.outline.whole, pin: known.value.pin, sent: known.value.sent });
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!opened.ok) {
    if (opened.failure.code === 'not_open') return fail({ code: 'locked' });
    // The keys that are open are no longer the vault's: they must be opened again.
    if (opened.failure.code === 'unaccepted') {
      raiseAlarm(core, alarmOf(opened.failure, known.value.pin));
      return fail({ code: 'unexpected' });
    }
    if (opened.failure.code === 'key_superseded') {
      core.onSuperseded();
      return fail({ code: 'locked' });
    }
    return fail(failureOfJob({ code: opened.failure.code }));
  }
  const { pin, wantedRows } = opened.value;
  if (pin !== undefined) await keepOpened(core, known.value.outline, pin, false);
  // A lock meanwhile: what was read must not be shown again.
  if (core.isOver(run)) return fail({ code: 'locked' });
  core.offline = false;
  const { away } = core;
  core.away = undefined;
  const wereRead = core.opened?.rowsFinished === true && away === undefined;
  core.take(opened.value);
  core.publish();
  if (wereRead && areFew(wantedRows)) await readRowsOf(core, wantedRows);
  else void readAllRows(core).then(() => (core.isOver(run) ? undefined : away?.onContact()));
  return succeed(undefined);
}

/** Remembers what was opened, with copies of the shards that it came with. */
export async function keepOpened(core: VaultCore, { userId, shards }: SnapshotOutline, pin: VaultPin, isOverride: boolean): Promise<void> {
  const { memory } = core.ports;
  await core.keepPin(pin, isOverride);
  const kept = new Map((await memory.copies(userId)).map(({ part, envelope }) => [part, envelope]));
  const changed = new Map<number, string | null>([...shards].filter(([part, envelope]) => kept.get(part) !== envelope));
  for (const part of kept.keys()) if (!shards.has(part)) changed.set(part, null);
  if (changed.size > 0) await memory.keepCopies(userId, changed);
}

/** What the Worker found, as the page shows it. */
export function alarmOf({ findings, epoch, difference, hasOwnState }: UnacceptedFailure, pin: VaultPin | undefined): VaultAlarm {
  return { findings, pinnedEpoch: pin?.epoch ?? null, presentEpoch: epoch, seenAtMs: pin?.seenAtMs ?? null, difference, hasOwnState };
}

/** Reads what was changed elsewhere, unless that is what is shown already. */
export function catchUp(core: VaultCore, epoch = Number.POSITIVE_INFINITY): Promise<void> {
  const waiting = core.catchingUp;
  // One look answers whatever was told before it begins: however often a server tells of changes, what the owner does has its turn.
  if (waiting !== undefined) {
    waiting.epoch = Math.max(waiting.epoch, epoch);
    return waiting.done;
  }
  const told = { epoch, done: Promise.resolve() };
  told.done = core.inTurn(async () => {
    if (core.catchingUp === told) core.catchingUp = undefined;
    const { opened } = core;
    if (opened !== undefined && opened.tier !== 'none' && told.epoch > opened.epoch) await readNewer(core);
  });
  core.catchingUp = told;
  return told.done;
}
