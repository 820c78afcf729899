import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Collection } from '../collection.ts';
import { createFakeBrowser, createFakeServer, createFakeVault, settled } from '../fake-records-world.ts';
import { openIndexedDbStore } from '../indexed-db-store.ts';
import { recordColumns } from '../record.ts';
import type { RecordsServer } from '../records-server.ts';
import type { Sealer } from '../sealer.ts';
import { callOffImport } from './cancel-import.ts';
import 'fake-indexeddb/auto';

const endSchema = z.object(recordColumns);
const ends: Collection<z.infer<typeof endSchema>> = { name: 'ends', sealed: true, schema: endSchema, nameOf: () => 'An import' };
const rowSchema = z.object({
  ...recordColumns,
  title: z.string(),
  batch: z._default(z.nullable(z.string()), null),
  before: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});
const imported: Collection<z.infer<typeof rowSchema>> = {
  name: 'imported',
  sealed: true,
  imports: ends,
  schema: rowSchema,
  nameOf: () => 'A row',
};

const lost = { ok: false, failure: { code: 'backend_unreachable' } } as const;

/** What the network does with each request that writes: lets it through, loses it, or loses its answer. */
type Road = 'open' | 'request lost' | 'answer lost';

/** Two sealed tables on one server. `roads`: for each request that writes, in order; later ones pass. `onWrite` runs after each. */
function createWorld(roads: readonly Road[] = [], onWrite: () => Promise<void> = async () => undefined) {
  const { server, ...fake } = createFakeServer();
  const ofTable = (collection: string) => (id: string) => id.startsWith('end') === (collection === ends.name);
  const two: RecordsServer = {
    ...server,
    writtenSince: async (collection, since, offset) => ({
      ok: true,
      value: [...fake.rows.values()]
        .filter(({ id, updated_at }) => ofTable(collection)(id) && (since === undefined || updated_at >= since))
        .sort((one, other) => (one.updated_at < other.updated_at ? -1 : 1))
        .slice(offset, offset + 1000),
    }),
  };
  let requests = 0;
  const sealerOf = (isWriter: boolean): Sealer => {
    const { sealer } = createFakeVault({ ...fake, server: two });
    const gate = async <Answer>(write: () => Promise<Answer>): Promise<Answer | typeof lost> => {
      const road = isWriter ? (roads[requests] ?? 'open') : 'open';
      requests += isWriter ? 1 : 0;
      if (road === 'request lost') return lost;
      const answer = await write();
      if (isWriter) await onWrite();
      return road === 'answer lost' ? lost : answer;
    };
    return {
      ...sealer,
      // The manifest of these tests knows one table.
      verify: async () => undefined,
      create: (...given) => gate(() => sealer.create(...given)),
      change: (...given) => gate(() => sealer.change(...given)),
      writeTogether: (...given) => gate(() => sealer.writeTogether(...given)),
    };
  };
  const openDevice = async (isWriter: boolean) => {
    const store = await openIndexedDbStore(new IDBFactory());
    const browser = createFakeBrowser(store, two, imported);
    const sealer = sealerOf(isWriter);
    const open = () => browser.openTab(sealer);
    return { store, browser, open, tab: open() };
  };
  return { ...fake, server: two, openDevice, requests: () => requests };
}

type Device = Awaited<ReturnType<ReturnType<typeof createWorld>['openDevice']>>;

const idOf = (at: number) => `row ${String(at).padStart(5, '0')}`;

/** Rows that were there, of which the import changes some, and rows that it adds. */
const takeImport = ({ tab }: Pick<Device, 'tab'>, changed: number, added: number) =>
  tab.engine.editTogether(
    'importer',
    [
      {
        collection: imported,
        edits: [
          ...Array.from({ length: added }, (_, at) => ({
            kind: 'create' as const,
            id: idOf(1000 + at),
            values: { title: 'new', batch: 'end 1' },
          })),
          ...Array.from({ length: changed }, (_, at) => ({
            kind: 'change' as const,
            id: idOf(at),
            values: { title: 'new', batch: 'end 1', before: { title: 'old', batch: null } },
          })),
        ],
      },
      { collection: ends, edits: [{ kind: 'create', id: 'end 1', values: {} }] },
    ],
    { import: 'end 1' },
  );

