import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SimulatedRecord } from '../../tests/simulated-server.ts';
import { byMaster, codeOf, entryId, makeWorld, master, minCost, must, send, unlock, type World } from '../../tests/vault-world.ts';
import { beginRotation, nextRotationStep } from '../slots/rotate-vault-key.ts';
import { openFormerRecord, openListedRecord } from './former-text.ts';
import { type HeldRecord, notReadBack, resealRecords } from './reseal-records.ts';
import { adoptRecords, type KeptRow, saveRecords } from './save-records.ts';
import { openRecord, sealRecord } from './sealed-record.ts';

const notes = 'notes';
const ids = [1, 2, 3, 4].map(entryId);
const victim = entryId(2);
/** In the trash, by the owner. */
const trashed = entryId(4);
const slots = [{ kind: 'master', master, cost: minCost }] as const;

let world: World;
let honest: SimulatedRecord;

beforeEach(async () => {
  world = await makeWorld(1);
  const adopted = await adoptRecords(world.ports, world.vault, []);
  if (adopted === undefined) throw new Error('records are listed already');
  world.vault = send(world.server, must(adopted));
  const drafts = ids.map((id) => ({
    collection: notes,
    id,
    fields: { text: id },
    deletedAt: id === trashed ? '2026-11-21T12:00:00Z' : null,
  }));
  world.vault = send(world.server, must(await saveRecords(world.ports, world.vault, drafts)));
  honest = rowOf(victim);
});

function rowOf(id: string): SimulatedRecord {
  const row = world.server.records.get(`${notes}/${id}`);
  if (row === undefined) throw new Error(`there is no ${id}`);
  return row;
}

const put = (row: SimulatedRecord) => world.server.records.set(`${notes}/${row.id}`, row);
const kept = (): KeptRow[] =>
  world.server.selectRecords(notes).map(({ deleted_at, ...row }) => ({ ...row, deleted: deleted_at !== null, deletedAt: deleted_at }));
const withKeyId = (row: SimulatedRecord, keyId: string): SimulatedRecord => ({
  ...row,
  sealed: row.sealed.replace(/^r2\.[^.]+/, `r2.${keyId}`),
});
const placeOf = ({ id, version }: SimulatedRecord) => ({ class: 'row', collection: notes, id, version }) as const;

async function rotate(): Promise<void> {
  world.vault = send(world.server, must(await beginRotation(world.ports, world.vault, byMaster, slots)));
}

/** Seals records again until no change comes, and answers with what was not read back. */
async function reseal(): Promise<readonly HeldRecord[]> {
  for (;;) {
    const { commit, held } = must(await resealRecords(world.ports, world.vault, kept()));
    if (commit === undefined) return held;
    world.vault = send(world.server, commit);
  }
}

/** Takes every step of the entries, and lets the old key go: what asks for it has read the records back, or the owner does without. */
async function finish(): Promise<void> {
  for (;;) {
    const step = must(await nextRotationStep(world.ports, world.vault, world.server.select()));
    if (step.kind !== 'reseal' && step.kind !== 'finish') break;
    world.vault = send(world.server, step.commit);
    if (step.kind === 'finish') break;
  }
  expect(world.vault.retired.size).toBe(0);
}

