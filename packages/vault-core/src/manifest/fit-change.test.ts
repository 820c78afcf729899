import { expect, test } from 'vitest';
import { byMaster, entryId, makeWorld, master, minCost, must, sampleEntry, send, type World } from '../../tests/vault-world.ts';
import { emptyTrash, saveEdits, trashDays } from '../entries/edit-entries.ts';
import { beginRotation, nextRotationStep } from '../slots/rotate-vault-key.ts';
import type { Commit } from './change.ts';
import { byShard, fitChange, maxChangeCharacters } from './fit-change.ts';

const size = ({ change }: Commit) => JSON.stringify(change).length;
const long = (number: number, characters: number) => ({
  id: entryId(number),
  entry: sampleEntry(`site${number}`, {}, { notes: 'n'.repeat(characters) }),
});

async function add(world: World, items: readonly ReturnType<typeof long>[]): Promise<number> {
  const commit = await fitChange(items, (some) =>
    saveEdits(
      world.ports,
      world.vault,
      some.map(({ id, entry }) => ({ kind: 'add', id, entry })),
    ),
  );
  const made = must(commit);
  world.vault = send(world.server, made);
  expect(size(made)).toBeLessThanOrEqual(maxChangeCharacters);
  return made.change.entries.length;
}

test('a change of more than fits is made of as many entries as do, the first ones', async () => {
  const world = await makeWorld();
  const items = Array.from({ length: 40 }, (_, index) => long(index + 1, 190_000));
  const written = await add(world, items);
  expect(written).toBeGreaterThan(1);
  expect(written).toBeLessThan(40);
  expect([...world.server.rows.keys()].sort()).toEqual(
    items
      .slice(0, written)
      .map(({ id }) => id)
      .sort(),
  );
});

test('a change of one entry is made whatever its size', async () => {
  const made: number[] = [];
  const commit = await fitChange([1, 2, 3], async (some) => {
    made.push(some.length);
    return { ok: true, value: { change: 'x'.repeat(maxChangeCharacters) } as unknown as Commit };
  });
  expect([commit.ok, made]).toEqual([true, [3, 2, 1]]);
});

test('neighbours are written together, so that a batch writes few of the shards', async () => {
  const world = await makeWorld();
  const items = byShard(Array.from({ length: 512 }, (_, index) => long(index + 1, 10)));
  const commit = must(
    await saveEdits(
      world.ports,
      world.vault,
      items.slice(0, 64).map((item) => ({ kind: 'add', ...item })),
    ),
  );
  expect(commit.change.parts.length).toBeLessThanOrEqual(10);
});

test('a rotation whose batch would be too large goes on in smaller ones, and ends', async () => {
  const world = await makeWorld();
  const items = Array.from({ length: 40 }, (_, index) => long(index + 1, 190_000));
  for (let done = 0; done < items.length; ) done += await add(world, items.slice(done));
  const start = must(await beginRotation(world.ports, world.vault, byMaster, [{ kind: 'master', master, cost: minCost }]));
  world.vault = send(world.server, start);
  const sizes: number[] = [];
  for (;;) {
    const step = must(await nextRotationStep(world.ports, world.vault, world.server.select()));
    if (step.kind === 'done' || step.kind === 'blocked') {
      expect(step.kind).toBe('done');
      break;
    }
    sizes.push(size(step.commit));
    world.vault = send(world.server, step.commit);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxChangeCharacters);
  expect([...world.server.rows.values()].every((row) => row.password_encrypted.includes(world.vault.keys.keyId))).toBe(true);
});

test('a full trash is emptied in changes that the server takes', async () => {
  const world = await makeWorld();
  const items = Array.from({ length: 500 }, (_, index) => ({ kind: 'add' as const, ...long(index + 1, 0) }));
  world.vault = send(world.server, must(await saveEdits(world.ports, world.vault, items)));
  const trash = world.server.select().map((row) => ({ kind: 'trash' as const, row }));
  world.vault = send(world.server, must(await saveEdits(world.ports, world.vault, trash)));
  world.ports.clock.now += trashDays * 86_400_000;
  const removed: number[] = [];
  for (let next = await emptyTrash(world.ports, world.vault); next !== undefined; next = await emptyTrash(world.ports, world.vault)) {
    const commit = must(next);
    removed.push(commit.change.removed_entries.length);
    world.vault = send(world.server, commit);
  }
  expect(removed).toEqual([400, 100]);
  expect(world.server.rows.size).toBe(0);
});