const addOld = async ({ tab }: Device, count: number) => {
  await tab.feed.edit(Array.from({ length: count }, (_, at) => ({ kind: 'create', id: idOf(at), values: { title: 'old' } })));
  await settled();
};

/** How many rows say what. */
const shown = ({ tab }: Pick<Device, 'tab'>) => {
  const { rows } = tab.feed.read();
  return { old: rows.filter(({ title }) => title === 'old').length, new: rows.filter(({ title }) => title === 'new').length };
};

const road = fc.constantFrom<Road>('open', 'request lost', 'answer lost');

test('wherever an import is cut, another device shows none of it or all, and the next visit brings all of it there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        roads: fc.array(road, { maxLength: 6 }),
        changed: fc.integer({ min: 0, max: 40 }),
        added: fc.constantFrom(1, 30, 1_200),
        killAfter: fc.integer({ min: 1, max: 6 }),
      }),
      async ({ roads, changed, added, killAfter }) => {
        const seen: unknown[] = [];
        let look = async () => {};
        const world = createWorld(['open', ...roads], () => look());
        const [writer, reader] = [await world.openDevice(true), await world.openDevice(false)];
        if (changed > 0) await addOld(writer, changed);
        const begun = world.requests();
        const [none, all] = [
          { old: changed, new: 0 },
          { old: 0, new: changed + added },
        ];
        await reader.tab.feed.refresh();
        let isKilled = false;
        // While it is being read which imports are whole, a page says so and shows nothing.
        const note = () => reader.tab.feed.read().status === 'ready' && seen.push(shown(reader));
        look = async () => {
          await reader.tab.feed.refresh();
          note();
          await reader.browser.pass(60_000);
          note();
          if (!isKilled && world.requests() - begun >= killAfter) {
            isKilled = true;
            writer.tab.kill();
          }
        };
        const stop = reader.tab.feed.subscribe(note);
        await takeImport(writer, changed, added);
        await settled();
        expect(isKilled ? all : shown(writer)).toEqual(all);
        writer.tab.kill();
        look = async () => void note();
        const again = writer.open();
        for (let minutes = 0; minutes < 20 && again.feed.read().waiting + Number(again.feed.read().status !== 'ready') > 0; minutes += 1)
          await writer.browser.pass(60_000);
        expect(again.feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
        expect(shown({ tab: again })).toEqual(all);
        await reader.tab.feed.refresh();
        await reader.browser.pass(120_000);
        stop();
        expect(shown(reader)).toEqual(all);
        for (const one of seen) expect([none, all]).toContainEqual(one);
      },
    ),
    { numRuns: 15 },
  );
}, 120_000);

test('Undo takes a whole import back: wherever it is, another device shows all of it or what was before', async () => {
  const seen: unknown[] = [];
  let look = async () => {};
  const world = createWorld([], () => look());
  const [writer, reader] = [await world.openDevice(true), await world.openDevice(false)];
  await addOld(writer, 30);
  await takeImport(writer, 30, 1_500);
  await settled();
  await reader.tab.feed.refresh();
  await reader.browser.pass(60_000);
  expect(shown(reader)).toEqual({ old: 0, new: 1_530 });
  look = async () => {
    await reader.browser.pass(60_000);
    seen.push(shown(reader));
  };
  const before = world.requests();
  expect(await writer.tab.engine.undo('importer')).toBe(true);
  for (let rounds = 0; rounds < 50 && writer.tab.feed.read().waiting > 0; rounds += 1) await settled();
  expect(world.requests() - before).toBeGreaterThan(1);
  for (const one of seen) expect(one).toEqual({ old: 30, new: 0 });
  await reader.browser.pass(60_000);
  expect(shown(reader)).toEqual({ old: 30, new: 0 });
  expect(reader.tab.feed.read()).toMatchObject({ unfinished: [], removed: { length: 1_500 } });
  // What comes out of the trash is seen.
  await writer.tab.feed.edit([{ kind: 'change', id: idOf(1000), values: { deleted_at: null } }]);
  await settled();
  await reader.browser.pass(60_000);
  expect(shown(reader)).toEqual({ old: 30, new: 1 });
});

