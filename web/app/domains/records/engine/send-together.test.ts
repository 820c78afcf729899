import { succeed } from '@castellan/foundation/result';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Collection } from '../collection.ts';
import { createFakeBrowser, createFakeServer, settled, type Thing, things } from '../fake-records-world.ts';
import { openIndexedDbStore } from '../indexed-db-store.ts';
import type { RecordsServer } from '../records-server.ts';
import type { RecordsEngine } from './records-engine.ts';
import 'fake-indexeddb/auto';

const days: Collection<Thing> = { ...things, name: 'days' };

/** More of each than one request of new records has. */
const each = 130;
const thingIds = Array.from({ length: each }, (_, index) => `thing-${index}`);
const dayIds = Array.from({ length: each }, (_, index) => `day-${index}`);

async function openWorld(server = createFakeServer(), asked: RecordsServer = server.server) {
  const store = await openIndexedDbStore(new IDBFactory());
  const browser = createFakeBrowser(store, asked);
  return { server, store, browser };
}

const creating = (ids: readonly string[], titleOf = (id: string) => id) =>
  ids.map((id) => ({ kind: 'create' as const, id, values: { title: titleOf(id) } }));

/** An import: records of two collections, as one step of Undo. */
const importAll = (engine: RecordsEngine, titleOf?: (id: string) => string) =>
  engine.editTogether('tool', [
    { collection: things, edits: creating(thingIds, titleOf), isWhole: true },
    { collection: days, edits: creating(dayIds), isWhole: true },
  ]);

test('an import of two collections is one write at the server, and Undo is one more', async () => {
  const { server, browser } = await openWorld();
  const { engine, feed } = browser.openTab();
  await importAll(engine);
  await settled();
  expect([server.rows.size, server.writes()]).toEqual([2 * each, 2 * each]);
  expect(feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
  expect(await engine.undo('tool')).toBe(true);
  await settled();
  expect([...server.rows.values()].every(({ deleted_at, version }) => deleted_at !== null && version === 2)).toBe(true);
  expect(feed.read()).toMatchObject({ waiting: 0, conflicted: [], rows: [] });
});

test('cut wherever it may be, an import is at the server as a whole or not at all, and the next visit brings it there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4), fc.constantFrom('down' as const, 'answers lost' as const), fc.boolean(), async (asks, cut, isKilled) => {
      const server = createFakeServer();
      let left = asks;
      // After so many requests that write, the connection is cut.
      const counting = <Given extends readonly unknown[], Answer>(ask: (...given: Given) => Answer) =>
        ((...given: Given) => {
          if (left === 0) server.become(cut);
          left -= 1;
          return ask(...given);
        }) as (...given: Given) => Answer;
      const { create, change, writeTogether } = server.server;
      const asked = { ...server.server, create: counting(create), change: counting(change), writeTogether: counting(writeTogether) };
      const { browser } = await openWorld(server, asked);
      const first = browser.openTab();
      await importAll(first.engine);
      await settled();
      expect([0, 2 * each]).toContain(server.rows.size);
      if (isKilled) first.kill();
      left = -1;
      server.become('up');
      const next = isKilled ? browser.openTab() : first;
      await browser.pass(60_000);
      expect([server.rows.size, server.writes()]).toEqual([2 * each, 2 * each]);
      expect(next.feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
    }),
    { numRuns: 20 },
  );
});

test('a record that the server refuses is kept with its reason, and the rest arrives without it', async () => {
  const { server, browser } = await openWorld();
  const { engine, feed } = browser.openTab();
  await importAll(engine, (id) => (id === 'thing-7' ? ' ' : id));
  await settled();
  expect(server.rows.size).toBe(2 * each - 1);
  const trouble = { kind: 'refused', reason: 'A title has 1 to 500 characters.' };
  expect(feed.read()).toMatchObject({ waiting: 1, stuck: 1, conflicted: [{ change: { recordId: 'thing-7', trouble } }] });
});

test('where the server names no record, all of them are kept with the reason and nothing is there', async () => {
  const server = createFakeServer();
  const refusing: RecordsServer = {
    ...server.server,
    writeTogether: async () => ({ ok: false, failure: { code: 'refused', reason: 'PT413', details: [] } }),
  };
  const { browser } = await openWorld(server, refusing);
  const { engine, feed } = browser.openTab();
  await importAll(engine);
  await settled();
  expect(server.rows.size).toBe(0);
  expect(feed.read()).toMatchObject({ waiting: 2 * each, stuck: 2 * each });
});

test('what an import adds to a record is compared with what somebody else wrote there meanwhile', async () => {
  const { server, browser } = await openWorld();
  const { engine, feed } = browser.openTab();
  for (const id of ['a', 'b']) await feed.edit(creating([id]));
  await settled();
  const rename = (id: string) => server.plant({ ...server.rows.get(id), id, version: 2, title: 'theirs' });
  rename('a');
  rename('b');
  await engine.editTogether('tool', [
    {
      ...{ collection: things, isWhole: true },
      edits: [
        { kind: 'change', id: 'a', values: { notes: 'mine' } },
        { kind: 'change', id: 'b', values: { title: 'mine' } },
        ...creating(['c']),
      ],
    },
  ]);
  await settled();
  expect(server.rows.get('a')).toMatchObject({ title: 'theirs', notes: 'mine', version: 3 });
  expect(server.rows.get('b')).toMatchObject({ title: 'theirs', version: 2 });
  expect(server.rows.has('c')).toBe(true);
  expect(feed.read()).toMatchObject({ conflicted: [{ change: { recordId: 'b', trouble: { theirs: { title: 'theirs' } } } }] });
});

test('what is so already at the server is not written, and waits no longer', async () => {
  const server = createFakeServer();
  const writes: number[] = [];
  const asked: RecordsServer = {
    ...server.server,
    writeTogether: (all) => {
      writes.push(all.length);
      return all.length === 0 ? Promise.resolve(succeed([])) : server.server.writeTogether(all);
    },
  };
  const { browser } = await openWorld(server, asked);
  const { engine, feed } = browser.openTab();
  await feed.edit(creating(['a']));
  await settled();
  await engine.editTogether('tool', [{ collection: things, isWhole: true, edits: [{ kind: 'change', id: 'a', values: { title: 'a' } }] }]);
  await settled();
  expect(writes).toEqual([]);
  expect(feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
});
