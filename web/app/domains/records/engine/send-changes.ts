import type { Result } from '@castellan/foundation/result';
import { type Change, type Merge, reconcile } from '../change.ts';
import type { Fields, RawRecord } from '../record.ts';
import type { RecordsServer, ServerFailure } from '../records-server.ts';
import type { RecordsStore } from '../records-store.ts';

/** How a round of sending ended: all that could be sent was; the vault closed meanwhile; nobody answers for now; the session is over. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'vault-closed' }
  | { readonly kind: 'away'; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'signed-out' };

/** What sending needs from outside. */
export type SendPorts = {
  readonly store: RecordsStore;
  readonly server: RecordsServer;
  readonly mergesOf: (collection: string) => Readonly<Record<string, Merge>>;
  /** The newest row that this page has of a record, so that the server need not be asked first. */
  readonly rowOf: (collection: string, id: string) => RawRecord | undefined;
  /** Told of rows as the server gave them, once they are stored. */
  readonly onRows: (collection: string, rows: readonly RawRecord[]) => void;
};

/** New records sent in one request. */
const batchRecords = 100;

/** How often a change is compared anew because the record changed between asking and writing. */
const comparisons = 8;

const goneReason = 'The record is not on the server any more.';

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

/** What may be sent, in order: neighbouring new records of one collection together, everything else by itself. */
function batchesOf(changes: readonly Change[]): readonly (readonly [Change, ...Change[]])[] {
  const blocked = new Set<string>();
  const batches: [Change, ...Change[]][] = [];
  for (const change of changes) {
    if (change.trouble !== undefined || change.unread !== undefined) blocked.add(change.recordId);
    if (blocked.has(change.recordId)) continue;
    const last = batches.at(-1);
    const joins = last?.[0].kind === 'create' && change.kind === 'create' && last[0].collection === change.collection;
    if (joins && last.length < batchRecords) last.push(change);
    else batches.push([change]);
  }
  return batches;
}

type BatchOutcome = 'done' | 'conflicted' | Exclude<SendOutcome, { kind: 'sent' }>;

function sendBatch(ports: SendPorts, batch: readonly [Change, ...Change[]]): Promise<BatchOutcome> {
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
    const { send, theirs } = reconcile(change, row, ports.mergesOf(collection));
    if (Object.keys(send).length === 0) return finish(ports, change, row, theirs);
    const written: Result<RawRecord | undefined, ServerFailure> = await ports.server.change(collection, row, send);
    if (!written.ok) return failed(ports, change, written.failure);
    if (written.value !== undefined) return finish(ports, change, written.value, theirs);
    row = undefined;
  }
  return { kind: 'away', retryAfterMs: undefined };
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

async function settle(ports: SendPorts, collection: string, changes: readonly Change[], rows: readonly RawRecord[]): Promise<void> {
  await ports.store.settle(
    collection,
    changes.map(({ sequence }) => sequence),
    rows,
  );
  ports.onRows(collection, rows);
}

/** A record that is not to be seen is missing only if this session sees records at all. */
async function unseen(ports: SendPorts, change: Change): Promise<BatchOutcome> {
  const asked = await ports.server.hasSession();
  if (!asked.ok) return failed(ports, change, asked.failure);
  if (!asked.value) return { kind: 'signed-out' };
  return refuse(ports, change, goneReason);
}

async function failed(ports: SendPorts, change: Change, failure: ServerFailure): Promise<BatchOutcome> {
  switch (failure.code) {
    case 'refused':
      return refuse(ports, change, reasonOf(failure));
    case 'unauthorized':
      return { kind: 'signed-out' };
    case 'vault_closed':
      return { kind: 'vault-closed' };
    case 'rate_limited':
      return { kind: 'away', retryAfterMs: failure.retryAfterSeconds * 1000 };
    default:
      return { kind: 'away', retryAfterMs: undefined };
  }
}

async function refuse(ports: SendPorts, change: Change, reason: string): Promise<BatchOutcome> {
  await ports.store.replace({ ...change, trouble: { kind: 'refused', reason } });
  return 'conflicted';
}

/** The reason as a sentence. The constraints of record tables are named by one, and PostgreSQL quotes the name. */
export function reasonOf(failure: { readonly reason: string; readonly details: readonly string[] }): string {
  const [said = ''] = failure.details;
  const rule = /constraint "([^"]+)"$/.exec(said)?.[1];
  if (rule !== undefined) return `${rule}.`;
  return said === '' ? `The server refused it (${failure.reason}).` : said;
}
