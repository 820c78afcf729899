import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import type { Entry } from '../entries/entry.ts';
import { sampleEntry } from '../export/entry-samples.ts';
import { hostOf, type KnownEntry, planImport, planImportInSteps } from './import-plan.ts';
import { changesOf } from './twin-index.ts';

const nowMs = Date.UTC(2026, 0, 2);
const base = sampleEntry(1);
const draft = (entry: Entry, place = 1) => ({ place, entry });
const ids = () => {
  let count = 0;
  return () => {
    count += 1;
    return `id-${count}`;
  };
};
const known = [{ id: 'a', entry: base }];
const changed = (details: Partial<Entry['details']>, secrets: Partial<Entry['secrets']> = {}): Entry => ({
  details: { ...base.details, ...details },
  secrets: { ...base.secrets, ...secrets },
});
const planOf = (entry: Entry) => planImport([draft(entry)], known, nowMs, ids())[0];

test('the same entry is a duplicate, also with another spelling of host, user and title', () => {
  expect(planOf(base)).toEqual({ kind: 'duplicate', place: 1, id: 'a' });
  const spelled = changed({ title: base.details.title.toUpperCase(), username: base.details.username.toUpperCase() });
  expect(planOf(spelled)).toMatchObject({ kind: 'duplicate' });
});

test('what a poorer file lacks does not make an entry changed', () => {
  expect(
    planOf(changed({ category: 'general', tags: [], favorite: false, expiresAt: null }, { notes: '', totp: '', fields: [], password: '' })),
  ).toMatchObject({
    kind: 'duplicate',
  });
});

test('another password is a change that keeps the present version in the history', () => {
  const plan = planOf(changed({}, { password: 'new' }));
  expect(plan).toMatchObject({ kind: 'changed', id: 'a', changes: ['password'], entry: { secrets: { password: 'new' } } });
  const { history: _, ...before } = base.secrets;
  expect(plan?.kind === 'changed' && plan.entry.secrets.history[0]).toEqual({
    replacedAt: '2026-01-02T00:00:00.000Z',
    details: base.details,
    secrets: before,
  });
});

test.each([
  ['notes', changed({}, { notes: 'other' })],
  ['totp', changed({ hasTotp: true }, { totp: 'GEZDGNBV' })],
  ['fields', changed({}, { fields: [{ name: 'n', value: 'v', hidden: true }] })],
  ['tags', changed({ tags: ['brand new'] })],
  ['category', changed({ category: 'elsewhere' })],
  ['favorite', changed({ favorite: true })],
  ['expiresAt', changed({ expiresAt: '2031-01-01T00:00:00.000Z' })],
  ['url', changed({ url: `${base.details.url}/other` })],
  ['kind', changed({ kind: 'card' })],
  ['canary', changed({ canary: true })],
  ['history', changed({}, { history: sampleEntry(7).secrets.history })],
])('new %s make a change, and the merged entry has everything of both', (name, entry) => {
  const present = { ...base, details: { ...base.details, kind: 'login' as const } };
  const [plan] = planImport([draft(entry)], [{ id: 'a', entry: present }], nowMs, ids());
  if (plan?.kind !== 'changed') throw new Error(`${plan?.kind}`);
  expect(plan.changes).toContain(name);
  expect(planImport([draft(entry), draft(present)], [{ id: 'a', entry: plan.entry }], nowMs, ids()).map((item) => item.kind)[0]).toBe(
    'duplicate',
  );
});

test('a field of the same name is replaced, its old value stays in the history', () => {
  const field = (value: string) => ({ fields: [{ name: 'PIN', value, hidden: true }] });
  const [plan] = planImport([draft(changed({}, field('2')))], [{ id: 'a', entry: changed({}, field('1')) }], nowMs, ids());
  expect(plan).toMatchObject({
    kind: 'changed',
    entry: { secrets: { fields: [{ value: '2' }], history: [{ secrets: { fields: [{ value: '1' }] } }] } },
  });
});

test('equal rows of one file are one entry; different ones that would change the same entry are not lost', () => {
  const other = sampleEntry(3);
  const plan = planImport(
    [draft(other, 1), draft(other, 2), draft(changed({}, { password: 'x' }), 3), draft(changed({}, { password: 'y' }), 4)],
    known,
    nowMs,
    ids(),
  );
  expect(plan.map((item) => [item.kind, item.id])).toEqual([
    ['new', 'id-1'],
    ['duplicate', 'id-1'],
    ['changed', 'a'],
    ['new', 'id-2'],
  ]);
});

test('a row that equals an entry keeps it from being changed by another row, in either order', () => {
  const edited = changed({}, { password: 'x' });
  for (const rows of [
    [base, edited],
    [edited, base],
  ]) {
    const plan = planImport(
      rows.map((entry, index) => draft(entry, index + 1)),
      known,
      nowMs,
      ids(),
    );
    expect(plan.map((item) => item.kind).sort()).toEqual(['duplicate', 'new']);
  }
});

test('an entry in the trash does not swallow a living one', () => {
  const trashed = [{ id: 'a', entry: changed({ trashedAt: '2025-01-01T00:00:00.000Z' }) }];
  expect(planImport([draft(base)], trashed, nowMs, ids())[0]?.kind).toBe('new');
});

