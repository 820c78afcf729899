import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  codeOf,
  edit,
  entryId,
  makeWorld,
  must,
  rowOf,
  sampleEntry,
  send,
  startMs,
  testPorts,
  unlock,
  userId,
} from '../../tests/vault-world.ts';
import { headPart } from '../manifest/manifest-head.ts';
import { listEntries } from '../manifest/open-vault.ts';
import { verifyRows } from '../manifest/verify-rows.ts';
import { reopenVault } from '../slots/unlock.ts';
import { emptyTrash, saveEdits } from './edit-entries.ts';
import { openIcon } from './entry-envelope.ts';
import { mergeEntries } from './merge-entries.ts';
import { readEntry } from './read-entry.ts';

const id = entryId(1);
const day = 86_400_000;

test('one save writes one row, the shard that lists it and the head: nothing else', async () => {
  const world = await makeWorld(100);
  const commit = must(
    await saveEdits(world.ports, world.vault, [{ kind: 'update', row: rowOf(world, id), entry: sampleEntry('changed') }]),
  );
  expect(commit.change.entries.map((write) => write.id)).toEqual([id]);
  expect(commit.change.parts.map(({ part }) => part)).toEqual([1, headPart]);
  expect(commit.change.entries[0]?.password_encrypted).toMatch(/^v2\.[^.]{22}\.2\./);
});

test('earlier versions are kept whole, newest first, twenty of them', async () => {
  const world = await makeWorld(1);
  for (let round = 1; round <= 23; round += 1) {
    world.ports.clock.now = startMs + round * 1_000;
    const present = must(await readEntry(world.ports, world.vault, rowOf(world, id)));
    const wanted = {
      details: { ...present.details, title: `round ${round}`, createdAt: '1999-01-01T00:00:00.000Z' },
      secrets: { ...present.secrets, password: `p${round}` },
    };
    await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: wanted }]);
  }
  const entry = must(await readEntry(world.ports, world.vault, rowOf(world, id)));
  expect(entry.version).toBe(24);
  expect(entry.secrets.history.map(({ secrets }) => secrets.password)).toEqual(Array.from({ length: 20 }, (_, back) => `p${22 - back}`));
  expect(entry.secrets.history[0]).toMatchObject({ replacedAt: new Date(startMs + 23_000).toISOString(), details: { title: 'round 22' } });
  expect(entry.details).toMatchObject({
    createdAt: new Date(startMs).toISOString(),
    passwordChangedAt: new Date(startMs + 23_000).toISOString(),
  });
});

test('a favourite, the trash and back again make no version, and change no date but their own', async () => {
  const world = await makeWorld(1);
  const before = must(await readEntry(world.ports, world.vault, rowOf(world, id)));
  world.ports.clock.now += 5_000;
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: { ...before, details: { ...before.details, favorite: true } } }]);
  await edit(world, [{ kind: 'trash', row: rowOf(world, id) }]);
  expect(listEntries(world.vault)[0]?.details.trashedAt).toBe(new Date(startMs + 5_000).toISOString());
  await edit(world, [{ kind: 'restore', row: rowOf(world, id) }]);
  const after = must(await readEntry(world.ports, world.vault, rowOf(world, id)));
  expect(after.details).toEqual({ ...before.details, favorite: true });
  expect(after.secrets).toEqual(before.secrets);
  expect(rowOf(world, id).favorite).toBe(true);
});

test('the trash is emptied after thirty days, not a moment earlier, and of nothing else', async () => {
  const world = await makeWorld(3);
  await edit(world, [{ kind: 'trash', row: rowOf(world, id) }]);
  world.ports.clock.now = startMs + day;
  await edit(world, [{ kind: 'trash', row: rowOf(world, entryId(2)) }]);
  world.ports.clock.now = startMs + 30 * day - 1;
  expect(emptyTrash(world.ports, world.vault)).toBeUndefined();
  world.ports.clock.now = startMs + 30 * day;
  const emptied = await emptyTrash(world.ports, world.vault);
  if (emptied !== undefined) world.vault = send(world.server, must(emptied));
  expect(
    listEntries(world.vault)
      .map((item) => item.id)
      .sort(),
  ).toEqual([entryId(2), entryId(3)]);
  expect([...world.server.rows.keys()]).toEqual([entryId(2), entryId(3)]);
});

