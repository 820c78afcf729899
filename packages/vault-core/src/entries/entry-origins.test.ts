import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edit, entryId, makeWorld, must, rowOf, sampleEntry } from '../../tests/vault-world.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { planImport } from '../import/import-plan.ts';
import { originsOf, withOrigins } from './change-origins.ts';
import type { EntrySecrets } from './entry.ts';
import { mergeOrigins, parseOrigins } from './entry-origins.ts';
import { parseSecrets } from './entry-parse.ts';
import { mergeEntries } from './merge-entries.ts';
import { readEntry } from './read-entry.ts';
import { savableEntry } from './savable-entry.ts';

const id = entryId(1);
const api = 'https://api.example.org';
const evil = 'https://evil.example';
const { secrets: plain } = sampleEntry('bank');

async function worldWith(origins: readonly string[]) {
  const world = await makeWorld(1);
  const present = async () => must(await readEntry(world.ports, world.vault, rowOf(world, id)));
  const { details, secrets } = await present();
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: { details, secrets: withOrigins(secrets, { allow: origins }) } }]);
  return { world, present };
}

test('allowed origins are sealed with the entry, make no version and no date, and outlive an edit, the trash and back again', async () => {
  const { world, present } = await worldWith([api]);
  const before = await present();
  expect([before.secrets.origins, before.secrets.history]).toEqual([[api], []]);
  const { details, secrets } = before;
  await edit(world, [{ kind: 'update', row: rowOf(world, id), entry: { details, secrets: { ...secrets, password: 'new' } } }]);
  await edit(world, [{ kind: 'trash', row: rowOf(world, id) }]);
  await edit(world, [{ kind: 'restore', row: rowOf(world, id) }]);
  const after = await present();
  expect(after.secrets.origins).toEqual([api]);
  expect(canonicalJson(after.secrets.history)).not.toContain('origins');
});

test('an entry from before there were origins reads and is written as it was, byte for byte', () => {
  const read = parseSecrets({ ...plain });
  expect(read).toEqual(plain);
  expect(canonicalJson(read)).not.toContain('origins');
  expect(canonicalJson(withOrigins(withOrigins(plain, { allow: [api] }), { remove: [api] }))).toBe(canonicalJson(plain));
});

test('what is no origin, or one of plain http, allows nothing, and withholds no entry', () => {
  const bad = ['http://api.example.org', 'https://api.example.org/', 'HTTPS://API.example.org', '*', 'null', '', 7, null, [api]];
  expect(originsOf({ ...plain, origins: parseOrigins([...bad, api, api]) })).toEqual([api]);
  expect(withOrigins(plain, { allow: bad.filter((text) => typeof text === 'string') })).toEqual(plain);
  for (const none of [undefined, null, 'https://a.example', { 0: api }, 7]) expect(parseOrigins(none)).toEqual([]);
  expect(parseSecrets({ ...plain, origins: [7, null, [api]] })).toEqual(plain);
  expect(parseSecrets({ ...plain, origins: bad })).toBeDefined();
});

test('a new entry is allowed to go nowhere, whatever the file, the export or the removed row says that it comes from', async () => {
  const world = await makeWorld(1);
  const planted = sampleEntry('planted', {}, { origins: [evil] });
  await edit(world, [{ kind: 'add', id: entryId(2), entry: planted }]);
  const read = must(await readEntry(world.ports, world.vault, rowOf(world, entryId(2))));
  expect(read.secrets).not.toHaveProperty('origins');
  expect(savableEntry(planted).ok).toBe(true);
});

test('an import over an entry brings no origin along, and takes none away', () => {
  const present = sampleEntry('bank', {}, { origins: [api] });
  const incoming = sampleEntry('bank', {}, { origins: [evil], password: 'from the file' });
  const planned = planImport([{ place: 1, entry: incoming }], [{ id, entry: present }], 0, () => entryId(9));
  expect(planned[0]).toMatchObject({ kind: 'changed', entry: { secrets: { password: 'from the file', origins: [api] } } });
  expect(canonicalJson(planned)).not.toContain(evil);
});

test('an earlier text of an entry that is taken as it is brings no origin back that was taken away', async () => {
  const { world, present } = await worldWith([evil]);
  const earlier = rowOf(world, id);
  const { details, secrets } = await present();
  await edit(world, [{ kind: 'update', row: earlier, entry: { details, secrets: withOrigins(secrets, { remove: [evil] }) } }]);
  await edit(world, [{ kind: 'adopt', row: earlier }]);
  expect((await present()).secrets).not.toHaveProperty('origins');
});

test('two devices: what either allowed is allowed, what either took away is not, and nothing of it is a conflict', () => {
  const pool = ['https://a.example', 'https://b.example', 'https://c.example', 'http://127.0.0.1:1'];
  const lists = fc.subarray(pool);
  fc.assert(
    fc.property(lists, lists, lists, (base, mine, theirs) => {
      const [was, ours, other] = [base, mine, theirs].map((allow) => withOrigins(plain, { allow })) as [
        EntrySecrets,
        EntrySecrets,
        EntrySecrets,
      ];
      const merged = mergeOrigins(was, ours, other);
      for (const origin of pool) {
        const removed = base.includes(origin) && !(mine.includes(origin) && theirs.includes(origin));
        const isAllowed = !removed && (mine.includes(origin) || theirs.includes(origin));
        expect(merged.includes(origin)).toBe(isAllowed);
      }
      expect(mergeOrigins(was, other, ours)).toEqual(merged);
      const { details } = sampleEntry('bank');
      const { conflicts, merged: whole } = mergeEntries({ details, secrets: was }, { details, secrets: ours }, { details, secrets: other });
      expect(conflicts).toEqual([]);
      expect(whole.secrets.origins ?? []).toEqual(merged);
    }),
  );
});

test('what is allowed and taken away at once is taken away, and beyond a hundred nothing is added', () => {
  expect(withOrigins(plain, { allow: [api], remove: [api] })).not.toHaveProperty('origins');
  const many = Array.from({ length: 100 }, (_, at) => `https://a${at}.example`);
  const full = withOrigins(plain, { allow: many });
  expect(full.origins).toHaveLength(100);
  expect(withOrigins(full, { allow: [api] }).origins).toEqual(full.origins);
});
