import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SimulatedRecord } from '../../tests/simulated-server.ts';
import {
  byMaster,
  codeOf,
  edit,
  entryId,
  makeWorld,
  master,
  minCost,
  must,
  sampleEntry,
  send,
  unlock,
  type World,
} from '../../tests/vault-world.ts';
import { headPart, sealPart } from '../manifest/manifest-head.ts';
import { listEntries } from '../manifest/open-vault.ts';
import { rebuildManifest } from '../manifest/rebuild-manifest.ts';
import { verifyRows } from '../manifest/verify-rows.ts';
import { beginRotation, nextRotationStep } from '../slots/rotate-vault-key.ts';
import { recordPartOf, recordsPlain } from './record-shard.ts';
import { resealRecords } from './reseal-records.ts';
import { adoptRecords, type RecordDraft, saveRecords } from './save-records.ts';
import { openRecord, sealRecord } from './sealed-record.ts';
import { listedRecord, type VerifiedRecords, verifyRecords } from './verify-records.ts';

const victim = entryId(2);
const notes = 'notes';
const name = (id: string, collection = notes) => ({ collection, id });
const keyOf = (id: string, collection = notes) => `${collection}/${id}`;

let world: World;

beforeEach(async () => {
  world = await makeWorld(2);
  world.vault = send(world.server, must(must1(await adoptRecords(world.ports, world.vault, []))));
  await save([1, 2, 3].map((number) => fresh(entryId(number))));
});

/** What must have been done. */
function must1<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('there was nothing to do');
  return value;
}

const fresh = (id: string, text = id, collection = notes): RecordDraft => ({ ...name(id, collection), fields: { text }, deletedAt: null });

async function save(drafts: readonly RecordDraft[]): Promise<void> {
  world.vault = send(world.server, must(await saveRecords(world.ports, world.vault, drafts)));
}

const record = (id: string, collection = notes): SimulatedRecord => must1(world.server.records.get(keyOf(id, collection)));

/** A draft over what the server shows now. */
function over(id: string, text: string, deletedAt: string | null = null): RecordDraft {
  const { version, sealed, deleted_at } = record(id);
  return { ...fresh(id, text), over: { version, sealed, deleted: deleted_at !== null }, deletedAt };
}

const shown = (rows: readonly SimulatedRecord[]) =>
  rows.map(({ id, version, sealed, deleted_at }) => ({ id, version, sealed, deleted: deleted_at !== null }));

/** What a browser says that never saw this vault: it opens what the server shows, and compares. */
async function results(collection = notes): Promise<VerifiedRecords> {
  const vault = must(await unlock(world));
  return verifyRecords(world.ports.crypto, vault, collection, shown(world.server.selectRecords(collection)));
}

async function named(collection = notes): Promise<string[]> {
  return (await results(collection)).findings.map(({ code, id }) => `${code} ${id}`);
}

async function opensAs(id: string): Promise<unknown> {
  const { collection, version, sealed } = record(id);
  return must(await openRecord(world.ports, must(await unlock(world)), { class: 'row', collection, id, version }, sealed));
}

test('a record is listed with the write that makes it: one shard and the head are written, and nothing else', async () => {
  const commit = must(await saveRecords(world.ports, world.vault, [over(victim, 'another')]));
  expect(commit.change.parts.map(({ part }) => part)).toEqual([recordPartOf(victim), headPart]);
  expect(commit.change.records).toMatchObject([{ ...name(victim), expected_version: 1, version: 2, deleted_at: null }]);
  world.vault = send(world.server, commit);
  expect(await results()).toEqual({ findings: [], purged: [] });
  expect(await opensAs(victim)).toEqual({ text: 'another' });
});

test('listing records leaves the entries as they were: listed, verified and written beside them', async () => {
  const vault = must(await unlock(world));
  expect(listEntries(vault)).toHaveLength(2);
  expect((await verifyRows(world.ports, vault, world.server.select())).findings).toEqual([]);
  await edit(world, [{ kind: 'add', id: entryId(9), entry: sampleEntry('ninth') }]);
  expect(listEntries(must(await unlock(world)))).toHaveLength(3);
  expect(await named()).toEqual([]);
});