test('an icon is sealed with its entry, kept by later saves, and taken away when asked', async () => {
  const world = await makeWorld(0);
  await edit(world, [{ kind: 'add', id, entry: sampleEntry('a'), icon: Uint8Array.of(7, 7) }]);
  const icon = rowOf(world, id).icon ?? '';
  expect(must(await openIcon(world.ports.crypto, world.vault.keys, { userId, entryId: id }, icon))).toEqual(Uint8Array.of(7, 7));
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: sampleEntry('b', { url: sampleEntry('a').details.url }) }]);
  expect(rowOf(world, id).icon).toBe(icon);
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: sampleEntry('c'), icon: null }]);
  expect(rowOf(world, id).icon).toBeNull();
});

test('a batch is all or nothing, and says which entry it failed for', async () => {
  const world = await makeWorld(2);
  const save = (edits: Parameters<typeof saveEdits>[2]) => saveEdits(world.ports, world.vault, edits);
  const good = { kind: 'add', id: entryId(9), entry: sampleEntry('good') } as const;
  expect(await save([good, { kind: 'add', id, entry: sampleEntry('x') }])).toMatchObject({ failure: { code: 'id_taken', entryId: id } });
  expect(await save([good, { kind: 'add', id: 'no uuid', entry: sampleEntry('x') }])).toMatchObject({ failure: { code: 'entry_invalid' } });
  expect(await save([good, good])).toMatchObject({ failure: { code: 'twice_in_batch', entryId: entryId(9) } });
  for (const bad of [
    sampleEntry(''),
    sampleEntry('x', { createdAt: '2026-13-45T99:99:99Z' }),
    sampleEntry('x', { tags: Array.from({ length: 101 }, String) }),
    sampleEntry('x', {}, { notes: 'n'.repeat(200_001) }),
  ]) {
    expect(await save([good, { kind: 'add', id: entryId(10), entry: bad }])).toMatchObject({
      failure: { code: 'entry_invalid', entryId: entryId(10) },
    });
  }
  const fields = Array.from({ length: 40 }, (_, index) => ({ name: `f${index}`, value: 'v'.repeat(49_000), hidden: false }));
  expect(await save([{ kind: 'add', id: entryId(10), entry: sampleEntry('x', {}, { fields }) }])).toMatchObject({
    failure: { code: 'entry_too_large' },
  });
});

test('where an entry’s history would burst its row, the oldest versions go first and the entry is saved', async () => {
  const world = await makeWorld(0);
  const version = {
    replacedAt: '2026-01-01T00:00:00.000Z',
    details: sampleEntry('old').details,
    secrets: { password: 'p', notes: 'n'.repeat(150_000), totp: '', fields: [] },
  };
  await edit(world, [{ kind: 'add', id, entry: sampleEntry('big', {}, { history: Array.from({ length: 20 }, () => version) }) }]);
  const entry = must(await readEntry(world.ports, world.vault, rowOf(world, id)));
  expect(entry.secrets.history).toHaveLength(5);
});

test('what does not belong to an entry’s details is not sealed with them, where a code alone would read it', async () => {
  const world = await makeWorld(0);
  const entry = sampleEntry('a');
  await edit(world, [{ kind: 'add', id, entry: { ...entry, details: { ...entry.details, ...{ password: 'slipped in' } } } }]);
  const fresh = must(await unlock(world));
  expect(JSON.stringify([listEntries(world.vault), listEntries(fresh)])).not.toContain('slipped in');
});