describe('before a rotation lets the old key go', () => {
  test('a record whose text names another key is found, not passed over, and holds the key until the honest text is back', async () => {
    put(withKeyId(honest, 'A'.repeat(22)));
    await rotate();
    expect(await reseal()).toEqual([{ collection: notes, id: victim, code: 'altered' }]);
    expect(ids.filter((id) => rowOf(id).sealed.split('.')[1] === world.vault.keys.keyId)).toEqual(ids.filter((id) => id !== victim));
    put(honest);
    expect(await reseal()).toEqual([]);
    expect(must(await openRecord(world.ports, world.vault, placeOf(rowOf(victim)), rowOf(victim).sealed))).toEqual({ text: victim });
  });

  test('a record that the server has put into the trash is not taken for one that the owner removed', async () => {
    put({ ...honest, deleted_at: '2026-11-22T00:00:00Z' });
    await rotate();
    expect(await reseal()).toEqual([{ collection: notes, id: victim, code: 'altered' }]);
  });

  test('what the owner removed holds nothing, whatever its row has become, and neither does a planted row', async () => {
    put({ ...rowOf(trashed), sealed: 'junk', deleted_at: null });
    put({ ...honest, id: entryId(9), sealed: `r2.${'B'.repeat(22)}.1.AAAA` });
    await rotate();
    expect(await reseal()).toEqual([]);
  });

  test('property: whatever one thing is done to one row, that record is held, every other is under the new key, and the honest row ends it', {
    timeout: 60_000,
  }, async () => {
    await rotate();
    const before = new Map(world.server.records);
    const [vault, server] = [world.vault, world.server];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ids.filter((id) => id !== trashed)),
        fc.constantFrom('key', 'flip', 'trash', 'swap', 'version', 'empty'),
        fc.nat(),
        async (id, act, at) => {
          world = { ...world, vault, server: server.copy() };
          world.server.records = new Map(before);
          const row = rowOf(id);
          const index = at % row.sealed.length;
          const flipped = `${row.sealed.slice(0, index)}${row.sealed[index] === 'A' ? 'B' : 'A'}${row.sealed.slice(index + 1)}`;
          if (act === 'key') put(withKeyId(row, at % 2 === 0 ? 'A'.repeat(22) : vault.keys.keyId));
          if (act === 'flip') put({ ...row, sealed: flipped });
          if (act === 'trash') put({ ...row, deleted_at: '2026-01-01T00:00:00Z' });
          if (act === 'swap') put({ ...row, sealed: rowOf(ids.find((other) => other !== id) ?? id).sealed });
          if (act === 'version') put({ ...row, version: row.version + 1 + (at % 3) });
          if (act === 'empty') put({ ...row, sealed: '' });
          expect((await reseal()).map((held) => held.id)).toEqual([id]);
          expect(ids.filter((other) => rowOf(other).sealed.split('.')[1] !== vault.keys.keyId || other === id)).toEqual([id]);
          put(row);
          expect(await reseal()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a rotation that the owner finished without a record', () => {
  beforeEach(async () => {
    put(withKeyId(honest, 'A'.repeat(22)));
    await rotate();
    await reseal();
    await finish();
    world.vault = must(await unlock(world));
  });

  test('leaves it listed: when the listed text comes back it opens, and the next rotation seals it again', async () => {
    const open = async () => openListedRecord(world.ports, world.vault, placeOf(rowOf(victim)), rowOf(victim).sealed);
    expect(codeOf(await open())).toBe('unknown_key');
    put(honest);
    expect(codeOf(await openRecord(world.ports, world.vault, placeOf(honest), honest.sealed))).toBe('unknown_key');
    expect(must(await open())).toEqual({ text: victim });
    expect(await notReadBack(world.ports, world.vault, kept(), 'any')).toEqual([]);
    expect(await notReadBack(world.ports, world.vault, kept(), 'present')).toMatchObject([{ id: victim, code: 'unreadable' }]);
    await rotate();
    expect(await reseal()).toEqual([]);
    await finish();
    world.vault = must(await unlock(world));
    expect(must(await openRecord(world.ports, world.vault, placeOf(rowOf(victim)), rowOf(victim).sealed))).toEqual({ text: victim });
  });

  test('keeps the old key through further rotations, so that it opens after those too', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await rotate();
      expect(await reseal()).toMatchObject([{ id: victim }]);
      await finish();
      world.vault = must(await unlock(world));
    }
    put(honest);
    expect(must(await openListedRecord(world.ports, world.vault, placeOf(honest), honest.sealed))).toEqual({ text: victim });
  });

  test('a text that somebody made up under the former key opens nowhere, at any version', async () => {
    const former = await makeFormer();
    for (const version of [1, 2, 3]) {
      const place = { ...placeOf(honest), version };
      const made = must(await sealRecord(world.ports, former, place, { text: 'made up' }));
      put({ ...honest, version, sealed: made });
      expect(codeOf(await openListedRecord(world.ports, world.vault, place, made))).toBe('unknown_key');
      // By the owner's own copy, which nobody but this device vouches for, it would.
      expect(must(await openFormerRecord(world.ports, world.vault, place, made))).toEqual({ text: 'made up' });
    }
  });

  /** The vault of somebody who has the former key. */
  async function makeFormer() {
    const { openFormerKeys } = await import('../manifest/retired-keys.ts');
    if (world.vault.head === undefined) throw new Error('there is no head');
    const [keys] = (await openFormerKeys(world.ports.crypto, world.vault, world.vault.keys, world.vault.head)).values();
    if (keys === undefined) throw new Error('there is no former key');
    return { ...world.vault, keys };
  }
});
