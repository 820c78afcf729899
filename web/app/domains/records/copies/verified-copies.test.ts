import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createFakeBrowser, createFakeServer, createFakeVault, sealedThings, settled } from '../fake-records-world.ts';
import { openIndexedDbStore } from '../indexed-db-store.ts';
import type { RawRecord } from '../record.ts';
import { verifiedCopies } from './verified-copies.ts';
import 'fake-indexeddb/auto';

const { name } = sealedThings;

/** A browser whose rows, and copies of them, are in one database. */
async function openDevice(server = createFakeServer(), factory = new IDBFactory()) {
  const store = await openIndexedDbStore(factory);
  await store.claim('owner');
  const copies = verifiedCopies(factory, () => 'owner');
  const vault = createFakeVault(server, copies);
  const browser = createFakeBrowser(store, server.server, sealedThings);
  return { server, factory, store, copies, vault, browser, tab: browser.openTab(vault.sealer) };
}

type Device = Awaited<ReturnType<typeof openDevice>>;

async function withNotes(...ids: readonly string[]): Promise<Device> {
  const device = await openDevice();
  for (const id of ids) await device.tab.feed.edit([{ kind: 'create', id, values: { title: `Honest ${id}` } }]);
  await settled();
  await device.tab.feed.refresh();
  await settled();
  return device;
}

/** The page loaded anew, on the same database and server. */
async function reloaded(device: Device) {
  device.tab.kill();
  const tab = device.browser.openTab(device.vault.sealer);
  await tab.feed.refresh();
  await settled();
  return tab;
}

const rowOf = ({ server }: Device, id: string): RawRecord => {
  const row = server.rows.get(id);
  if (row === undefined) throw new Error(`there is no ${id}`);
  return row;
};
const malformed = (tab: Pick<Device, 'tab'>['tab']) => tab.feed.read().malformed.map(({ id, fault = '' }) => `${fault} ${id}`);
const titles = (tab: Pick<Device, 'tab'>['tab']) =>
  tab.feed
    .read()
    .rows.map(({ title }) => title)
    .sort();

async function putBack(device: Device, tab: Device['tab'], id: string): Promise<void> {
  const copy = await device.copies.read(name, id);
  if (copy === undefined) throw new Error('there is no copy');
  expect(await device.vault.putBack(name, copy)).toEqual({ ok: true, value: undefined });
  await tab.feed.refresh();
  await settled();
}

test.each([
  ['another text at the same version', (row: RawRecord) => ({ ...row, sealed: 'junk' })],
  ['another text at a later version', (row: RawRecord) => ({ ...row, sealed: 'junk', version: row.version + 3 })],
  ['the trash', (row: RawRecord) => ({ ...row, deleted_at: '2026-11-22T00:00:00.000Z', version: row.version + 1 })],
])('a good copy outlives a server that shows %s, over reloads, and puts the record back', async (_what, lie) => {
  const device = await withNotes('a', 'b');
  const { sealed } = rowOf(device, 'a');
  device.server.plant(lie(rowOf(device, 'a')));
  await device.tab.feed.refresh();
  await settled();
  expect((await device.copies.read(name, 'a'))?.['sealed']).toBe(sealed);
  const tab = await reloaded(await device);
  expect(malformed(tab).map((one) => one.slice(-1))).toEqual(['a']);
  expect((await device.copies.read(name, 'a'))?.['sealed']).toBe(sealed);
  await putBack(device, tab, 'a');
  expect([malformed(tab), titles(tab)]).toEqual([[], ['Honest a', 'Honest b']]);
  expect(rowOf(device, 'a').version).toBeGreaterThan(1);
});

test('a record that the server withholds is missed, and this device’s copy brings it back', async () => {
  const device = await withNotes('a', 'b');
  device.server.rows.delete('a');
  // As a reading of everything does, after a month.
  await device.store.drop(name, ['a']);
  const tab = await reloaded(device);
  expect(malformed(tab)).toEqual(['missing a']);
  await putBack(device, tab, 'a');
  expect([malformed(tab), titles(tab)]).toEqual([[], ['Honest a', 'Honest b']]);
});

