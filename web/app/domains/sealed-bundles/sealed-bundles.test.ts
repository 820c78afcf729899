import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createFakeBrowser, createFakeServer, createFakeVault, settled } from '../records/fake-records-world.ts';
import { openIndexedDbStore } from '../records/indexed-db-store.ts';
import { newRecordId } from '../records/record.ts';
import { editsOfBundles, fullBundleCharacters } from './bundle-edits.ts';
import { type BundledRecord, bundledColumns, defineBundles } from './bundle-kind.ts';
import { fieldsInWords } from './bundle-notices.tsx';
import { createBundlesHand, createMemorySource } from './bundles-hand.ts';
import { recordMergingOf } from './merge-records.ts';
import { bundlesOf, readBundles } from './read-bundles.ts';
import 'fake-indexeddb/auto';
// What the engine fetches when two sides differ is here by then: a world that waits for nobody would not wait for it.
import '../records/conflicts/settle-conflict.ts';

const spendingSchema = z.object({
  ...bundledColumns,
  day: z.iso.date(),
  minor: z.number().check(z.int()),
  payee: z._default(z.string(), ''),
});
type Spending = z.infer<typeof spendingSchema>;

const declared = { name: 'spendings', title: 'Spendings', exportKey: 'spendings', sealed: true, upgrade: [] } as const;
const spendings = defineBundles(declared, {
  schema: spendingSchema,
  monthOf: ({ day }) => day.slice(0, 7),
  nameOf: ({ payee, day }) => `${payee} on ${day}`,
});

const spending = (id: string, values: Partial<Spending> = {}): Spending => ({
  ...{ id, removed_at: null, batch: null, day: '2026-03-14', minor: -100, payee: `canary ${id}` },
  ...values,
});

/** One device: a browser with a store of its own, on a server that may be another device's too. */
async function openDevice(server = createFakeServer()) {
  const store = await openIndexedDbStore(new IDBFactory());
  const vault = createFakeVault(server);
  const browser = createFakeBrowser(store, server.server, spendings.collection);
  const open = () => {
    const tab = browser.openTab(vault.sealer);
    const { feed } = tab;
    const hand = createBundlesHand(spendings, { read: () => feed.read().rows, edit: feed.edit });
    return { ...tab, hand, view: () => readBundles(spendings, feed.read().rows) };
  };
  return { server, store, vault, browser, open, tab: open() };
}

const idsOf = (records: readonly BundledRecord[]) => records.map(({ id }) => id).sort();

test('a month is one row, a save writes that row alone, and neither server nor browser keeps a readable word', async () => {
  const { tab, server, store } = await openDevice();
  await tab.hand.put(spending('a'), spending('b'), spending('c', { day: '2026-04-01' }));
  await settled();
  expect(server.rows.size).toBe(2);
  const before = server.writes();
  await tab.hand.change('a', { minor: -250 });
  await settled();
  expect(server.writes()).toBe(before + 1);
  expect(tab.view().byId.get('a')).toMatchObject({ minor: -250, payee: 'canary a' });
  const kept = JSON.stringify([[...server.rows.values()], await store.load('spendings'), await store.changes()]);
  expect(kept).not.toContain('canary');
  expect(kept).not.toContain('2026-03');
});

test('what is shown is kept in rows of the table, named once each by their own ids', async () => {
  const { tab, store } = await openDevice();
  await tab.hand.put(spending('a'), spending('b'), spending('c', { day: '2026-04-01' }));
  await settled();
  const rows = bundlesOf(tab.view());
  expect(rows).toHaveLength(2);
  for (const id of rows) expect(await store.row(declared.name, id)).toMatchObject({ id, sealed: expect.any(String) });
  await tab.hand.remove('c');
  await settled();
  expect(bundlesOf(tab.view())).toHaveLength(1);
});