test('two devices save at once: the second is told, merges field by field, and nothing is lost', async () => {
  const world = await makeWorld(2);
  const theirs = must(await unlock(world));
  const base = must(await readEntry(world.ports, theirs, rowOf(world, id)));
  const theirEntry = {
    ...base,
    details: { ...base.details, title: 'theirs', tags: ['one', 'two'] },
    secrets: { ...base.secrets, password: 'theirs' },
  };
  const mine = {
    ...base,
    details: { ...base.details, url: 'https://mine.example', tags: ['three'] },
    secrets: { ...base.secrets, password: 'mine' },
  };
  const refused = must(await saveEdits(world.ports, theirs, [{ kind: 'update', row: rowOf(world, id), entry: mine }]));
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: theirEntry }]);
  expect(world.server.writeVault(refused.expectedEpoch, 'late', refused.change)).toEqual({ conflict: 'PT409', epoch: 3 });
  // The answer that was lost is given again; nothing is written twice.
  const fresh = must(await reopenVault(world.ports, theirs, world.server.snapshot(), undefined));
  const present = must(await readEntry(world.ports, fresh, rowOf(world, id)));
  const { merged, conflicts } = mergeEntries(base, mine, present);
  expect(conflicts).toEqual([{ field: 'password', base: 'secret of site1', mine: 'mine', theirs: 'theirs' }]);
  expect(merged.details).toMatchObject({ title: 'theirs', url: 'https://mine.example', tags: ['two', 'three'] });
  const commit = must(await saveEdits(world.ports, fresh, [{ kind: 'update', row: rowOf(world, id), entry: merged }]));
  expect(world.server.writeVault(commit.expectedEpoch, 'again', commit.change)).toEqual({ epoch: 4 });
  expect(world.server.writeVault(commit.expectedEpoch, 'again', commit.change)).toEqual({ epoch: 4 });
  const saved = must(await readEntry(world.ports, commit.next, rowOf(world, id)));
  expect(saved.secrets.history.map(({ secrets }) => secrets.password)).toEqual(['theirs', 'secret of site1']);
});

test('custom fields merge by name; where names repeat, the lists are one field', () => {
  const field = (name: string, value: string) => ({ name, value, hidden: false });
  const entry = (...fields: ReturnType<typeof field>[]) => sampleEntry('x', {}, { fields });
  const base = entry(field('a', '1'), field('b', '1'), field('c', '1'));
  const mine = entry(field('a', '2'), field('b', '1'), field('d', '1'));
  const theirs = entry(field('a', '1'), field('b', '3'), field('c', '9'));
  const { merged, conflicts } = mergeEntries(base, mine, theirs);
  expect(merged.secrets.fields).toEqual([field('a', '2'), field('b', '3'), field('d', '1')]);
  expect(conflicts).toEqual([{ field: 'field:c', base: field('c', '1'), mine: null, theirs: field('c', '9') }]);
  const twice = entry(field('a', '1'), field('a', '2'));
  expect(mergeEntries(base, twice, theirs).conflicts.map((conflict) => conflict.field)).toEqual(['fields']);
});

test('each field that both sides changed differently is named by its own name, and a tag that one side took away goes', () => {
  const dates = ['2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z'] as const;
  const base = sampleEntry('base', { tags: ['kept', 'mine took', 'theirs took'], kind: 'login' });
  const side = (name: 'mine' | 'theirs', at: 0 | 1) =>
    sampleEntry(
      name,
      {
        ...{ kind: at === 0 ? 'note' : 'card', username: name, url: `https://${name}.example`, category: name },
        ...{ expiresAt: dates[at], trashedAt: dates[at], tags: ['kept', at === 0 ? 'theirs took' : 'mine took', name] },
      },
      { password: name, notes: name, totp: name },
    );
  const { merged, conflicts } = mergeEntries(base, side('mine', 0), side('theirs', 1));
  expect(conflicts.map(({ field }) => field)).toEqual([
    'kind',
    'title',
    'username',
    'url',
    'category',
    'expiresAt',
    'trashedAt',
    'password',
    'notes',
    'totp',
  ]);
  expect(merged.details.tags.toSorted()).toEqual(['kept', 'mine', 'theirs']);
});

