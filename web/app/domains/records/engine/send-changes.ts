import type { Result } from '@castellan/foundation/result';
import type { Change } from '../change.ts';
import type { Fields, RawRecord } from '../record.ts';
import type { ServerFailure } from '../records-server.ts';
import { type BatchOutcome, compare, comparisons, failed, type SendOutcome, type SendPorts, settle, unseen } from './send-outcomes.ts';
import { sendTogether } from './send-together.ts';

/** New records sent in one request. */
const batchRecords = 100;

/**
 * Sends what waits, in order. A change leaves the store only with the server's answer to it; what the server refuses, or
 * what conflicts, stays with its reason, and only later changes of the same record wait behind it. Safe to run twice at
 * once and to be killed anywhere: a record is added under its own id, and a change names the version that it changes.
 */
export async function sendChanges(ports: SendPorts): Promise<SendOutcome> {
  for (;;) {
    const batches = batchesOf(await ports.store.changes());
    if (batches.length === 0) return { kind: 'sent' };
    for (const batch of batches) {
      const outcome = await sendBatch(ports, batch);
      if (outcome === 'conflicted') break;
      if (outcome !== 'done') return outcome;
    }
  }
}

/** What may be sent, in order: what belongs together, neighbouring new records of one collection together, everything else by itself. */
function batchesOf(changes: readonly Change[]): readonly (readonly [Change, ...Change[]])[] {
  const blocked = new Set<string>();
  const batches: [Change, ...Change[]][] = [];
  // A second change of a record is made over what the first one leaves: it does not come with it.
  let last = new Set<string>();
  for (const change of changes) {
    if (change.trouble !== undefined || change.unread !== undefined) blocked.add(change.recordId);
    if (blocked.has(change.recordId)) continue;
    const batch = batches.at(-1);
    if (batch !== undefined && !last.has(change.recordId) && belongs(batch, change)) batch.push(change);
    else {
      batches.push([change]);
      last = new Set();
    }
    last.add(change.recordId);
  }
  return batches;
}

function belongs(batch: readonly [Change, ...Change[]], { whole, kind, collection }: Change): boolean {
  const [first] = batch;
  if (whole !== undefined || first.whole !== undefined) return whole === first.whole;
  return first.kind === 'create' && kind === 'create' && first.collection === collection && batch.length < batchRecords;
}

function sendBatch(ports: SendPorts, batch: readonly [Change, ...Change[]]): Promise<BatchOutcome> {
  if (batch[0].whole !== undefined) return sendTogether(ports, batch);
  return batch[0].kind === 'create' ? sendNew(ports, batch) : sendChange(ports, batch[0]);
}

async function sendNew(ports: SendPorts, batch: readonly [Change, ...Change[]]): Promise<BatchOutcome> {
  const [first] = batch;
  const asked = await ports.server.create(
    first.collection,
    batch.map(({ recordId, values }) => ({ ...values, id: recordId })),
  );
  if (!asked.ok) {
    if (asked.failure.code !== 'refused' || batch.length === 1) return failed(ports, first, asked.failure);
    // One row that the server refuses must not hold up the others.
    let conflicted = false;
    for (const change of batch) {
      const outcome = await sendNew(ports, [change]);
      if (outcome === 'conflicted') conflicted = true;
      else if (outcome !== 'done') return outcome;
    }
    return conflicted ? 'conflicted' : 'done';
  }
  const there = new Set(asked.value.map(({ id }) => id));
  const arrived = batch.filter(({ recordId }) => there.has(recordId));
  await settle(ports, first.collection, arrived, asked.value);
  const missing = batch.find(({ recordId }) => !there.has(recordId));
  return missing === undefined ? 'done' : unseen(ports, missing);
}

async function sendChange(ports: SendPorts, change: Change): Promise<BatchOutcome> {
  const { collection, recordId } = change;
  let row = ports.rowOf(collection, recordId);
  for (let tries = 0; tries < comparisons; tries += 1) {
    if (row === undefined) {
      const read = await ports.server.read(collection, recordId);
      if (!read.ok) return failed(ports, change, read.failure);
      if (read.value === undefined) return unseen(ports, change);
      row = read.value;
    }
    const compared = await compare(ports, change, row);
    if (compared === undefined) break;
    const { send, theirs } = compared;
    // What was changed later is compared in place of this: the owner is asked about what is in sight.
    if (theirs !== undefined) {
      const taken = await takenLater(ports, change, Object.keys(theirs));
      if (taken === undefined) break;
      if (taken) return 'conflicted';
    }
    if (Object.keys(send).length === 0) return finish(ports, change, row, theirs);
    const written: Result<RawRecord | undefined, ServerFailure> = await ports.server.change(collection, row, send);
    if (!written.ok) return failed(ports, change, written.failure);
    if (written.value !== undefined) return finish(ports, change, written.value, theirs);
    row = undefined;
  }
  return { kind: 'away', retryAfterMs: undefined };
}

/** Whether later changes were taken into this one; `undefined` where that code cannot be fetched now. */
function takenLater({ store }: SendPorts, change: Change, fields: readonly string[]): Promise<boolean | undefined> {
  return import('../conflicts/later-changes.ts').then(
    ({ takeLater }) => takeLater(store, change, fields),
    () => undefined,
  );
}

/** The row is as it should be, apart from the fields in conflict, which are kept as such. */
async function finish(ports: SendPorts, change: Change, row: RawRecord, theirs: Fields | undefined): Promise<BatchOutcome> {
  if (theirs === undefined) {
    await settle(ports, change.collection, [change], [row]);
    return 'done';
  }
  const fields = Object.keys(change.values).filter((field) => field in theirs);
  const only = (values: Fields) => Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
  await ports.store.putRows(change.collection, [row], undefined);
  await ports.store.replace({ ...change, values: only(change.values), base: only(change.base), trouble: { kind: 'conflict', theirs } });
  ports.onRows(change.collection, [row]);
  return 'conflicted';
}
