import type { Result } from '@castellan/foundation/result';
import type { Change, ChangeStep } from '../change.ts';
import type { Fields, RawRecord } from '../record.ts';
import type { ServerFailure } from '../records-server.ts';
import { sendMany } from './send-many.ts';
import { type BatchOutcome, compare, comparisons, failed, type SendOutcome, type SendPorts, settle, unseen } from './send-outcomes.ts';
import { type Batch, sendTogether } from './send-together.ts';

/** New records in clear sent in one request. */
const batchRecords = 100;

/** Sealed records sent in one request, and characters of them: a server writes, and reads, no more than it can at once. */
const sealedRecords = 1_000;
const sealedCharacters = 2_000_000;

/**
 * Sends what waits, in order. A change leaves the store only with the server's answer to it; what the server refuses, or
 * what conflicts, stays with its reason, and only later changes of the same record wait behind it. Safe to run twice at
 * once and to be killed anywhere: a record is added under its own id, and a change names the version that it changes.
 */
export async function sendChanges(ports: SendPorts): Promise<SendOutcome> {
  for (;;) {
    const batches = batchesOf(ports, await ports.store.changes());
    if (batches.length === 0) return { kind: 'sent' };
    for (const batch of batches) {
      if (ports.isPaused()) return { kind: 'sent' };
      const outcome = await sendBatch(ports, batch);
      if (outcome === 'conflicted') break;
      if (outcome !== 'done') return outcome;
    }
  }
}

/**
 * What may be sent, in order: what belongs together, neighbouring sealed records together, neighbouring new records of one collection
 * together, everything else by itself. The end of an import is not sent while anything else of it waits for the owner.
 */
function batchesOf({ charactersOf }: SendPorts, changes: readonly Change[]): readonly Batch[] {
  const blocked = new Set<string>();
  const batches: [Change, ...Change[]][] = [];
  // A second change of a record is made over what the first one leaves: it does not come with it.
  let last = new Set<string>();
  let characters = 0;
  for (const change of changes) {
    if (change.trouble !== undefined || change.unread !== undefined) {
      blocked.add(change.recordId);
      if (change.step !== undefined) blocked.add(endOf(change.step));
    }
    if (change.step?.isEnd === true && blocked.has(endOf(change.step))) blocked.add(change.recordId);
    if (blocked.has(change.recordId)) continue;
    const batch = batches.at(-1);
    const own = charactersOf(change);
    if (batch !== undefined && !last.has(change.recordId) && belongs(batch, change, own === undefined ? undefined : characters + own)) {
      batch.push(change);
      characters += own ?? 0;
    } else {
      batches.push([change]);
      last = new Set();
      characters = own ?? Number.POSITIVE_INFINITY;
    }
    last.add(change.recordId);
  }
  return batches;
}

const endOf = ({ id }: ChangeStep) => `end of ${id}`;

/** `characters`: of the batch with the change, where it may come with other sealed records. */
function belongs(batch: Batch, { whole, kind, collection, step }: Change, characters: number | undefined): boolean {
  const [first] = batch;
  if (whole !== undefined || first.whole !== undefined) return whole === first.whole;
  // What belongs together is not torn apart because something else was waiting before it.
  if (step?.id !== first.step?.id) return false;
  if (characters !== undefined && characters <= sealedCharacters) return batch.length < sealedRecords;
  if (characters !== undefined) return false;
  return first.kind === 'create' && kind === 'create' && first.collection === collection && batch.length < batchRecords;
}

function sendBatch(ports: SendPorts, batch: Batch): Promise<BatchOutcome> {
  if (batch[0].whole !== undefined) return sendTogether(ports, batch);
  const sendOne = (change: Change) => (change.kind === 'create' ? sendNew(ports, [change]) : sendChange(ports, change));
  if (batch.length > 1 && ports.charactersOf(batch[0]) === undefined && batch[0].kind === 'create') return sendNew(ports, batch);
  const isOfImport = batch[0].step?.isImport === true && batch[0].kind === 'change';
  return batch.length > 1 || isOfImport ? sendMany(ports, batch, sendOne) : sendOne(batch[0]);
}

async function sendNew(ports: SendPorts, batch: Batch): Promise<BatchOutcome> {
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
