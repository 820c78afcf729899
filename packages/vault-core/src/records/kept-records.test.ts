import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, entryId, makeWorld, must, send, unlock, type World } from '../../tests/vault-world.ts';
import { bringBackRecords, type KeptRecords, readKept } from './kept-records.ts';
import { adoptRecords, type RecordDraft, saveRecords } from './save-records.ts';
import { type LoadUpgrade, type ReadFields, type RecordUpgrade, upgradeFields } from './schema-version.ts';
import { openRecord, type RecordFields } from './sealed-record.ts';
import { verifyRecords } from './verify-records.ts';

const collection = 'notes';
const [first, second] = [entryId(1), entryId(2)];
const createdAt = '2026-01-02T03:04:05.000Z';

type KeptText = KeptRecords['kept'][number];

let world: World;
beforeEach(async () => {
  upgrades = [];
  world = await makeWorld(1);
  const adopted = await adoptRecords(world.ports, world.vault, []);
  if (adopted === undefined) throw new Error('records were listed before');
  world.vault = send(world.server, must(adopted));
});

const row = (id: string) => {
  const found = world.server.records.get(`${collection}/${id}`);
  if (found === undefined) throw new Error(`there is no record ${id}`);
  return found;
};

/** Writes a record, and answers with the text that it had before. */
async function save(id: string, fields: RecordFields): Promise<KeptText | undefined> {
  const before = world.server.records.get(`${collection}/${id}`);
  const over =
    before === undefined ? {} : { over: { version: before.version, sealed: before.sealed, deleted: before.deleted_at !== null } };
  const draft: RecordDraft = { collection, id, fields, deletedAt: null, ...over };
  world.vault = send(world.server, must(await saveRecords(world.ports, world.vault, [draft])));
  return before === undefined ? undefined : { id, sealed: before.sealed, createdAt };
}

/** What there is of these texts, as a server hands it over. */
const asKept = (...texts: readonly (KeptText | undefined)[]) => {
  const kept = texts.filter((text) => text !== undefined);
  const present = kept.flatMap(({ id }) => {
    const there = world.server.records.get(`${collection}/${id}`);
    return there === undefined ? [] : [{ ...there, deleted: there.deleted_at !== null }];
  });
  return { collection, kept, present };
};

const bringBack = async (...texts: readonly (KeptText | undefined)[]) =>
  must(await bringBackRecords(world.ports, world.vault, asKept(...texts), read));

async function opened(id: string): Promise<unknown> {
  const { version, sealed } = row(id);
  const vault = must(await unlock(world));
  const shown = [...world.server.records.values()].map((record) => ({ ...record, deleted: record.deleted_at !== null }));
  expect(await verifyRecords(world.ports.crypto, vault, collection, shown)).toEqual({ findings: [], purged: [] });
  return must(await openRecord(world.ports, vault, { class: 'row', collection, id, version }, sealed));
}

/** What this program knows of earlier schema versions. */
let upgrades: readonly LoadUpgrade[] = [];
const read: ReadFields = (_, fields) => upgradeFields(fields, upgrades);

const junk = (text: KeptText | undefined, id = first): KeptText => ({ id, createdAt, sealed: `${text?.sealed.slice(0, -8)}AAAAAAAA` });

test('a kept text says what it holds, whether the record holds it now, and nothing where it does not open', async () => {
  await save(first, { title: ' One ' });
  const older = await save(first, { month: '2026-01' });
  const same = { id: first, createdAt, sealed: row(first).sealed };
  const inner = await save(second, { content: { value: { name: 'Bank' } } });
  expect(inner).toBeUndefined();
  const nested = await save(second, { content: [], tags: ['nameless'] });
  const nameless = await save(second, { content: 'x' });
  const readings = await readKept(
    world.ports,
    world.vault,
    asKept(same, older, junk(older), nested, nameless, { ...same, sealed: 'r1.x' }),
    read,
  );
  expect(readings).toEqual([
    { kind: 'same', name: '2026-01' },
    { kind: 'other', name: 'One' },
    { kind: 'unreadable' },
    { kind: 'other', name: 'Bank' },
    { kind: 'other', name: '' },
    { kind: 'unreadable' },
  ]);
});

