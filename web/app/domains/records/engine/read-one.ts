import { overlay } from '../change.ts';
import { type Collection, classifyRows } from '../collection.ts';
import type { RawRecord } from '../record.ts';
import type { LentEngine } from './records-engine.ts';

/** What became of reading one record. `away`: this browser has no copy and nobody answers; `unreadable`: it is there and is not what its schema wants. */
export type ReadRecord<Row> =
  | { readonly kind: 'read'; readonly row: Row }
  | { readonly kind: 'missing' | 'away' | 'locked' | 'unreadable' };

/**
 * Reads one record of a collection to which nobody listens: as it waits to be sent, as this browser keeps it, or as the server has it,
 * which this browser keeps from then on.
 */
export async function readOne<Row extends RawRecord>(
  { start, mirrors, outbox, server, isWritable, sealing }: LentEngine,
  collection: Collection<Row>,
  id: string,
): Promise<ReadRecord<Row>> {
  // From here on its name is known, and with it that its rows are to be opened.
  mirrors.of(collection);
  if (!isWritable(collection)) return { kind: 'locked' };
  const store = await start();
  const own = () => outbox.queue().filter((change) => change.collection === collection.name && change.recordId === id);
  // What was read before the collection was known is closed still.
  if (own().some(({ unread }) => unread === 'locked')) await outbox.reload(store);
  const waiting = own();
  let row = await store.row(collection.name, id);
  // A copy from before the vault was given another key opens no more; the server's does.
  if (row !== undefined && sealing.refusalOf(row) !== undefined) row = undefined;
  if (row === undefined && waiting.every(({ kind }) => kind !== 'create')) {
    const asked = await server.read(collection.name, id);
    if (!asked.ok) return { kind: asked.failure.code === 'vault_closed' ? 'locked' : 'away' };
    if (asked.value === undefined) return { kind: 'missing' };
    row = asked.value;
    await store.putRows(collection.name, [row], undefined);
  }
  if (row !== undefined && collection.sealed === true && !sealing.isOpened(row)) return { kind: 'locked' };
  const shown = overlay(new Map(row === undefined ? [] : [[id, row]]), waiting).get(id);
  if (shown === undefined) return { kind: 'missing' };
  const { rows, removed } = classifyRows(collection, [shown], new WeakMap(), sealing.refusalOf);
  const read = rows[0] ?? removed[0];
  return read === undefined ? { kind: 'unreadable' } : { kind: 'read', row: read };
}

/**
 * Has this browser keep these records of such a collection for when nobody answers, as the server has them, and no others. Opens none
 * of them, and ends where nobody answers.
 */
export async function keepCopies<Row extends RawRecord>(
  { mirrors, ports: { store: opening, server } }: LentEngine,
  collection: Collection<Row>,
  ids: readonly string[],
): Promise<void> {
  mirrors.of(collection);
  // The plain store and server: what is copied stays closed.
  const store = await opening;
  const kept = await store.ids(collection.name);
  const wanted = new Set(ids);
  await store.drop(
    collection.name,
    kept.filter((id) => !wanted.has(id)),
  );
  const there = new Set(kept);
  for (const id of wanted) {
    if (there.has(id)) continue;
    const asked = await server.read(collection.name, id);
    if (!asked.ok) return;
    if (asked.value !== undefined) await store.putRows(collection.name, [asked.value], undefined);
  }
}