describe('a server that', () => {
  test('withholds a record', async () => {
    world.server.records.delete(keyOf(victim));
    expect(await named()).toEqual([`missing ${victim}`]);
    expect(await opensAs(entryId(1))).toEqual({ text: entryId(1) });
  });

  test('shows an earlier version of a whole row, which opens by itself', async () => {
    const old = record(victim);
    await save([over(victim, 'second')]);
    world.server.records.set(keyOf(victim), old);
    expect(await opensAs(victim)).toEqual({ text: victim });
    expect(await named()).toEqual([`stale ${victim}`]);
  });

  test('brings a record back that is gone for good', async () => {
    const removed = { ...record(victim) };
    await save([over(victim, victim, '2026-01-02T03:04:05.000Z')]);
    world.server.records.delete(keyOf(victim));
    expect(await results()).toEqual({ findings: [], purged: [victim] });
    world.vault = send(world.server, must(await saveRecords(world.ports, world.vault, [], [name(victim)])));
    expect(await results()).toEqual({ findings: [], purged: [] });
    world.server.records.set(keyOf(victim), removed);
    expect(await named()).toEqual([`unlisted ${victim}`]);
  });

  test('swaps two collections’ rows of one id', async () => {
    await save([fresh(victim, 'a task', 'tasks2')]);
    const [note, task] = [record(victim), record(victim, 'tasks2')];
    world.server.records.set(keyOf(victim), { ...task, collection: notes });
    world.server.records.set(keyOf(victim, 'tasks2'), { ...note, collection: 'tasks2' });
    expect(await named()).toEqual([`altered ${victim}`]);
    expect(await named('tasks2')).toEqual([`altered ${victim}`]);
  });

  test('plants a row that was sealed under the right key and never saved', async () => {
    const id = entryId(77);
    const sealed = must(await sealRecord(world.ports, world.vault, { class: 'row', ...name(id), version: 1 }, { text: 'planted' }));
    world.server.records.set(keyOf(id), { ...name(id), version: 1, sealed, deleted_at: null });
    expect(await named()).toEqual([`unlisted ${id}`]);
  });

  test('shows the refused one of two simultaneous writes of one version', async () => {
    const refused = must(await saveRecords(world.ports, world.vault, [over(victim, 'the loser')])).change.records[0];
    await save([over(victim, 'the winner')]);
    world.server.records.set(keyOf(victim), { ...record(victim), sealed: refused?.sealed ?? '' });
    expect(await opensAs(victim)).toEqual({ text: 'the loser' });
    expect(await named()).toEqual([`altered ${victim}`]);
  });

  test('shows a later version than the manifest that it shows', async () => {
    const parts = new Map(world.server.parts);
    const { epoch } = world.server;
    await save([over(victim, 'second')]);
    world.server.parts = parts;
    world.server.epoch = epoch;
    expect(await named()).toEqual([`ahead ${victim}`]);
  });

  test('puts a record into the trash, or takes one out of it', async () => {
    await save([over(entryId(1), 'removed', '2026-01-02T03:04:05.000Z')]);
    world.server.records.set(keyOf(entryId(1)), { ...record(entryId(1)), deleted_at: null });
    world.server.records.set(keyOf(victim), { ...record(victim), deleted_at: '2026-01-02T03:04:05.000Z' });
    expect(await named()).toEqual([`altered ${entryId(1)}`, `altered ${victim}`]);
  });

  test('replays a whole shard: it is named, its records are not believed, those of other shards are, and nothing is written into it', async () => {
    const part = recordPartOf(victim);
    const old = world.server.parts.get(part) ?? '';
    const before = record(victim);
    await save([over(victim, 'second')]);
    world.server.parts.set(part, old);
    world.server.records.set(keyOf(victim), before);
    const vault = must(await unlock(world));
    expect(vault.findings).toEqual([{ code: 'shard_stale', part }]);
    expect(await named()).toEqual([`unverified ${victim}`]);
    expect(codeOf(await saveRecords(world.ports, vault, [{ ...over(victim, 'x'), isOverride: true }]))).toBe('shard_unverified');
    expect(codeOf(await saveRecords(world.ports, vault, [over(entryId(1), 'x')]))).toBe('ok');
  });

  test('puts one shard in another’s place, a shard of entries among them', async () => {
    const part = recordPartOf(victim);
    for (const from of [recordPartOf(entryId(1)), part - 64]) {
      const server = world.server.copy();
      server.parts.set(part, world.server.parts.get(from) ?? '');
      const vault = must(await unlock({ ...world, server }));
      expect(vault.findings).toEqual([{ code: expect.stringMatching(/^shard_(altered|stale)$/), part }]);
      expect([...vault.records.keys()]).not.toContain(part);
    }
  });

  test('drops a shard', async () => {
    world.server.parts.delete(recordPartOf(victim));
    expect(must(await unlock(world)).findings).toEqual([{ code: 'shard_missing', part: recordPartOf(victim) }]);
    expect(await named()).toEqual([`unverified ${victim}`]);
  });
});

