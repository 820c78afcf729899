import { beforeEach, expect, test } from 'vitest';
import { edit, entryId, makeWorld, must, rowOf, sampleEntry, send, unlock, type World } from '../../tests/vault-world.ts';
import { digestOfParts, filePartBytes } from '../files/sealed-file.ts';
import { adoptRecords, type RecordDraft, saveRecords } from '../records/save-records.ts';
import { createBackupCheck } from './check-backup.ts';

const [first, second, third, fourth] = [entryId(1), entryId(2), entryId(3), entryId(4)];
const notes = 'notes';

let world: World;

const draft = (id: string, collection = notes): RecordDraft => ({ collection, id, fields: { text: id }, deletedAt: null });

async function save(...drafts: readonly RecordDraft[]): Promise<void> {
  world.vault = send(world.server, must(await saveRecords(world.ports, world.vault, drafts)));
}

beforeEach(async () => {
  world = await makeWorld(3);
  const adopted = await adoptRecords(world.ports, world.vault, []);
  if (adopted === undefined) throw new Error('records were listed before');
  world.vault = send(world.server, must(adopted));
  await save(draft(first), draft(second), draft(third, 'money'));
});

const records = (collection = notes) => world.server.selectRecords(collection);

type Shown = { readonly entries?: readonly unknown[]; readonly notes?: readonly unknown[]; readonly money?: readonly unknown[] };

/** What a check against the vault of this moment says of rows that a server shows, in several calls as a reader makes them. */
async function check({ entries = world.server.select(), notes: shownNotes = records(), money = records('money') }: Shown = {}) {
  const taken = createBackupCheck(world.ports, must(await unlock(world)));
  for (const row of entries) await taken.takeEntries('entries', [row]);
  for (const row of shownNotes) await taken.takeRecords('Notes', notes, [row]);
  await taken.takeRecords('Money', 'money', money);
  return taken.end('entries', { Notes: notes, Money: 'money' });
}

const saidOf = (findings: Awaited<ReturnType<typeof check>>) => findings.map(({ list, id, code }) => `${list} ${id} ${code}`);

test('rows that match the vault’s list give no finding', async () => {
  expect(await check()).toEqual([]);
});

test('whatever the vault lists and the server does not show is missing; entries are named by title', async () => {
  const entries = world.server.select().filter(({ id }) => id !== first);
  const found = await check({ entries, notes: [], money: [] });
  expect(saidOf(found)).toEqual([
    `Money ${third} missing`,
    `Notes ${first} missing`,
    `Notes ${second} missing`,
    `entries ${first} missing`,
  ]);
  expect(found.find(({ list }) => list === 'entries')?.title).toEqual(expect.any(String));
});

test('a record in a collection that the file has no list for is named by the collection', async () => {
  await save(draft(fourth, 'health'));
  expect(saidOf(await check())).toEqual([`health ${fourth} missing`]);
});

test('a removed record is not missing where it is gone for good', async () => {
  const [row] = records();
  if (row === undefined) throw new Error('no record');
  await save({
    ...draft(row.id),
    over: { version: row.version, sealed: row.sealed, deleted: false },
    deletedAt: '2026-01-02T03:04:05.000Z',
  });
  expect(await check({ notes: records().filter(({ id }) => id !== row.id) })).toEqual([]);
});

test('stale, altered, unlisted and malformed rows are each reported with their code', async () => {
  const earlier = rowOf(world, first);
  await edit(world, [{ kind: 'update', row: earlier, entry: sampleEntry('renamed') }]);
  const [one, two] = records();
  if (one === undefined || two === undefined) throw new Error('no records');
  const entries = [
    earlier,
    { ...rowOf(world, second), password_encrypted: rowOf(world, third).password_encrypted },
    { ...rowOf(world, third), id: fourth },
    { id: third },
    'nothing',
  ];
  const found = await check({
    entries,
    notes: [{ ...one, version: one.version + 1 }, { ...two, sealed: one.sealed }, { ...one, id: fourth }, { id: entryId(5) }, null],
  });
  expect(saidOf(found).sort()).toEqual(
    [
      `Notes  malformed`,
      `Notes ${entryId(5)} malformed`,
      `Notes ${fourth} unlisted`,
      `Notes ${one.id} ahead`,
      `Notes ${two.id} altered`,
      `entries  malformed`,
      `entries ${first} stale`,
      `entries ${fourth} unreadable`,
      `entries ${second} altered`,
      `entries ${third} malformed`,
    ].sort(),
  );
});

test('a row whose readable mirrors were changed is the entry all the same', async () => {
  const entries = world.server.select().map((row) => (row.id === first ? { ...row, favorite: !row.favorite } : row));
  expect(await check({ entries })).toEqual([]);
});

test('where the vault lists no records yet, one that does not open is named, and none is missing', async () => {
  world = await makeWorld(1);
  const sealed = 'r2.nobody.1.AAAA';
  const found = await check({ notes: [{ id: first, version: 1, sealed, deleted_at: null }], money: [] });
  expect(found.map(({ list, id }) => [list, id])).toEqual([['Notes', first]]);
});

test('a file that a record names in the storage is missing where a part of it was not shown, and altered where its parts are others', async () => {
  const digests = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  const id = 'ab'.repeat(16);
  const object = { id, key: '', sealed: await digestOfParts(world.ports, digests) };
  await save({ collection: notes, id: fourth, fields: { bytes: filePartBytes + 1, object }, deletedAt: '2026-11-01T00:00:00.000Z' });
  const part = (index: number, byte: number) => ({ id, index, digest: new Uint8Array(32).fill(byte) });
  const checked = async (parts: Parameters<ReturnType<typeof createBackupCheck>['takeFileParts']>[1] | undefined) => {
    const taken = createBackupCheck(world.ports, must(await unlock(world)));
    if (parts !== undefined) taken.takeFileParts('files', parts);
    await taken.takeRecords('Notes', notes, records());
    return saidOf(taken.end('entries', { Notes: notes, Money: 'money' })).filter((said) => said.startsWith('files'));
  };
  expect(await checked([part(0, 1), part(1, 2), { ...part(0, 9), id: 'cd'.repeat(16) }])).toEqual([]);
  for (const parts of [[], [part(0, 1)], [part(1, 2)], [part(0, 1), part(2, 2)], [part(0, 1), part(1, 2), part(2, 3)]])
    expect(await checked(parts)).toEqual([`files ${id} missing`]);
  expect(await checked([part(0, 2), part(1, 1)])).toEqual([`files ${id} altered`]);
  // A file of a program that has no list of such files.
  expect(await checked(undefined)).toEqual([]);
});