test('changes of two devices in one bundle are merged record by record; of one record that both changed the owner is asked', async () => {
  const one = await openDevice();
  await one.tab.hand.put(spending('a'), spending('b'));
  await settled();
  const two = await openDevice(one.server);
  await settled();
  one.server.become('down');
  await one.tab.hand.change('a', { minor: -1 });
  await two.tab.hand.change('b', { minor: -2 });
  await two.tab.hand.put(spending('c'));
  await settled();
  one.server.become('up');
  await one.browser.pass(60_000);
  await two.browser.pass(60_000);
  await one.tab.feed.refresh();
  for (const { tab } of [one, two]) {
    expect(tab.view().records.map(({ id, minor }) => [id, minor])).toEqual([
      ['a', -1],
      ['b', -2],
      ['c', -100],
    ]);
    expect(tab.feed.read().conflicted).toEqual([]);
  }
  one.server.become('down');
  await one.tab.hand.change('a', { payee: 'mine' });
  await two.tab.hand.change('a', { payee: 'theirs' });
  await settled();
  one.server.become('up');
  await one.browser.pass(60_000);
  await two.browser.pass(60_000);
  const [conflict] = two.tab.feed.read().conflicted;
  const { trouble, values } = conflict?.change ?? {};
  expect(fieldsInWords(spendings, values ?? {})).toEqual({ 'theirs on 2026-03-14': 'day 2026-03-14, minor -1, payee theirs' });
  expect(trouble?.kind === 'conflict' ? Object.keys(fieldsInWords(spendings, trouble.theirs)) : []).toEqual(['mine on 2026-03-14']);
});

/** Both change a record without a line; the second one sends last. */
async function clash(mine: Partial<Spending>, theirs: Partial<Spending>) {
  const one = await openDevice();
  await one.tab.hand.put(spending('a', { minor: -100, payee: 'Ida' }), spending('b'));
  await settled();
  const two = await openDevice(one.server);
  await settled();
  one.server.become('down');
  await one.tab.hand.change('a', theirs);
  await two.tab.hand.change('a', mine);
  await settled();
  one.server.become('up');
  for (const { browser } of [one, two, one, two]) await browser.pass(61_000);
  return { one, two };
}

test('of a record that both changed, different fields are joined without a question', async () => {
  const { one, two } = await clash({ minor: -250 }, { payee: 'Bob', day: '2026-03-15' });
  for (const { tab } of [one, two]) {
    expect(tab.view().byId.get('a')).toEqual(spending('a', { minor: -250, payee: 'Bob', day: '2026-03-15' }));
    expect(tab.feed.read()).toMatchObject({ conflicted: [], waiting: 0 });
  }
});

test('of a field that both changed the owner decides; the other side is in the trash by itself, and in no sum', async () => {
  for (const decision of ['mine', 'theirs'] as const) {
    const { one, two } = await clash({ minor: -250, payee: 'Mine' }, { minor: -300, day: '2026-03-15' });
    const sequence = two.tab.feed.read().conflicted[0]?.change.sequence ?? -1;
    const before = two.server.writes();
    await two.tab.engine.decide(sequence, decision);
    await two.browser.pass(61_000);
    await one.browser.pass(61_000);
    // The decision and what it keeps are one write.
    expect(two.server.writes()).toBe(before + 1);
    for (const { tab } of [one, two]) {
      expect(tab.view().byId.get('a')).toMatchObject({ minor: decision === 'mine' ? -250 : -300, payee: 'Mine', day: '2026-03-15' });
      expect(tab.view().records.reduce((sum, { minor }) => sum + minor, 0)).toBe((decision === 'mine' ? -250 : -300) - 100);
      const [lost, ...others] = tab.view().removed;
      expect(others).toEqual([]);
      expect(lost).toMatchObject({ lost_to: 'a', minor: decision === 'mine' ? -300 : -250, payee: decision === 'mine' ? 'Ida' : 'Mine' });
    }
  }
});