test('the days of what a file has in the trash begin with the import', () => {
  const [planned] = planImport([draft(changed({ trashedAt: '2019-01-01T00:00:00.000Z' }))], [], nowMs, ids());
  const expected = changed({ trashedAt: new Date(nowMs).toISOString() });
  expect(planned).toMatchObject({ kind: 'new', entry: { details: expected.details } });
});

test('importing the same file twice adds nothing the second time, whatever it holds', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  fc.assert(
    fc.property(numbers, numbers, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 20, maxLength: 20 }), (mine, theirs, edits) => {
      const vault = [...new Set(mine)].map((number) => ({ id: `v${number}`, entry: sampleEntry(number) }));
      const drafts = theirs.map((number, index) => {
        const entry = sampleEntry(number);
        const edit = edits[index] ?? 0;
        return { place: index + 1, entry: edit === 0 ? entry : { ...entry, secrets: { ...entry.secrets, password: `edit ${edit}` } } };
      });
      const plan = planImport(drafts, vault, nowMs, ids());
      const after = new Map(vault.map((item) => [item.id, item]));
      for (const item of plan) if (item.kind !== 'duplicate') after.set(item.id, { id: item.id, entry: item.entry });
      const again = planImport(drafts, [...after.values()], nowMs, ids());
      expect(again.filter((item) => item.kind !== 'duplicate')).toEqual([]);
    }),
    { seed: 77, numRuns: 1000 },
  );
});

/** What is promised of each item, found by comparing it with every entry of its name: too slow for a large file. */
function verdictsByComparingAll(drafts: readonly { entry: Entry }[], vault: readonly KnownEntry[]): readonly (readonly [string, string])[] {
  const newId = ids();
  const known = [...vault];
  const holds = (entry: Entry) => known.find((item) => changesOf(item.entry, entry).length === 0);
  const equalled = drafts.flatMap(({ entry }) => holds(entry)?.id ?? []);
  const free = vault.filter(({ id }) => !equalled.includes(id));
  return drafts.map(({ entry }) => {
    const twin = holds(entry);
    if (twin !== undefined) return ['duplicate', twin.id];
    const target = free.find((item) => item.entry.secrets.password === entry.secrets.password) ?? free[0];
    if (target !== undefined) free.splice(free.indexOf(target), 1);
    const [merged] = target === undefined ? [] : planImport([draft(entry)], [target], nowMs, newId);
    const id = target?.id ?? newId();
    known.push({ id, entry: merged?.kind === 'changed' ? merged.entry : entry });
    return [target === undefined ? 'new' : 'changed', id];
  });
}

test('among any number of entries of one name the verdicts are those of comparing each with all', () => {
  const few = fc.constantFrom('', 'a', 'b', 'c');
  const twin = fc
    .record({ password: few, notes: few, totp: few, path: few, tag: few, field: few, kind: fc.constantFrom('login', 'card'), old: few })
    .map(({ password, notes, totp, path, tag, field, kind, old }): Entry => {
      const history =
        old === '' ? [] : [{ replacedAt: base.details.updatedAt, details: base.details, secrets: { ...base.secrets, password: old } }];
      const details = { tags: tag === '' ? [] : [tag], url: path === '' ? base.details.url : `${base.details.url}/${path}` };
      const fields = field === '' ? [] : [{ name: 'PIN', value: field, hidden: true }];
      return changed({ ...details, kind: kind === 'card' ? 'card' : 'login' }, { password, notes, totp, fields, history });
    });
  fc.assert(
    fc.property(fc.array(twin, { maxLength: 40 }), fc.array(twin, { maxLength: 60 }), (mine, theirs) => {
      const vault = mine.map((entry, index) => ({ id: `v${index}`, entry }));
      const drafts = theirs.map((entry, index) => draft(entry, index + 1));
      const verdicts = planImport(drafts, vault, nowMs, ids()).map(({ kind, id }) => [kind, id]);
      expect(verdicts).toEqual(verdictsByComparingAll(drafts, vault));
    }),
    { seed: 78, numRuns: 300 },
  );
});

test.each([
  ['passwords', (number: number) => changed({}, { password: `p${number}` })],
  ['notes', (number: number) => changed({}, { notes: `n${number}` })],
  ['paths', (number: number) => changed({ url: `${base.details.url}/${number}` })],
  ['fields', (number: number) => changed({}, { fields: [{ name: 'PIN', value: `${number}`, hidden: true }] })],
  ['tags', (number: number) => changed({ tags: [`t${number}`] })],
])('20,000 entries of one name with different %s are planned in seconds, with a pause at least every second', (_, entryOf) => {
  const drafts = Array.from({ length: 20_000 }, (__, number) => draft(entryOf(number), number + 1));
  const steps = planImportInSteps(drafts, [], nowMs, ids());
  const begin = cpuNowMs();
  let [last, longest, pauses] = [begin, 0, 0];
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    const now = cpuNowMs();
    longest = Math.max(longest, now - last);
    last = now;
    pauses += 1;
    expect(step.value.done).toBeLessThanOrEqual(step.value.total);
  }
  expect(pauses).toBeGreaterThan(20);
  expect(longest).toBeLessThan(1000);
  expect(cpuNowMs() - begin).toBeLessThan(5000);
});

test.each([
  ['https://www.Example.test:8443/a?b', 'example.test'],
  ['https://user:pass@example.test.', 'example.test'],
  ['example.test/path', 'example.test'],
  ['http://[::1]:80/', '[::1]'],
  ['', ''],
])('the host of %s is %s', (url, host) => {
  expect(hostOf(url)).toBe(host);
});
