import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryId, makeWorld, must, sampleEntry, send } from '../../tests/vault-world.ts';
import { saveEdits } from '../entries/edit-entries.ts';
import { type ListedRecord, recordName, recordPartOf } from '../records/record-shard.ts';
import { adoptRecords, saveRecords } from '../records/save-records.ts';
import { compareStates } from './device-state.ts';
import { type ListedEntry, shardOf } from './manifest-shard.ts';
import type { OpenShard, OpenVault } from './open-vault.ts';

test('records that a branch lacks are counted by their collection, beside the entries', async () => {
  const world = await makeWorld(2);
  const adopted = await adoptRecords(world.ports, world.vault, []);
  if (adopted === undefined) throw new Error('records are listed already');
  world.vault = send(world.server, must(adopted));
  const branch = world.vault;
  const draft = (collection: string, number: number, deletedAt: string | null = null) => ({
    ...{ collection, id: entryId(number), fields: { number }, deletedAt },
  });
  const own = [draft('notes', 1), draft('money', 1), draft('money', 2), draft('money', 3), draft('notes', 9, '2026-11-21T12:00:00Z')];
  const device = send(world.server.copy(), must(await saveRecords(world.ports, branch, own)));
  const none = { added: 0, changed: 0, removed: 0 };
  const lacks = { ...none, records: { notes: { ...none, removed: 1 }, money: { ...none, removed: 3 } }, isWhole: true };
  expect(compareStates(device, branch)).toEqual(lacks);
  const more = [{ kind: 'add', id: entryId(100), entry: sampleEntry('Elsewhere') }] as const;
  const presented = send(world.server, must(await saveEdits(world.ports, branch, more)));
  expect(compareStates(device, presented)).toEqual({ ...lacks, added: 1 });
});

/** What a state lists in short: of each name a text, or that it was removed, or nothing. */
type Short = Readonly<Record<string, number>>;

const names = [1, 2, 65, 66].flatMap((number) => ['', 'notes', 'money'].map((kind) => ({ kind, id: entryId(number) })));
const shortName = ({ kind, id }: (typeof names)[number]) => `${kind}/${id}`;
const states = fc.record(Object.fromEntries(names.map((name) => [shortName(name), fc.integer({ min: -1, max: 2 })])));

/** An open vault that lists so much; the parts among `broken` did not open. */
function vaultOf(state: Short, broken: readonly number[]): OpenVault {
  const shards = new Map<number, OpenShard>();
  const records = new Map<number, OpenShard<ListedRecord>>();
  const listed: Record<string, { epoch: number; digest: string }> = {};
  for (const { kind, id } of names) {
    const text = state[shortName({ kind, id })] ?? 0;
    const part = kind === '' ? shardOf(id) : recordPartOf(id);
    // Entries that were removed are listed no more; records that were are, as such.
    if (text === 0 || (kind === '' && text < 0)) continue;
    listed[String(part)] = { epoch: 1, digest: '' };
    if (broken.includes(part)) continue;
    const shard = { epoch: 1, digest: '', keyId: '' };
    const digest = String(text);
    if (kind === '') {
      const item = { id, version: 1, digest } as ListedEntry;
      shards.set(part, { ...shard, items: new Map([...(shards.get(part)?.items ?? []), [id, item]]) });
    } else {
      const item: ListedRecord = { collection: kind, id, version: 1, digest, ...(text < 0 ? { deleted: true } : {}) };
      records.set(part, { ...shard, items: new Map([...(records.get(part)?.items ?? []), [recordName(item), item]]) });
    }
  }
  return { head: { shards: listed }, shards, records } as unknown as OpenVault;
}

test('property: everything that both states list is counted once, under its kind, and what a part would list that does not open is not', () => {
  const parts = [...new Set(names.map(({ kind, id }) => (kind === '' ? shardOf(id) : recordPartOf(id))))];
  fc.assert(
    fc.property(states, states, fc.subarray(parts), fc.subarray(parts), (device, presented, lostHere, lostThere) => {
      const [one, other] = [vaultOf(device, lostHere), vaultOf(presented, lostThere)];
      const unread = [one, other].flatMap(({ head, shards, records }) =>
        Object.keys(head?.shards ?? {})
          .map(Number)
          .filter((part) => !shards.has(part) && !records.has(part)),
      );
      const difference = compareStates(one, other);
      expect(difference.isWhole).toBe(unread.length === 0);
      for (const kind of ['', 'notes', 'money']) {
        const own = names.filter((name) => name.kind === kind && !unread.includes(kind === '' ? shardOf(name.id) : recordPartOf(name.id)));
        const texts = own.map((name) => [Math.max(0, device[shortName(name)] ?? 0), Math.max(0, presented[shortName(name)] ?? 0)] as const);
        const expected = {
          added: texts.filter(([before, after]) => before === 0 && after > 0).length,
          changed: texts.filter(([before, after]) => before > 0 && after > 0 && before !== after).length,
          removed: texts.filter(([before, after]) => before > 0 && after === 0).length,
        };
        const { added, changed, removed } = kind === '' ? difference : (difference.records[kind] ?? { added: 0, changed: 0, removed: 0 });
        expect({ added, changed, removed }).toEqual(expected);
      }
    }),
  );
});