test('a record that one device removed while another changed it is asked about, and either way its change is kept', async () => {
  for (const decision of ['mine', 'theirs'] as const) {
    const { two } = await clash({ minor: -250 }, { removed_at: '2026-11-21T13:00:00.000Z' });
    await two.tab.engine.decide(two.tab.feed.read().conflicted[0]?.change.sequence ?? -1, decision);
    await two.browser.pass(61_000);
    if (decision === 'mine') expect(two.tab.view().byId.get('a')).toMatchObject({ minor: -250, removed_at: null });
    else expect(two.tab.view().removed.map(({ minor, lost_to }) => [minor, lost_to])).toContainEqual([-250, 'a']);
  }
});

test('a merge that the schema does not want is asked about instead', async () => {
  const { mergeOf } = recordMergingOf(
    spendingSchema.check(z.refine(({ minor, payee }) => minor < 0 || payee === 'Wages')),
    spendings.collection,
  );
  const text = (values: Partial<Spending>) => JSON.stringify(spending('a', values));
  const merge = mergeOf('r:a');
  expect(merge?.(text({ payee: 'Wages' }), text({ payee: 'Wages', minor: 5 }), text({ payee: 'Ida' }))).toBeUndefined();
  expect(merge?.(text({}), text({ minor: -5 }), text({ payee: 'Ida' }))).toBe(text({ minor: -5, payee: 'Ida' }));
  expect(merge?.(undefined, text({ minor: -5 }), text({ payee: 'Ida' }))).toBeUndefined();
});

test('two devices that begin a month at once make two bundles of it, read as one; nothing is lost', async () => {
  const one = await openDevice();
  const two = await openDevice(one.server);
  one.server.become('down');
  await one.tab.hand.put(spending('a'));
  await two.tab.hand.put(spending('b'));
  one.server.become('up');
  await one.browser.pass(60_000);
  await two.browser.pass(60_000);
  await one.tab.feed.refresh();
  expect(idsOf(one.tab.view().records)).toEqual(['a', 'b']);
  expect(idsOf(two.tab.view().records)).toEqual(['a', 'b']);
});

test('a record that two bundles keep is shown once, and the same one on every device', async () => {
  const server = createFakeServer();
  const [one, two] = [await openDevice(server), await openDevice(server)];
  server.become('down');
  await one.tab.hand.put(spending('a', { minor: 1 }));
  await two.tab.hand.put(spending('a', { minor: 2 }));
  server.become('up');
  await one.browser.pass(60_000);
  await two.browser.pass(60_000);
  await one.tab.feed.refresh();
  expect(one.tab.view().records).toHaveLength(1);
  expect(one.tab.view().records).toEqual(two.tab.view().records);
});

test('edits in quick succession are each made from what the one before left', async () => {
  const { tab } = await openDevice();
  await tab.hand.put(spending('a'));
  await Promise.all([
    tab.hand.change('a', { minor: 5 }),
    tab.hand.change('a', { payee: 'new' }),
    tab.hand.remove('a'),
    tab.hand.restore('a'),
  ]);
  expect(tab.view().byId.get('a')).toMatchObject({ minor: 5, payee: 'new' });
});

test('an import is shown elsewhere only once its end is there: cut off, it is hidden, and goes on when its browser is back', async () => {
  const one = await openDevice();
  const rows = ['2026-01-05', '2026-02-05', '2026-03-05', '2026-04-05'].map((day, index) => spending(`i${index}`, { day }));
  // Two of the months are there before: their bundles are changed, one request each.
  await one.tab.hand.put(spending('old', { day: '2026-01-01' }), spending('older', { day: '2026-02-01' }));
  await settled();
  const two = await openDevice(one.server);
  await settled();
  let left = 1;
  const real = one.server.server.change;
  const cut = {
    ...one.server.server,
    change: (...given: Parameters<typeof real>) => (left-- > 0 ? real(...given) : new Promise<never>(() => undefined)),
  };
  const cutBrowser = createFakeBrowser(one.store, cut, spendings.collection);
  const cutTab = cutBrowser.openTab(createFakeVault({ ...one.server, server: cut }).sealer);
  await settled();
  const hand = createBundlesHand(spendings, { read: () => cutTab.feed.read().rows, edit: cutTab.feed.edit });
  await hand.addImport('batch', 'statement.ofx', rows, new Date('2026-05-01T10:00:00Z'));
  await settled();
  // On its own device all of it is there at once.
  expect(readBundles(spendings, cutTab.feed.read().rows).records).toHaveLength(6);
  cutTab.kill();
  await two.tab.feed.refresh();
  await settled();
  const partial = two.tab.view();
  expect(idsOf(partial.records)).toEqual(['old', 'older']);
  expect(partial.unfinished.get('batch')?.length).toBeGreaterThan(0);
  // The power is back: what waited in that browser is sent.
  one.open();
  await settled();
  await one.browser.pass(60_000);
  await two.tab.feed.refresh();
  await settled();
  expect(two.tab.view().records).toHaveLength(6);
  expect(two.tab.view().unfinished.size).toBe(0);
  expect(two.tab.view().batches).toEqual([{ id: 'batch', name: 'statement.ofx', at: '2026-05-01T10:00:00.000Z', records: 4 }]);
});