describe('nothing is written over a row that is not as listed', () => {
  test('whatever it is, until the owner has said so; then it is later than everything that was listed', async () => {
    const old = record(victim);
    await save([over(victim, 'second')]);
    await save([over(victim, 'third')]);
    world.server.records.set(keyOf(victim), old);
    const refused = await saveRecords(world.ports, world.vault, [over(victim, 'x')]);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'not_as_listed', name: name(victim), found: 'stale' } });
    await save([{ ...over(victim, 'taken'), isOverride: true }]);
    expect(record(victim).version).toBe(4);
    expect(await named()).toEqual([]);
  });

  test('and no new record over a listed one', async () => {
    world.server.records.delete(keyOf(victim));
    expect(await saveRecords(world.ports, world.vault, [fresh(victim)])).toMatchObject({
      failure: { code: 'not_as_listed', found: 'listed' },
    });
  });

  test('the text of a row that does not open is listed as it is when the row is removed', async () => {
    world.server.records.set(keyOf(victim), { ...record(victim), sealed: 'r2.spoiled' });
    const { fields: _, ...removal } = over(victim, '', '2026-01-02T03:04:05.000Z');
    await save([{ ...removal, isOverride: true }]);
    expect(record(victim)).toMatchObject({ version: 2, sealed: 'r2.spoiled' });
    expect(await results()).toEqual({ findings: [], purged: [] });
  });

  test('a row whose fields nobody hands over is sealed again as it is: it opens in the trash and out of it', async () => {
    const before = record(victim);
    const { fields: _, ...removal } = over(victim, '', '2026-01-02T03:04:05.000Z');
    await save([removal]);
    expect(record(victim).sealed).not.toBe(before.sealed);
    const { fields: _again, ...back } = over(victim, '');
    await save([back]);
    const at = { class: 'row', ...name(victim), version: record(victim).version } as const;
    const first = { ...at, version: before.version };
    expect(must(await openRecord(world.ports, world.vault, at, record(victim).sealed))).toEqual(
      must(await openRecord(world.ports, world.vault, first, before.sealed)),
    );
    expect(await results()).toEqual({ findings: [], purged: [] });
  });

  test('one record twice in a change is no change', async () => {
    expect(codeOf(await saveRecords(world.ports, world.vault, [over(victim, 'a'), over(victim, 'b')]))).toBe('record_invalid');
  });
});