test('an import of a few records is one request with its end', async () => {
  const world = createWorld();
  const writer = await world.openDevice(true);
  await addOld(writer, 5);
  const before = world.requests();
  await takeImport(writer, 5, 300);
  await settled();
  expect(world.requests() - before).toBe(1);
  expect(writer.tab.feed.read()).toMatchObject({ waiting: 0, importing: [] });
});

test('an end that is missing, in the trash, or another import’s shows nothing of an import; what it changed is shown as it was', async () => {
  const world = createWorld();
  const [writer, reader] = [await world.openDevice(true), await world.openDevice(false)];
  await addOld(writer, 2);
  await writer.tab.engine.editTogether('importer', [
    { collection: ends, edits: [{ kind: 'create', id: 'end 2', values: {} }] },
    {
      collection: imported,
      edits: [
        { kind: 'create', id: idOf(1000), values: { title: 'new', batch: 'end 1' } },
        { kind: 'change', id: idOf(0), values: { title: 'new', batch: 'end 1', before: { title: 'old', batch: null } } },
      ],
    },
  ]);
  await settled();
  await reader.tab.feed.refresh();
  await settled();
  expect(shown(reader)).toEqual({ old: 2, new: 0 });
  expect(reader.tab.feed.read().unfinished).toHaveLength(2);
  // A row that says it is the end, and that the vault's key did not seal as one.
  world.plant({ id: 'end 1', sealed: 'sealed:made-up' });
  await reader.browser.pass(120_000);
  expect(shown(reader)).toEqual({ old: 2, new: 0 });
  await writer.tab.engine.open(ends).edit([{ kind: 'change', id: 'end 2', values: { deleted_at: '2026-11-22T12:00:00Z' } }]);
  await reader.browser.pass(120_000);
  expect(shown(reader)).toEqual({ old: 2, new: 0 });
  // Written over there, the row is the owner's, and the import's no longer.
  await reader.tab.feed.edit([{ kind: 'change', id: idOf(0), values: { title: 'mine' } }]);
  await settled();
  expect(reader.tab.feed.read().rows.find(({ id }) => id === idOf(0))).toMatchObject({ title: 'mine', batch: null });
});

test('while a row of an import conflicts, its end waits for the owner; once that is settled all of it is shown', async () => {
  const world = createWorld();
  const [writer, reader] = [await world.openDevice(true), await world.openDevice(false)];
  await addOld(writer, 2);
  await reader.tab.feed.refresh();
  await settled();
  await reader.tab.feed.edit([{ kind: 'change', id: idOf(0), values: { title: 'elsewhere' } }]);
  await settled();
  await takeImport(writer, 2, 50);
  await settled();
  expect(writer.tab.feed.read().conflicted).toHaveLength(1);
  await reader.browser.pass(60_000);
  expect(shown(reader)).toEqual({ old: 1, new: 0 });
  const [conflict] = writer.tab.feed.read().conflicted;
  await writer.tab.engine.decide(conflict?.change.sequence ?? 0, 'theirs');
  await settled();
  await reader.browser.pass(60_000);
  expect(shown(reader)).toEqual({ old: 0, new: 51 });
  expect(writer.tab.feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
});

test.each([
  ['before anything of it was sent', 0, 'called-off'],
  ['after a part of it was sent', 1, 'taken-back'],
] as const)('an import that is called off %s leaves nothing on any device', async (_when, sent, kind) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const none: readonly Road[] = Array.from({ length: 100 }, () => 'request lost');
  const world = createWorld(['open', ...(sent > 0 ? [] : none)], async () => {
    if (world.requests() > 1) await held;
  });
  const [writer, reader] = [await world.openDevice(true), await world.openDevice(false)];
  await addOld(writer, 3);
  await takeImport(writer, 3, 2_500);
  await settled();
  const calledOff = writer.tab.engine.lend((engine) => callOffImport(engine, 'end 1'));
  letGo();
  expect((await calledOff).kind).toBe(kind);
  await settled();
  await writer.browser.pass(120_000);
  expect(writer.tab.feed.read()).toMatchObject({ waiting: 0, unfinished: [], importing: [] });
  expect(shown(writer)).toEqual({ old: 3, new: 0 });
  await reader.tab.feed.refresh();
  await reader.browser.pass(60_000);
  expect(shown(reader)).toEqual({ old: 3, new: 0 });
  expect(world.rows.has('end 1') && world.rows.get('end 1')?.deleted_at === null).toBe(false);
});
