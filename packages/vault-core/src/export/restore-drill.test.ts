import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { crypto, randomBytes } from '../../tests/archive-ports.ts';
import { edit, entryId, makeWorld, must, send, unlock, type World } from '../../tests/vault-world.ts';
import { saveEdits } from '../entries/edit-entries.ts';
import type { Entry } from '../entries/entry.ts';
import { firstVersion } from '../entries/entry-history.ts';
import { readEntry } from '../entries/read-entry.ts';
import { importFile } from '../import/import-file.ts';
import { planImport } from '../import/import-plan.ts';
import { byShard, fitChange } from '../manifest/fit-change.ts';
import { sealExport } from './encrypted-export.ts';
import { sampleEntry } from './entry-samples.ts';
import { hashWasmArgon2 } from './hash-wasm-argon2.ts';

const count = 10_000;
const atOnce = 400;
const password = 'correct horse battery';
const exportPorts = { crypto, argon2: hashWasmArgon2, randomBytes };

/** Every entry of a vault as it opens from what the server has, by title. */
async function entriesOf(world: World): Promise<ReadonlyMap<string, Entry>> {
  const vault = must(await unlock(world));
  const opened = await Promise.all(world.server.select().map((row) => readEntry(world.ports, vault, row)));
  const entries = opened
    .map((result) => must(result))
    .map(({ details, secrets }): [string, Entry] => [details.title, { details, secrets }]);
  return new Map(entries);
}

/** Saves what a plan would make, some at a time, as an import does. */
async function save(world: World, plan: ReturnType<typeof planImport>): Promise<void> {
  let due = byShard(plan.flatMap((item) => (item.kind === 'new' ? [item] : [])));
  while (due.length > 0) {
    const batch = due.slice(0, atOnce);
    const make = (some: typeof batch) =>
      saveEdits(
        world.ports,
        world.vault,
        some.map(({ id, entry }) => ({ kind: 'add', id, entry })),
      );
    const commit = must(await fitChange(batch, (some) => make([...some])));
    const written = new Set((commit.change.entries ?? []).map(({ id }) => id));
    world.vault = send(world.server, commit);
    due = due.filter(({ id }) => !written.has(id));
  }
}

test('restore drill: 10,000 entries leave a vault, are imported into an empty one, and every one is whole, dates and history and all; the days in the trash begin again', {
  timeout: 120_000,
}, async () => {
  const old = await makeWorld(0, 1);
  for (let start = 0; start < count; start += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - start) }, (_, index) => start + index);
    await edit(
      old,
      numbers.map((number) => ({ kind: 'add', id: entryId(number), entry: sampleEntry(number) })),
    );
  }
  const before = await entriesOf(old);
  expect(before.size).toBe(count);
  const file = must(await sealExport([...before.values()], password, old.ports.clock.now, exportPorts));

  const fresh = await makeWorld(0, 2);
  // Weeks go by before somebody needs the file.
  fresh.ports.clock.now += 40 * 86_400_000;
  const bytes = new TextEncoder().encode(file);
  const read = must(await importFile({ bytes, password, nowMs: fresh.ports.clock.now }, exportPorts));
  expect(read).toMatchObject({ format: 'castellan-export', rejected: [], losses: [] });
  const plan = planImport(read.drafts, [], fresh.ports.clock.now, () => webcrypto.randomUUID());
  expect(plan.filter(({ kind }) => kind !== 'new')).toEqual([]);
  await save(fresh, plan);

  const after = await entriesOf(fresh);
  expect(after.size).toBe(count);
  const restoredAt = new Date(fresh.ports.clock.now).toISOString();
  const restored = ({ details, secrets }: Entry): Entry => ({
    details: { ...details, trashedAt: details.trashedAt === null ? null : restoredAt },
    secrets,
  });
  expect([...before.values()].filter(({ details }) => details.trashedAt !== null).length).toBeGreaterThan(0);
  const differing = [...before].filter(([title, entry]) => JSON.stringify(after.get(title)) !== JSON.stringify(restored(entry)));
  expect(differing.map(([title]) => title)).toEqual([]);
  expect(after.get(sampleEntry(77).details.title)).toEqual(restored(firstVersion(sampleEntry(77))));
});