describe('records from before they were listed', () => {
  test('are taken in once, those that open: from then on a planted one is a finding', async () => {
    const older = await makeWorld(1);
    const rowOf = async (number: number, text: string, version = 1) => {
      const at = { class: 'row', ...name(entryId(number)), version } as const;
      const sealed = must(await sealRecord(older.ports, older.vault, at, { text }));
      return { ...name(entryId(number)), version, sealed, deleted: number === 3 };
    };
    const rows = [await rowOf(1, 'one'), await rowOf(2, 'two', 7), await rowOf(3, 'three'), { ...(await rowOf(4, 'four')), version: 2 }];
    expect(await verifyRecords(older.ports.crypto, older.vault, notes, rows)).toEqual({ findings: [], purged: [] });
    const commit = must(must1(await adoptRecords(older.ports, older.vault, rows)));
    expect(commit.adopted).toBe(3);
    older.vault = send(older.server, commit);
    const vault = must(await unlock(older));
    expect(await adoptRecords(older.ports, vault, rows)).toBeUndefined();
    const all = await verifyRecords(older.ports.crypto, vault, notes, [...rows, await rowOf(5, 'late')]);
    expect(all.findings).toEqual([
      { code: 'unlisted', id: entryId(4) },
      { code: 'unlisted', id: entryId(5) },
    ]);
    expect(listedRecord(vault, name(entryId(3)))).toMatchObject({ version: 1, deleted: true });
  });

  test('that another device wrote and listed meanwhile stay as it listed them', async () => {
    const older = await makeWorld(0);
    const seen = { ...name(victim), version: 1, deleted: false, sealed: '' };
    const place = { class: 'row', ...name(victim), version: 1 } as const;
    const first = { ...seen, sealed: must(await sealRecord(older.ports, older.vault, place, { text: 'first' })) };
    older.vault = send(older.server, must(await saveRecords(older.ports, older.vault, [{ ...fresh(victim, 'second'), over: first }])));
    older.vault = send(older.server, must(must1(await adoptRecords(older.ports, older.vault, [first]))));
    expect(listedRecord(older.vault, name(victim))?.version).toBe(2);
  });
});

describe('the manifest made again', () => {
  test('from a lost head lists the records that open, and goes on finding', async () => {
    world.server.parts.delete(headPart);
    const vault = must(await unlock(world));
    const rows = world.server.selectRecords(notes).map(({ deleted_at, ...row }) => ({ ...row, deleted: deleted_at !== null }));
    world.vault = send(world.server, must(await rebuildManifest(world.ports, vault, { rows: world.server.select(), records: rows })));
    // The recovery key, which nobody just opened, is not taken for the owner's.
    expect(must(await unlock(world)).findings.map(({ code }) => code)).toEqual(['slot_unlisted']);
    expect(await results()).toEqual({ findings: [], purged: [] });
    world.server.records.delete(keyOf(victim));
    expect(await named()).toEqual([`missing ${victim}`]);
  });

  test('in one broken shard of records touches no other', async () => {
    const part = recordPartOf(victim);
    world.server.parts.set(part, 'm2.broken');
    const vault = must(await unlock(world));
    const rows = world.server.selectRecords(notes).map(({ deleted_at, ...row }) => ({ ...row, deleted: deleted_at !== null }));
    const commit = must(await rebuildManifest(world.ports, vault, { rows: world.server.select(), records: rows }));
    expect(commit.change.parts.map((written) => written.part)).toEqual([part, headPart]);
    world.vault = send(world.server, commit);
    expect(await named()).toEqual([]);
  });
});

test('a rotation seals records and their shards again, each over its listed version, and leaves one that is not as listed', async () => {
  const old = record(victim);
  await save([over(victim, 'second')]);
  world.server.records.set(keyOf(victim), old);
  const slots = [{ kind: 'master', master, cost: minCost }] as const;
  world.vault = send(world.server, must(await beginRotation(world.ports, world.vault, byMaster, slots)));
  const kept = () =>
    world.server.selectRecords(notes).map(({ deleted_at, ...row }) => ({ ...row, deleted: deleted_at !== null, deletedAt: deleted_at }));
  const first = must(await resealRecords(world.ports, world.vault, kept()));
  world.vault = send(world.server, must1(first.commit));
  expect(must(await resealRecords(world.ports, world.vault, kept()))).toEqual({
    commit: undefined,
    held: [{ ...name(victim), code: 'stale' }],
  });
  const keyIds = world.server.selectRecords(notes).map(({ sealed }) => sealed.split('.')[1] === world.vault.keys.keyId);
  expect(keyIds).toEqual([true, false, true]);
  expect(await named()).toEqual([`stale ${victim}`]);
  for (let steps = 0; steps < 20; steps += 1) {
    const step = must(await nextRotationStep(world.ports, world.vault, world.server.select()));
    if (step.kind !== 'reseal') break;
    world.vault = send(world.server, step.commit);
  }
  expect([...world.vault.records.values()].every(({ keyId }) => keyId === world.vault.keys.keyId)).toBe(true);
});

