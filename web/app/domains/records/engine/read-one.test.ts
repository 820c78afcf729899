import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { Collection } from '../collection.ts';
import { createFakeBrowser, createFakeServer, createFakeVault, sealedThings, settled, type Thing } from '../fake-records-world.ts';
import { openIndexedDbStore } from '../indexed-db-store.ts';
import { keepCopies, type ReadRecord, readOne as readLarge } from './read-one.ts';
import type { RecordsEngine } from './records-engine.ts';
import 'fake-indexeddb/auto';

const large: Collection<Thing> = { ...sealedThings, name: 'large_things', isLarge: true, merges: { deleted_at: (_base, mine) => mine } };

/** A device whose page listens to another collection, as pages with large records do. */
async function openDevice(server = createFakeServer()) {
  const store = await openIndexedDbStore(new IDBFactory());
  const vault = createFakeVault(server);
  const browser = createFakeBrowser(store, server.server, sealedThings);
  const { engine } = browser.openTab(vault.sealer);
  const feed = engine.open(large);
  const add = (id: string) => feed.edit([{ kind: 'create', id, values: { title: `canary ${id}` } }]);
  return { server, store, vault, engine, feed, add, browser };
}

const readOne = (engine: RecordsEngine, id: string) => engine.lend((lent) => readLarge(lent, large, id));
const keep = (engine: RecordsEngine, ids: readonly string[]) => engine.lend((lent) => keepCopies(lent, large, ids));
const titleOf = (read: ReadRecord<Thing>) => (read.kind === 'read' ? read.row.title : read.kind);

test('a large record is read while it waits, once it is sent, and on another device, which keeps it sealed for when nobody answers', async () => {
  const device = await openDevice();
  device.server.become('down');
  await device.add('a');
  expect(titleOf(await readOne(device.engine, 'a'))).toBe('canary a');
  device.server.become('up');
  await device.browser.pass(60_000);
  expect(device.server.rows.get('a')).toMatchObject({ version: 1 });
  expect(titleOf(await readOne(device.engine, 'a'))).toBe('canary a');
  // None stays in memory.
  expect(device.feed.read().rows).toEqual([]);

  const other = await openDevice(device.server);
  await settled();
  expect(titleOf(await readOne(other.engine, 'a'))).toBe('canary a');
  other.server.become('down');
  expect(titleOf(await readOne(other.engine, 'a'))).toBe('canary a');
  expect(titleOf(await readOne(other.engine, 'b'))).toBe('away');
  expect(JSON.stringify((await other.store.load(large.name)).rows)).not.toContain('canary');
  other.vault.become('locked');
  expect(titleOf(await readOne(other.engine, 'a'))).toBe('locked');
});

test('a record that is not there, and one that was tampered with, are told apart', async () => {
  const { engine, server, add } = await openDevice();
  await add('a');
  await settled();
  expect(titleOf(await readOne(engine, 'b'))).toBe('missing');
  const fresh = await openDevice(server);
  server.rows.set('a', { ...(server.rows.get('a') ?? { id: 'a', version: 1, updated_at: '', deleted_at: null }), sealed: 'sealed:else' });
  expect(titleOf(await readOne(fresh.engine, 'a'))).toBe('unreadable');
});

test('copies are kept of what is wanted and of nothing else, without a key', async () => {
  const device = await openDevice();
  for (const id of ['a', 'b', 'c']) await device.add(id);
  await settled();
  const other = await openDevice(device.server);
  other.vault.become('locked');
  await keep(other.engine, ['a', 'b', 'not there']);
  expect([...(await other.store.ids(large.name))].sort()).toEqual(['a', 'b']);
  await keep(other.engine, ['b', 'c']);
  expect([...(await other.store.ids(large.name))].sort()).toEqual(['b', 'c']);
  other.server.become('down');
  await keep(other.engine, ['a', 'b']);
  expect(await other.store.ids(large.name)).toEqual(['b']);
});

test('a large record goes into the trash and comes back by Undo, sealed again each time', async () => {
  const { engine, server, add } = await openDevice();
  await add('a');
  await settled();
  const move = { kind: 'change' as const, id: 'a', values: { deleted_at: '2026-11-22T12:00:00.000Z' } };
  await engine.editTogether('tool', [{ collection: large, edits: [move] }]);
  await settled();
  expect(server.rows.get('a')).toMatchObject({ version: 2, deleted_at: move.values.deleted_at });
  expect(await engine.undo('tool')).toBe(true);
  await settled();
  expect(server.rows.get('a')).toMatchObject({ version: 3, deleted_at: null });
  expect(titleOf(await readOne(engine, 'a'))).toBe('canary a');
});
