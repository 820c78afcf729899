import { expect, test } from 'vitest';
import {
  byMaster,
  codeOf,
  edit,
  entryId,
  finishRotation,
  makeWorld,
  master,
  minCost,
  must,
  rowOf,
  sampleEntry,
  send,
  userId,
} from '../../tests/vault-world.ts';
import { headPart } from '../manifest/manifest-head.ts';
import { listEntries } from '../manifest/open-vault.ts';
import { verifyRows } from '../manifest/verify-rows.ts';
import { beginRotation } from '../slots/rotate-vault-key.ts';
import { openIcon } from './entry-envelope.ts';
import { keepIcon, readIcon } from './entry-icon.ts';
import { readEntry } from './read-entry.ts';

const id = entryId(1);
const icon = Uint8Array.of(1, 2, 3);

test('an icon is kept without another version: the entry, its listing and its history are what they were', async () => {
  const world = await makeWorld(3);
  const before = must(await readEntry(world.ports, world.vault, rowOf(world, id)));
  const listed = listEntries(world.vault);
  const commit = must(await keepIcon(world.ports, world.vault, rowOf(world, id), icon));
  expect(commit.change.parts.map(({ part }) => part)).toEqual([headPart]);
  expect(commit.change.entries.map((write) => write.id)).toEqual([id]);
  world.vault = send(world.server, commit);
  expect(must(await readIcon(world.ports, world.vault, rowOf(world, id)))).toEqual(icon);
  expect(must(await readEntry(world.ports, world.vault, rowOf(world, id)))).toEqual(before);
  expect(listEntries(world.vault)).toEqual(listed);
  const verified = await verifyRows(world.ports, world.vault, [...world.server.rows.values()]);
  expect([verified.verified.size, verified.findings]).toEqual([3, []]);
});

test('an icon is taken away, and an entry without one has none', async () => {
  const world = await makeWorld(1);
  expect(must(await readIcon(world.ports, world.vault, rowOf(world, id)))).toBeUndefined();
  world.vault = send(world.server, must(await keepIcon(world.ports, world.vault, rowOf(world, id), icon)));
  world.vault = send(world.server, must(await keepIcon(world.ports, world.vault, rowOf(world, id), null)));
  expect(rowOf(world, id).icon).toBeNull();
});

test('a row that is not the listed one is not written again for the sake of its icon', async () => {
  const world = await makeWorld(2);
  const old = rowOf(world, id);
  await edit(world, [{ kind: 'update', row: old, entry: sampleEntry('newer') }]);
  expect(codeOf(await keepIcon(world.ports, world.vault, old, icon))).toBe('stale');
  const swapped = { ...rowOf(world, id), password_encrypted: rowOf(world, entryId(2)).password_encrypted };
  expect(codeOf(await keepIcon(world.ports, world.vault, swapped, icon))).not.toBe('ok');
  expect(codeOf(await keepIcon(world.ports, world.vault, { ...old, id: entryId(7) }, icon))).toBe('unlisted');
});

test('a readable mark that was changed in the row is put right on the way', async () => {
  const world = await makeWorld(1);
  const commit = must(await keepIcon(world.ports, world.vault, { ...rowOf(world, id), category: 'planted' }, icon));
  expect(commit.change.entries[0]?.category).toBe(rowOf(world, id).category);
});

test('an icon that was planted or moved from another entry is not opened', async () => {
  const world = await makeWorld(2);
  world.vault = send(world.server, must(await keepIcon(world.ports, world.vault, rowOf(world, id), icon)));
  const moved = { ...rowOf(world, entryId(2)), icon: rowOf(world, id).icon };
  expect(codeOf(await readIcon(world.ports, world.vault, moved))).toBe('unreadable');
  expect(codeOf(await readIcon(world.ports, world.vault, { ...moved, icon: 'i2.nothing' }))).toBe('malformed');
  expect(must(await openIcon(world.ports.crypto, world.vault.keys, { userId, entryId: id }, moved.icon ?? ''))).toEqual(icon);
});

test('an entry that leads to another site loses the icon of the first, and keeps it within one site', async () => {
  const world = await makeWorld(0);
  const leading = (url: string) => sampleEntry('a', { url });
  await edit(world, [{ kind: 'add', id, entry: leading('https://bank.example/'), icon }]);
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: leading('http://ada@BANK.example:8443/login?x#y') }]);
  expect(rowOf(world, id).icon).not.toBeNull();
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: leading('https://other.example/bank.example') }]);
  expect(rowOf(world, id).icon).toBeNull();
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: leading('https://third.example/'), icon }]);
  expect(rowOf(world, id).icon).not.toBeNull();
});

test('a rotation seals icons again, of entries saved meanwhile too, and leaves one that is none as it was found', async () => {
  const world = await makeWorld(4);
  const [mine, planted, edited, trashed] = [entryId(1), entryId(2), entryId(3), entryId(4)];
  for (const id of [mine, planted, edited, trashed])
    world.vault = send(world.server, must(await keepIcon(world.ports, world.vault, rowOf(world, id), icon)));
  const moved = rowOf(world, mine).icon;
  world.server.insert({ ...rowOf(world, planted), icon: moved });
  const slots = [{ kind: 'master', master, cost: minCost } as const];
  world.vault = send(world.server, must(await beginRotation(world.ports, world.vault, byMaster, slots)));
  const present = must(await readEntry(world.ports, world.vault, rowOf(world, edited)));
  const entry = { details: { ...present.details, title: 'renamed' }, secrets: present.secrets };
  await edit(world, [
    { kind: 'update', row: rowOf(world, edited), entry },
    { kind: 'trash', row: rowOf(world, trashed) },
  ]);
  world.vault = await finishRotation(world, world.vault);
  for (const id of [mine, edited, trashed]) expect(must(await readIcon(world.ports, world.vault, rowOf(world, id)))).toEqual(icon);
  expect(rowOf(world, mine).icon).not.toBe(moved);
  expect(rowOf(world, planted).icon).toBe(moved);
  expect(codeOf(await readIcon(world.ports, world.vault, rowOf(world, planted)))).not.toBe('ok');
});