describe('a shard of records that says what it may not', () => {
  const digest = 'A'.repeat(43);
  const item = { ...name(victim), version: 1, digest };
  test.each([
    ['twice the same record', [item, item]],
    ['a record of another shard', [{ ...item, id: entryId(3) }]],
    ['a collection that is none', [{ ...item, collection: 'No' }]],
    ['a version that is none', [{ ...item, version: 0 }]],
    ['a mark that is none', [{ ...item, deleted: false }]],
  ])('is not read: %s', async (_, records) => {
    const part = recordPartOf(victim);
    const { ports, vault } = world;
    const envelope = await sealPart(ports, vault.keys, { ...vault, part }, vault.epoch, { records });
    const { openRecordShard } = await import('./record-shard.ts');
    const parsed = { keyId: vault.keys.keyId, epoch: vault.epoch, sealed: envelope.split('.')[3] ?? '' };
    expect(await openRecordShard(ports.crypto, vault.keys, { ...vault, part }, parsed)).toBeUndefined();
  });
});

test('property: whatever one thing a server does to any one row is named for that row alone', { timeout: 60_000 }, async () => {
  await save(Array.from({ length: 12 }, (_, index) => fresh(entryId(index + 10))));
  const before = new Map(world.server.records);
  const ids = [...before.values()].map(({ id }) => id);
  await save(ids.map((id) => over(id, `second ${id}`)));
  const present = new Map(world.server.records);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ids),
      fc.constantFrom('withhold', 'replay', 'flip', 'trash', 'swap'),
      fc.nat(),
      async (id, act, at) => {
        world.server.records = new Map(present);
        const row = record(id);
        const other = ids[(ids.indexOf(id) + 1) % ids.length] ?? id;
        const index = at % row.sealed.length;
        if (act === 'withhold') world.server.records.delete(keyOf(id));
        if (act === 'replay') world.server.records.set(keyOf(id), must1(before.get(keyOf(id))));
        if (act === 'trash') world.server.records.set(keyOf(id), { ...row, deleted_at: '2026-01-01T00:00:00.000Z' });
        if (act === 'swap') world.server.records.set(keyOf(id), { ...row, sealed: record(other).sealed });
        if (act === 'flip') {
          const flipped = `${row.sealed.slice(0, index)}${row.sealed[index] === 'A' ? 'B' : 'A'}${row.sealed.slice(index + 1)}`;
          world.server.records.set(keyOf(id), { ...row, sealed: flipped });
        }
        const { findings } = await verifyRecords(world.ports.crypto, world.vault, notes, shown(world.server.selectRecords(notes)));
        expect(findings.map((finding) => finding.id)).toEqual([id]);
      },
    ),
    { numRuns: 60 },
  );
});

test('property: records that are saved in any order and batches are listed each once, in their names’ order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 500 }), { maxLength: 30 }), async (numbers) => {
      const records = numbers.map((number) => ({
        ...name(entryId(number), number % 2 === 0 ? 'notes' : 'tasks2'),
        version: 1,
        digest: '',
      }));
      const sorted = recordsPlain(records).records.map((one) => `${one.collection} ${one.id}`);
      expect(sorted).toEqual([...sorted].sort());
      expect(new Set(sorted).size).toBe(numbers.length);
    }),
  );
});
