import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Collection } from '../collection.ts';
import { createFakeBrowser, createFakeServer, settled } from '../fake-records-world.ts';
import { openIndexedDbStore } from '../indexed-db-store.ts';
import { recordColumns } from '../record.ts';
import type { RecordsServer } from '../records-server.ts';
import 'fake-indexeddb/auto';

const endSchema = z.object(recordColumns);
const ends: Collection<z.infer<typeof endSchema>> = { name: 'ends', schema: endSchema, nameOf: () => 'An import' };
const rowSchema = z.object({ ...recordColumns, title: z.string(), batch: z._default(z.nullable(z.string()), null) });
const imported: Collection<z.infer<typeof rowSchema>> = {
  ...{ name: 'imported', imports: ends, nameOf: () => 'A row' },
  schema: rowSchema,
};

/** Two tables on the one of the fake server; `readsOf` counts how often each was asked for. */
function twoTables() {
  const { server, ...fake } = createFakeServer();
  const reads: string[] = [];
  const two: RecordsServer = {
    ...server,
    writtenSince: async (collection, since, offset) => {
      reads.push(collection);
      const all = await server.writtenSince(collection, since, offset);
      return all.ok ? { ok: true, value: all.value.filter(({ id }) => id.startsWith('end') === (collection === ends.name)) } : all;
    },
  };
  return { ...fake, server: two, readsOf: (collection: string) => reads.filter((one) => one === collection).length };
}

type Fake = ReturnType<typeof twoTables>;

async function openDevice({ server }: Pick<Fake, 'server'>) {
  const store = await openIndexedDbStore(new IDBFactory());
  const browser = createFakeBrowser(store, server, imported);
  return { browser, tab: browser.openTab() };
}

const takeImport = (device: Awaited<ReturnType<typeof openDevice>>, count: number) =>
  device.tab.engine.editTogether(
    'importer',
    [
      {
        collection: imported,
        edits: Array.from({ length: count }, (_, at) => ({
          kind: 'create',
          id: `row ${at}`,
          values: { title: `Row ${at}`, batch: 'end 1' },
        })),
      },
      { collection: ends, edits: [{ kind: 'create', id: 'end 1', values: {} }] },
    ],
    { import: 'end 1' },
  );

const counts = ({ tab }: Awaited<ReturnType<typeof openDevice>>) => {
  const { rows, unfinished } = tab.feed.read();
  return { shown: rows.length, hidden: unfinished.length };
};

test('an import that was cut is hidden on other devices, and shown as a whole once the rest was sent', async () => {
  const fake = twoTables();
  const create: RecordsServer['create'] = fake.server.create;
  const cut = {
    ...fake,
    server: { ...fake.server, create: (...given: Parameters<typeof create>) => create(...given).finally(() => fake.become('down')) },
  };
  const [one, two] = [await openDevice(cut), await openDevice(fake)];
  await takeImport(one, 250);
  await settled();
  // The device that imports shows all of it at once.
  expect(counts(one)).toEqual({ shown: 250, hidden: 0 });
  one.tab.kill();
  fake.become('up');
  await two.tab.feed.refresh();
  await settled();
  expect(counts(two)).toEqual({ shown: 0, hidden: 100 });
  const again = one.browser.openTab();
  for (let minutes = 0; minutes < 10 && fake.rows.size < 251; minutes += 1) {
    fake.become('up');
    await one.browser.pass(60_000);
  }
  expect(again.feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
  fake.become('up');
  await two.tab.feed.refresh();
  await two.browser.pass(60_000);
  expect(counts(two)).toEqual({ shown: 250, hidden: 0 });
});

test('Undo takes back an import with its end, and what comes out of the trash is shown, here and elsewhere', async () => {
  const fake = twoTables();
  const [one, two] = [await openDevice(fake), await openDevice(fake)];
  await takeImport(one, 3);
  await settled();
  expect(await one.tab.engine.undo('importer')).toBe(true);
  expect(counts(one)).toEqual({ shown: 0, hidden: 0 });
  expect(one.tab.feed.read().removed).toHaveLength(3);
  await one.tab.feed.edit([{ kind: 'change', id: 'row 1', values: { deleted_at: null } }]);
  await one.browser.pass(60_000);
  await two.tab.feed.refresh();
  await two.browser.pass(60_000);
  expect([counts(one), counts(two)]).toEqual([
    { shown: 1, hidden: 0 },
    { shown: 1, hidden: 0 },
  ]);
});

test('while the ends of imports were not read yet, nothing is said to be incomplete', async () => {
  const fake = twoTables();
  const one = await openDevice(fake);
  await takeImport(one, 3);
  await settled();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { writtenSince } = fake.server;
  const slow: RecordsServer = {
    ...fake.server,
    writtenSince: async (collection, ...given) => {
      if (collection === ends.name) await answered;
      return writtenSince(collection, ...given);
    },
  };
  const two = await openDevice({ server: slow });
  await settled();
  expect(two.tab.feed.read()).toMatchObject({ status: 'loading', rows: [], unfinished: [] });
  answer();
  await settled();
  expect(two.tab.feed.read().status).toBe('ready');
  expect(counts(two)).toEqual({ shown: 3, hidden: 0 });
});

test('who never imported asks for no ends of imports', async () => {
  const fake = twoTables();
  const { tab, browser } = await openDevice(fake);
  await tab.feed.edit([{ kind: 'create', id: 'row 1', values: { title: 'By hand' } }]);
  await browser.pass(120_000);
  expect(fake.readsOf(imported.name)).toBeGreaterThan(1);
  expect(fake.readsOf(ends.name)).toBe(0);
});
