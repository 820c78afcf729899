import { succeed } from '@castellan/foundation/result';
import type { Change } from '../change.ts';
import type { RawRecord } from '../record.ts';
import type { Asked, RecordWrite, ServerFailure } from '../records-server.ts';
import { type BatchOutcome, compare, comparisons, failed, reasonOf, refuse, type SendPorts, settle, unseen } from './send-outcomes.ts';

/** Changes that are sent with one request. */
export type Batch = readonly [Change, ...Change[]];
type Rows = ReadonlyMap<Change, RawRecord>;

/**
 * Sends changes that belong together: the server makes all of them, or none. What it refuses, or what conflicts, is kept with its
 * reason, and the others are sent without it.
 */
export async function sendTogether(ports: SendPorts, batch: Batch): Promise<BatchOutcome> {
  const rowIn = ({ collection, recordId }: Change) => ports.rowOf(collection, recordId);
  let seen: Rows = new Map(batch.flatMap((change) => pairOf(change, change.kind === 'create' ? undefined : rowIn(change))));
  for (let tries = 0; tries < comparisons; tries += 1) {
    const read = await readOthers(ports, batch, seen);
    if (!read.ok) return failed(ports, batch[0], read.failure);
    seen = read.value;
    const writes: RecordWrite[] = [];
    const written: Change[] = [];
    for (const change of batch) {
      const { collection, recordId: id, values } = change;
      if (change.kind === 'create') writes.push({ collection, id, values });
      else {
        const row = seen.get(change);
        if (row === undefined) return unseen(ports, change);
        const compared = await compare(ports, change, row);
        if (compared === undefined) return { kind: 'away', retryAfterMs: undefined };
        const { send, theirs } = compared;
        if (theirs !== undefined) {
          await ports.store.replace({ ...change, trouble: { kind: 'conflict', theirs } });
          return 'conflicted';
        }
        if (Object.keys(send).length === 0) continue;
        writes.push({ collection, id, values: send, expected_version: row.version, row });
      }
      written.push(change);
    }
    const asked = writes.length === 0 ? succeed([]) : await ports.server.writeTogether(writes);
    if (asked.ok) {
      await settleAll(ports, batch, new Map([...seen, ...written.flatMap((change, index) => pairOf(change, asked.value[index]))]));
      return 'done';
    }
    if (asked.failure.code !== 'refused') return failed(ports, batch[0], asked.failure);
    if (asked.failure.reason !== 'PT409') return refuseSome(ports, batch, asked.failure);
    seen = new Map();
  }
  return { kind: 'away', retryAfterMs: undefined };
}

/** A change with its row, where there is one. */
export const pairOf = (change: Change, row: RawRecord | undefined): readonly (readonly [Change, RawRecord])[] =>
  row === undefined ? [] : [[change, row]];

/** Adds to the rows those of changed records that are not known yet. */
export async function readOthers({ server }: SendPorts, batch: Batch, seen: Rows): Asked<Rows> {
  const unknown = batch.filter((change) => change.kind === 'change' && !seen.has(change));
  const rows = new Map(seen);
  for (const collection of new Set(unknown.map((change) => change.collection))) {
    const own = unknown.filter((change) => change.collection === collection);
    const asked = await server.readMany(
      collection,
      own.map(({ recordId }) => recordId),
    );
    if (!asked.ok) return asked;
    const byId = new Map(asked.value.map((row) => [row.id, row]));
    for (const change of own) for (const [, row] of pairOf(change, byId.get(change.recordId))) rows.set(change, row);
  }
  return succeed(rows);
}

/** Killed between two collections, it is sent once more: every write of it is one that may have been made. */
export async function settleAll(ports: SendPorts, batch: Batch, rows: Rows): Promise<void> {
  for (const collection of new Set(batch.map((change) => change.collection))) {
    const own = batch.filter((change) => change.collection === collection);
    await settle(
      ports,
      collection,
      own,
      own.flatMap((change) => rows.get(change) ?? []),
    );
  }
}

/** The change that the server names, or all of them where it names none. */
async function refuseSome(ports: SendPorts, batch: Batch, failure: ServerFailure & { readonly code: 'refused' }): Promise<BatchOutcome> {
  const [said = ''] = failure.details;
  const named = batch.filter(({ collection, recordId }) => said.startsWith(`${collection} ${recordId}: `));
  for (const change of named.length > 0 ? named : batch) await refuse(ports, change, reasonOf(failure));
  return 'conflicted';
}