test('property: a merge takes over what one side changed, and names exactly what both changed differently', () => {
  const value = fc.constantFrom('a', 'b', 'c');
  const fields = ['title', 'username', 'url', 'category'] as const;
  const state = fc.record({ title: value, username: value, url: value, category: value });
  fc.assert(
    fc.property(state, state, state, (base, mine, theirs) => {
      const { merged, conflicts } = mergeEntries(sampleEntry('x', base), sampleEntry('x', mine), sampleEntry('x', theirs));
      for (const name of fields) {
        const both = mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name];
        expect(conflicts.some(({ field }) => field === name)).toBe(both);
        if (!both) expect(merged.details[name]).toBe(mine[name] === base[name] ? theirs[name] : mine[name]);
      }
    }),
    { seed: 41, numRuns: 1_000 },
  );
});

test('property: whatever is saved in whatever order, the vault opens, verifies and holds exactly that', { timeout: 60_000 }, async () => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'update', 'trash', 'restore', 'remove'),
    number: fc.integer({ min: 1, max: 6 }),
    title: fc.string({ minLength: 1, maxLength: 20 }),
    password: fc.string({ maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const world = await makeWorld(0, 7, testPorts(7));
      const model = new Map<string, { title: string; password: string; trashed: boolean }>();
      for (const { kind, number, title, password } of steps) {
        const at = entryId(number);
        const known = model.get(at);
        const entry = sampleEntry('x', { title }, { password });
        if (kind === 'add' && known === undefined) {
          await edit(world, [{ kind, id: at, entry }]);
          model.set(at, { title, password, trashed: false });
        } else if (kind === 'update' && known !== undefined) {
          await edit(world, [{ kind, row: rowOf(world, at), entry }]);
          model.set(at, { title, password, trashed: false });
        } else if ((kind === 'trash' || kind === 'restore') && known !== undefined) {
          await edit(world, [{ kind, row: rowOf(world, at) }]);
          known.trashed = kind === 'trash';
        } else if (kind === 'remove') {
          await edit(world, [{ kind, id: at }]);
          model.delete(at);
        }
      }
      const vault = must(await unlock(world));
      const rows = world.server.select();
      const report = await verifyRows(world.ports, vault, rows);
      expect([vault.findings, report.findings, report.verified.size]).toEqual([[], [], model.size]);
      for (const row of rows) {
        const entry = must(await readEntry(world.ports, vault, row));
        expect({ title: entry.details.title, password: entry.secrets.password, trashed: entry.details.trashedAt !== null }).toEqual(
          model.get(row.id),
        );
      }
    }),
    { seed: 42, numRuns: 120 },
  );
});

test('a stranger’s ids and proto keys do no harm', async () => {
  const world = await makeWorld(1);
  const hostile = JSON.parse('{"__proto__":{"polluted":true},"kind":"login"}');
  expect(
    codeOf(await saveEdits(world.ports, world.vault, [{ kind: 'add', id: entryId(3), entry: { details: hostile, secrets: hostile } }])),
  ).toBe('entry_invalid');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each([
  ['too long', 'c'.repeat(101)],
  ['with U+0000', 'a\0b'],
  ['with half a pair', 'a\ud800'],
])('a category that the server’s table cannot hold (%s) is refused by name before anything is sent', async (_, category) => {
  const world = await makeWorld();
  const saved = await saveEdits(world.ports, world.vault, [{ kind: 'add', id: entryId(1), entry: sampleEntry('one', { category }) }]);
  expect(saved).toEqual({ ok: false, failure: { code: 'entry_invalid', entryId: entryId(1) } });
});