test('an import that was cut off and whose browser is gone vanishes on request, or is completed by the same file', async () => {
  const { tab } = await openDevice();
  await tab.hand.edit(() => ({ put: [spending('a', { batch: 'lost' }), spending('b', { batch: 'lost' })] }));
  expect(tab.view().records).toEqual([]);
  await tab.hand.addImport('again', 'statement.ofx', [spending('a'), spending('b'), spending('c')], new Date());
  expect(idsOf(tab.view().records)).toEqual(['a', 'b', 'c']);
  expect(tab.view().unfinished.size).toBe(0);
  await tab.hand.edit(() => ({ put: [spending('d', { batch: 'lost too' })] }));
  await tab.hand.takeImportBack('lost too');
  expect(tab.view().unfinished.size).toBe(0);
  expect(idsOf(tab.view().records)).toEqual(['a', 'b', 'c']);
});

test('an import is one step of Undo, and can be taken back later as a whole', async () => {
  const { tab, server } = await openDevice();
  await tab.hand.put(spending('old'));
  const rows = [spending('a'), spending('b', { day: '2026-04-01' })];
  await tab.hand.addImport('one', 'one.csv', rows, new Date());
  expect(tab.view().records).toHaveLength(3);
  expect(await tab.engine.undo('spendings')).toBe(true);
  expect(idsOf(tab.view().records)).toEqual(['old']);
  await tab.hand.addImport('two', 'two.csv', rows, new Date());
  await settled();
  await tab.hand.remove('a');
  await tab.hand.takeImportBack('two');
  expect(idsOf(tab.view().records)).toEqual(['old']);
  expect(tab.view()).toMatchObject({ removed: [], batches: [] });
  expect(await tab.engine.undo('spendings')).toBe(true);
  expect(idsOf(tab.view().records)).toEqual(['b', 'old']);
  expect(server.rows.size).toBeLessThanOrEqual(6);
});

test('offline, a reload keeps what was written; locked, nothing is shown and nothing is taken', async () => {
  const device = await openDevice();
  device.server.become('down');
  await device.tab.hand.put(spending('a'));
  device.tab.kill();
  const next = device.open();
  await settled();
  expect(idsOf(next.view().records)).toEqual(['a']);
  device.vault.become('locked');
  expect(next.view().records).toEqual([]);
  expect(await next.hand.put(spending('b'))).toEqual({ ok: false, failure: { code: 'locked' } });
  device.vault.become('open');
  device.server.become('up');
  await device.browser.pass(60_000);
  expect(idsOf(next.view().records)).toEqual(['a']);
  expect(next.feed.read().waiting).toBe(0);
});