test('while the page is open, another text of a version that this browser has is named, and what is shown is this browser’s', async () => {
  const device = await withNotes('a');
  device.server.plant({ ...rowOf(device, 'a'), sealed: 'junk' });
  await device.tab.feed.refresh();
  await settled();
  expect(titles(device.tab)).toEqual(['Honest a']);
  expect(device.tab.feed.read().malformed).toMatchObject([{ id: 'a', isShown: true, issue: 'other' }]);
  await putBack(device, device.tab, 'a');
  expect(malformed(device.tab)).toEqual([]);
});

test('what this browser wrote is copied with the write, before the server can show anything else of it', async () => {
  const device = await withNotes('a');
  await device.tab.feed.edit([{ kind: 'change', id: 'a', values: { title: 'Later' } }]);
  await settled();
  const { sealed, version } = rowOf(device, 'a');
  expect(await device.copies.read(name, 'a')).toMatchObject({ sealed, version });
  device.server.plant({ ...rowOf(device, 'a'), sealed: 'junk' });
  const tab = await reloaded(device);
  await putBack(device, tab, 'a');
  expect(titles(tab)).toEqual(['Later']);
});

test('a copy gives way to what was found as listed later, and goes with a record that the vault lists no more', async () => {
  const device = await withNotes('a', 'b');
  const other = await openDevice(device.server);
  await other.tab.feed.refresh();
  await settled();
  await other.tab.feed.edit([{ kind: 'change', id: 'a', values: { title: 'Elsewhere' } }]);
  await settled();
  await device.tab.feed.refresh();
  await settled();
  expect(await device.copies.read(name, 'a')).toMatchObject({ version: 2, sealed: rowOf(device, 'a')['sealed'] });
  const gone = rowOf(device, 'b');
  device.server.rows.delete('b');
  device.server.listed.delete('b');
  const tab = await reloaded(device);
  expect(await device.copies.read(name, 'b')).toBeUndefined();
  // Brought back by the server after it was gone for good, it is nobody's to be put back.
  device.server.plant(gone);
  await tab.feed.refresh();
  await settled();
  expect(malformed(tab)).toEqual(['unlisted b']);
  expect(await device.copies.read(name, 'b')).toBeUndefined();
});

test('copies are sealed, belong to their collection, and go with the rows; for another owner, or after a sign-out, none is taken', async () => {
  const device = await withNotes('a');
  const copy = await device.copies.read(name, 'a');
  expect(Object.keys(copy ?? {}).sort()).toEqual(['created_at', 'deleted_at', 'id', 'sealed', 'updated_at', 'version']);
  expect(await device.copies.read('other_things', 'a')).toBeUndefined();
  const other = verifiedCopies(device.factory, () => 'another');
  if (copy === undefined) throw new Error('there is no copy');
  await other.take('other_things', [copy]);
  expect(await device.copies.read('other_things', 'a')).toBeUndefined();
  await device.store.forget('rows');
  expect(await device.copies.read(name, 'a')).toBeUndefined();
  await device.copies.take(name, [copy]);
  expect(await device.copies.read(name, 'a')).toBeUndefined();
});

test('a removal of a record whose text is damaged keeps the good copy', async () => {
  const device = await withNotes('a');
  const { sealed } = rowOf(device, 'a');
  device.server.plant({ ...rowOf(device, 'a'), sealed: 'junk', version: 2 });
  const tab = await reloaded(device);
  await tab.feed.edit([{ kind: 'change', id: 'a', values: { deleted_at: '2026-11-22T00:00:00.000Z' } }]);
  await settled();
  expect(rowOf(device, 'a').deleted_at).not.toBeNull();
  expect((await device.copies.read(name, 'a'))?.['sealed']).toBe(sealed);
});