test('of several texts of a record the newest that opens comes back, over whatever is there, and says so', async () => {
  await save(first, { text: 'one' });
  const one = await save(first, { text: 'two' });
  const two = await save(first, { text: 'three' });
  const there = row(first);
  // A thief of the session wrote over it, under no key.
  world.server.records.set(`${collection}/${first}`, { ...there, version: 4, sealed: junk(two).sealed });
  const { commit, ...done } = await bringBack(junk(two), two, one);
  expect(done).toEqual({ opened: [first], brought: 1, left: 0 });
  expect(commit?.change.records).toMatchObject([{ expected_version: 4, version: 5, brings_back: true, deleted_at: null }]);
  if (commit !== undefined) world.vault = send(world.server, commit);
  expect(await opened(first)).toEqual({ text: 'two' });
  expect(await bringBack(two)).toEqual({ commit: undefined, opened: [first], brought: 0, left: 0 });
});

test('one whose row is gone comes back as a new row, later than what the manifest knew of it', async () => {
  await save(first, { text: 'one' });
  const one = await save(first, { text: 'two' });
  world.server.records.delete(`${collection}/${first}`);
  const { commit } = await bringBack(one);
  expect(commit?.change.records).toMatchObject([{ expected_version: null, version: 3, created_at: createdAt }]);
  expect(commit?.change.records[0]).not.toHaveProperty('brings_back');
  if (commit !== undefined) world.vault = send(world.server, commit);
  expect(await opened(first)).toEqual({ text: 'one' });
});

test('a record that lies in the trash leaves it, though its text is the same', async () => {
  await save(first, { text: 'one' });
  const text = { id: first, createdAt, sealed: row(first).sealed };
  world.server.records.set(`${collection}/${first}`, { ...row(first), version: 2, deleted_at: createdAt });
  const { commit, brought } = await bringBack(text);
  expect(brought).toBe(1);
  if (commit !== undefined) world.vault = send(world.server, commit);
  expect(row(first).deleted_at).toBeNull();
  expect(await opened(first)).toEqual({ text: 'one' });
});

test('nothing opens, and nothing is brought back; without the secrets tier nothing is tried', async () => {
  await save(first, { text: 'one' });
  const one = await save(first, { text: 'two' });
  expect(await bringBack(junk(one))).toEqual({ commit: undefined, opened: [], brought: 0, left: 0 });
  const { secrets: _, ...details } = world.vault.keys;
  const back = await bringBackRecords(world.ports, { ...world.vault, keys: { ...details, secrets: undefined } }, asKept(one), read);
  expect(back.ok ? back.value.brought : codeOf(back)).toBe(0);
});

describe('a record whose schema has changed since', () => {
  const text = { name: 'Ida' };
  const renamed: RecordUpgrade = ({ name, ...rest }) => ({ ...rest, label: name });
  const sealedNow = (id: string): KeptText => ({ id, createdAt, sealed: row(id).sealed });

  test('is compared as the present schema has it: a save that only wrote it anew is no other text', async () => {
    await save(first, text);
    const older = await save(first, { label: 'Ida', schema_version: 2 });
    upgrades = [async () => renamed];
    expect(await readKept(world.ports, world.vault, asKept(older), read)).toEqual([{ kind: 'same', name: 'Ida' }]);
    expect(await bringBack(older)).toEqual({ commit: undefined, opened: [first], brought: 0, left: 0 });
  });

  test('comes back as its text has it', async () => {
    await save(first, text);
    const older = await save(first, { label: 'Bo', schema_version: 2 });
    upgrades = [async () => renamed];
    const { commit } = await bringBack(older);
    if (commit !== undefined) world.vault = send(world.server, commit);
    expect(await opened(first)).toEqual(text);
  });

  test('by a newer program is not shown and not written over by this one, nor when it lies in the trash', async () => {
    await save(first, text);
    const older = await save(first, { label: 'Bo', schema_version: 2 });
    const untouched = { commit: undefined, opened: [first], brought: 0, left: 0 };
    expect(await readKept(world.ports, world.vault, asKept(sealedNow(first), older), read)).toEqual([
      { kind: 'unreadable' },
      { kind: 'other', name: 'Ida' },
    ]);
    expect(await bringBack(older)).toEqual(untouched);
    const { version, sealed } = row(first);
    const removal = { collection, id: first, over: { version, sealed, deleted: false }, deletedAt: createdAt };
    world.vault = send(world.server, must(await saveRecords(world.ports, world.vault, [removal])));
    expect(await bringBack(older)).toEqual(untouched);
    expect(await opened(first)).toEqual({ label: 'Bo', schema_version: 2 });
  });
});