test('a record that an import changes is shown as it was until the import has ended, and is that again when the import is taken back', async () => {
  const { tab } = await openDevice();
  await tab.hand.put(spending('a', { minor: -1 }), spending('b'));
  await tab.hand.addImport('one', 'one.csv', [spending('a', { minor: -2 }), spending('c')], new Date());
  expect(tab.view().byId.get('a')).toMatchObject({ minor: -2, batch: 'one' });
  // As a device has it to which the end has not come.
  const withoutEnd = tab.feed.read().rows.filter(({ month }) => month !== 'imports');
  const partial = readBundles(spendings, withoutEnd);
  expect(partial.records.map(({ id, minor }) => [id, minor]).sort()).toEqual([
    ['a', -1],
    ['b', -100],
  ]);
  expect(idsOf(partial.unfinished.get('one') ?? [])).toEqual(['a', 'c']);
  // Changed by hand after it, the record still knows what it was.
  await tab.hand.change('a', { payee: 'by hand' });
  await tab.hand.takeImportBack('one');
  expect(tab.view().byId.get('a')).toEqual(spending('a', { minor: -1 }));
  expect(idsOf(tab.view().records)).toEqual(['a', 'b']);
  expect(tab.view()).toMatchObject({ batches: [], removed: [] });
});

test('what is deleted permanently stays away where another device had it in hand, and an unreadable record hides no other', async () => {
  const { tab } = await openDevice();
  await tab.hand.put(spending('a'), spending('b'));
  await tab.hand.remove('a');
  expect(idsOf(tab.view().removed)).toEqual(['a']);
  await tab.hand.drop('a');
  expect(tab.view().removed).toEqual([]);
  const [bundle] = tab.feed.read().rows;
  await tab.feed.edit([
    {
      kind: 'change',
      id: bundle?.id ?? '',
      values: { 'r:x': '{"id":"x","day":"never"}', 'r:y': '{', 'r:z': JSON.stringify(spending('a')) },
    },
  ]);
  const view = tab.view();
  expect(idsOf(view.records)).toEqual(['b']);
  expect(view.unreadable.map(({ field, issue }) => `${field} ${issue}`).sort()).toEqual([
    'r:x day: Invalid ISO date',
    'r:y record: Invalid input: expected object, received undefined',
    'r:z id: it names another record',
  ]);
  await tab.hand.edit(({ unreadable }) => ({ clear: unreadable }));
  expect(tab.view().unreadable).toEqual([]);
});

test('a month that holds more than one row may is cut into several, each with room for what a change of it takes', () => {
  const records = Array.from({ length: 3000 }, (_, index) => spending(newRecordId(), { minor: index, payee: 'x'.repeat(100) }));
  const edits = editsOfBundles(spendings, [], { bundleOf: new Map(), byId: new Map(), before: new Map() }, { put: records });
  expect(edits.length).toBeGreaterThan(2);
  for (const { values } of edits) expect(JSON.stringify(values).length).toBeLessThan(fullBundleCharacters * 1.5);
});

test('whatever is put, changed, removed and deleted in whatever order reads back as a plain map would hold it', async () => {
  const day = fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-01');
  const act = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    day,
    minor: fc.integer(),
    what: fc.constantFrom('put', 'remove', 'restore', 'drop'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const source = createMemorySource(() => undefined);
      const hand = createBundlesHand(spendings, source);
      const plain = new Map<string, Spending>();
      for (const { id, day: on, minor, what } of acts) {
        const known = plain.get(id);
        if (what === 'put') {
          plain.set(id, spending(id, { day: on, minor }));
          await hand.put(spending(id, { day: on, minor }));
        } else if (what === 'drop') {
          plain.delete(id);
          await hand.drop(id);
        } else {
          if (known !== undefined) plain.set(id, { ...known, removed_at: what === 'remove' ? 'gone' : null });
          await (what === 'remove' ? hand.remove(id) : hand.restore(id));
        }
      }
      const view = readBundles(spendings, source.read());
      const shown = [...plain.values()].filter(({ removed_at }) => removed_at === null);
      expect(idsOf(view.records)).toEqual(idsOf(shown));
      for (const record of shown) expect(view.byId.get(record.id)).toEqual(record);
      expect(view.removed).toHaveLength(plain.size - shown.length);
    }),
    { numRuns: 60 },
  );
});
