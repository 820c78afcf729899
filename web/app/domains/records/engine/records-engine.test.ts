import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Feed } from '../collection-state.ts';
import { createFakeBrowser, createFakeServer, type ServerMode, settled, type Thing, things } from '../fake-records-world.ts';
import { openIndexedDbStore } from '../indexed-db-store.ts';
import { createMemoryStore } from '../records-store.ts';
import 'fake-indexeddb/auto';

const hourMs = 3_600_000;

async function openWorld() {
  const server = createFakeServer();
  const store = await openIndexedDbStore(new IDBFactory());
  return { server, store, browser: createFakeBrowser(store, server.server) };
}

const add = (feed: Feed<Thing>, id: string, title = id) => feed.edit([{ kind: 'create', id, values: { title } }]);
const change = (feed: Feed<Thing>, id: string, values: Record<string, unknown>) => feed.edit([{ kind: 'change', id, values }]);
const titles = (feed: Feed<Thing>) => feed.read().rows.map(({ title }) => title);

test('an hour offline with 100 changes and a reload in the middle: all 100 arrive, once', async () => {
  const { server, browser } = await openWorld();
  server.become('down');
  const before = browser.openTab();
  for (let count = 0; count < 50; count += 1) expect(await add(before.feed, `thing-${count}`)).toMatchObject({ ok: true });
  await browser.pass(hourMs / 2);
  before.kill();
  const after = browser.openTab();
  await settled();
  expect(after.feed.read()).toMatchObject({ link: 'away', waiting: 50 });
  expect(titles(after.feed)).toHaveLength(50);
  for (let count = 0; count < 50; count += 1) await change(after.feed, `thing-${count}`, { title: `Thing ${count}` });
  await browser.pass(hourMs / 2);
  expect(server.writes()).toBe(0);
  server.become('up');
  await browser.pass(60_000);
  expect(server.writes()).toBe(100);
  expect([...server.rows.values()].map((row) => row['title'])).toEqual(Array.from({ length: 50 }, (_, count) => `Thing ${count}`));
  expect(after.feed.read()).toMatchObject({ link: 'reachable', waiting: 0, conflicted: [] });
});

test('a page killed after the server took a change and before it heard so loses nothing and sends nothing twice', async () => {
  const { server, browser } = await openWorld();
  const one = browser.openTab();
  server.become('answers lost');
  await add(one.feed, 'thing', 'First');
  await browser.pass(1000);
  expect(server.rows.get('thing')).toMatchObject({ title: 'First', version: 1 });
  await change(one.feed, 'thing', { title: 'Second' });
  one.kill();
  const two = browser.openTab();
  server.become('up');
  await browser.pass(60_000);
  expect(server.rows.get('thing')).toMatchObject({ title: 'Second', version: 2 });
  expect(server.writes()).toBe(2);
  expect(two.feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
});

test('whatever is lost, killed and taken up again in between: every acknowledged record arrives once, with its last title', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), tab: fc.nat(1) }),
    fc.record({ do: fc.constant('rename' as const), tab: fc.nat(1), which: fc.nat(9) }),
    fc.record({ do: fc.constant('kill' as const), tab: fc.nat(1) }),
    fc.record({ do: fc.constant('mode' as const), mode: fc.constantFrom<ServerMode>('up', 'down', 'answers lost') }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.nat(20_000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const server = createFakeServer();
      const browser = createFakeBrowser(createMemoryStore(), server.server);
      const tabs = [browser.openTab(), browser.openTab()];
      const expected = new Map<string, string>();
      for (const [index, one] of steps.entries()) {
        if (one.do === 'mode') server.become(one.mode);
        if (one.do === 'pass') await browser.pass(one.ms);
        const tab = 'tab' in one ? tabs[one.tab] : undefined;
        if (tab === undefined || !('tab' in one)) continue;
        if (one.do === 'kill') {
          tab.kill();
          tabs[one.tab] = browser.openTab();
          await settled();
        }
        if (one.do === 'add') {
          expect(await add(tab.feed, `id-${index}`, `New ${index}`)).toMatchObject({ ok: true });
          expected.set(`id-${index}`, `New ${index}`);
        }
        const id = one.do === 'rename' ? [...expected.keys()][one.which] : undefined;
        if (id !== undefined && tab.feed.read().rows.some((row) => row.id === id)) {
          await change(tab.feed, id, { title: `Renamed ${index}` });
          expected.set(id, `Renamed ${index}`);
        }
        await settled();
      }
      server.become('up');
      await browser.pass(120_000);
      expect(new Map([...server.rows].map(([id, row]) => [id, row['title']]))).toEqual(expected);
      for (const { feed } of tabs) expect(feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
    }),
    { numRuns: 60 },
  );
}, 60_000);

describe('an answer that is late', () => {
  /** A world whose first question waits for its answer until the test gives it. */
  async function openHeld() {
    const { server: fake, store } = await openWorld();
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    let asked = 0;
    const browser = createFakeBrowser(store, {
      ...fake.server,
      writtenSince: async (...given) => {
        asked += 1;
        const first = asked === 1;
        const answered = await fake.server.writtenSince(...given);
        if (first) await held;
        return answered;
      },
    });
    return { fake, store, browser, answer, asked: () => asked };
  }

  test('and a failure is followed by the reading that was asked for meanwhile', async () => {
    const { fake, browser, answer, asked } = await openHeld();
    fake.become('down');
    const { feed } = browser.openTab();
    await settled();
    fake.become('up');
    fake.plant({ id: 'thing', title: 'Oil the lock', notes: '', tags: [] });
    const read = feed.refresh();
    answer();
    await read;
    expect(asked()).toBe(2);
    expect(titles(feed)).toEqual(['Oil the lock']);
  });

  test('and belongs to a session that is over is kept nowhere', async () => {
    const { fake, store, browser, answer } = await openHeld();
    fake.plant({ id: 'thing', title: 'CANARY', notes: '', tags: [] });
    const { feed } = browser.openTab();
    await settled();
    fake.become('session over');
    await store.forget('rows');
    browser.tell({ kind: 'forgotten' });
    await settled();
    answer();
    await settled();
    expect(feed.read()).toMatchObject({ rows: [], link: 'signed-out' });
    expect((await store.load('things')).rows).toEqual([]);
  });
});

describe('two tabs that edit one record', () => {
  async function openTwo() {
    const world = await openWorld();
    world.server.plant({ id: 'thing', title: 'Lock', notes: '', tags: ['home'] });
    // Two browsers, so that neither hears of the other but through the server.
    const other = createFakeBrowser(createMemoryStore(), world.server.server);
    const here = world.browser.openTab();
    const there = other.openTab();
    await settled();
    world.server.become('down');
    return { ...world, other, here, there };
  }

  test('in different fields keep both changes', async () => {
    const { server, browser, other, here, there } = await openTwo();
    await change(here.feed, 'thing', { title: 'Oil the lock' });
    await change(there.feed, 'thing', { notes: 'Graphite, not oil' });
    await settled();
    server.become('up');
    await browser.pass(60_000);
    await other.pass(60_000);
    expect(server.rows.get('thing')).toMatchObject({ title: 'Oil the lock', notes: 'Graphite, not oil' });
    expect(there.feed.read()).toMatchObject({ conflicted: [], waiting: 0 });
  });

  test('in a set of tags get what both added, without what either took away', async () => {
    const { server, browser, other, here, there } = await openTwo();
    await change(here.feed, 'thing', { tags: ['home', 'door'] });
    await change(there.feed, 'thing', { tags: ['urgent'] });
    await settled();
    server.become('up');
    await browser.pass(60_000);
    await other.pass(60_000);
    expect(server.rows.get('thing')?.['tags']).toEqual(['door', 'urgent']);
  });

  test('in the same field are asked which of the two counts, and neither text is lost before the answer', async () => {
    for (const word of ['mine', 'theirs'] as const) {
      const { server, browser, other, here, there } = await openTwo();
      await change(here.feed, 'thing', { title: 'Oil the lock' });
      await change(there.feed, 'thing', { title: 'Sell the lock', notes: 'To Bob' });
      await settled();
      server.become('up');
      await browser.pass(60_000);
      await other.pass(60_000);
      expect(server.rows.get('thing')).toMatchObject({ title: 'Oil the lock', notes: 'To Bob' });
      const [conflicted] = there.feed.read().conflicted;
      expect(conflicted?.change).toMatchObject({
        values: { title: 'Sell the lock' },
        trouble: { kind: 'conflict', theirs: { title: 'Oil the lock' } },
      });
      expect(titles(there.feed)).toEqual(['Sell the lock']);
      await there.engine.decide(conflicted?.change.sequence ?? -1, word);
      await other.pass(60_000);
      expect(server.rows.get('thing')?.['title']).toBe(word === 'mine' ? 'Sell the lock' : 'Oil the lock');
      expect(titles(there.feed)).toEqual([word === 'mine' ? 'Sell the lock' : 'Oil the lock']);
      expect(there.feed.read()).toMatchObject({ conflicted: [], waiting: 0 });
    }
  });

  test('one of which removes it are asked too, and an edit that counts brings it back', async () => {
    const { server, browser, other, here, there } = await openTwo();
    await change(here.feed, 'thing', { deleted_at: '2026-11-21T13:00:00.000Z' });
    await change(there.feed, 'thing', { title: 'Oil the lock' });
    await settled();
    server.become('up');
    await browser.pass(60_000);
    await other.pass(60_000);
    const [conflicted] = there.feed.read().conflicted;
    expect(conflicted?.change.trouble).toMatchObject({ kind: 'conflict', theirs: { deleted_at: '2026-11-21T13:00:00.000Z' } });
    await there.engine.decide(conflicted?.change.sequence ?? -1, 'mine');
    await other.pass(60_000);
    expect(server.rows.get('thing')).toMatchObject({ title: 'Oil the lock', deleted_at: null });
  });
});

test('tabs of one browser see each other at once, also while nobody answers', async () => {
  const { server, browser } = await openWorld();
  server.become('down');
  const [one, two] = [browser.openTab(), browser.openTab()];
  await settled();
  await add(one.feed, 'thing', 'Seen');
  await settled();
  expect(titles(two.feed)).toEqual(['Seen']);
});

describe('a change that the server refuses', () => {
  test('is shown with its reason and kept, while others go on', async () => {
    const { server, browser } = await openWorld();
    const { feed } = browser.openTab();
    await feed.edit([
      { kind: 'create', id: 'bad', values: { title: ' ', notes: 'long thoughts' } },
      { kind: 'create', id: 'good', values: { title: 'Good' } },
    ]);
    await browser.pass(1000);
    expect([...server.rows.keys()]).toEqual(['good']);
    expect(feed.read()).toMatchObject({
      waiting: 1,
      conflicted: [{ change: { recordId: 'bad', trouble: { kind: 'refused', reason: 'A title has 1 to 500 characters.' } } }],
    });
    expect(feed.read().rows.find(({ id }) => id === 'bad')?.notes).toBe('long thoughts');
  });

  test('is mended by the next edit of the record, also after a reload', async () => {
    const { server, browser } = await openWorld();
    const one = browser.openTab();
    await one.feed.edit([{ kind: 'create', id: 'bad', values: { title: ' ', notes: 'long thoughts' } }]);
    await browser.pass(1000);
    one.kill();
    const two = browser.openTab();
    await settled();
    await change(two.feed, 'bad', { title: 'Better' });
    await browser.pass(1000);
    expect(server.rows.get('bad')).toMatchObject({ title: 'Better', notes: 'long thoughts' });
    expect(two.feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
  });

  test('is dropped when the owner says so', async () => {
    const { server, browser } = await openWorld();
    server.plant({ id: 'thing', title: 'Lock' });
    const { feed, engine } = browser.openTab();
    await settled();
    await change(feed, 'thing', { title: '' });
    await browser.pass(1000);
    await engine.decide(feed.read().conflicted[0]?.change.sequence ?? -1, 'theirs');
    expect(titles(feed)).toEqual(['Lock']);
    expect(feed.read().waiting).toBe(0);
  });
});

test('changes of a session that ended wait for the next one; what was had stays in sight', async () => {
  const { server, browser } = await openWorld();
  server.plant({ id: 'thing', title: 'Lock' });
  const { feed } = browser.openTab();
  await settled();
  server.become('session over');
  await change(feed, 'thing', { title: 'Oil the lock' });
  await browser.pass(hourMs);
  expect(feed.read()).toMatchObject({ link: 'signed-out', waiting: 1, conflicted: [] });
  expect(titles(feed)).toEqual(['Oil the lock']);
  server.become('up');
  await browser.pass(60_000);
  expect(server.rows.get('thing')?.['title']).toBe('Oil the lock');
});

test('to a session that ended an empty answer is not an empty collection', async () => {
  const { server, browser } = await openWorld();
  server.become('session over');
  const { feed } = browser.openTab();
  await settled();
  expect(feed.read()).toMatchObject({ status: 'failed', link: 'signed-out' });
});

test('what was read and is empty is known as empty after a reload while nobody answers, and is read whole afterwards', async () => {
  const { server, browser } = await openWorld();
  const before = browser.openTab();
  await settled();
  expect(before.feed.read()).toMatchObject({ status: 'ready', rows: [] });
  before.kill();
  server.become('down');
  const { feed } = browser.openTab();
  await settled();
  expect(feed.read()).toMatchObject({ status: 'ready', link: 'away', rows: [] });
  server.plant({ id: 'thing', title: 'Lock' });
  server.become('up');
  await browser.pass(hourMs);
  await settled();
  expect(titles(feed)).toEqual(['Lock']);
});

test('a malformed row is shown as such and hides no other', async () => {
  const { server, browser } = await openWorld();
  server.plant({ id: 'odd', title: 7 });
  server.plant({ id: 'good', title: 'Good' });
  const { feed } = browser.openTab();
  await settled();
  expect(titles(feed)).toEqual(['Good']);
  expect(feed.read().malformed).toMatchObject([{ id: 'odd', name: '7', issue: 'title: Invalid input: expected string, received number' }]);
});

test('edits are taken back one after the other: a new record goes, a change turns back, a removal returns', async () => {
  const { server, browser } = await openWorld();
  server.plant({ id: 'old', title: 'Old' });
  const { feed, engine } = browser.openTab();
  await settled();
  await add(feed, 'new', 'New');
  await change(feed, 'old', { title: 'Older' });
  await change(feed, 'old', { deleted_at: '2026-11-21T13:00:00.000Z' });
  expect(titles(feed)).toEqual(['New']);
  for (const seen of [['Older', 'New'], ['Old', 'New'], ['Old']]) {
    expect(await engine.undo('things')).toBe(true);
    expect(titles(feed)).toEqual(seen);
  }
  expect(await engine.undo('things')).toBe(false);
  await browser.pass(60_000);
  expect(server.rows.get('old')).toMatchObject({ title: 'Old', deleted_at: null });
  expect(server.rows.get('new')?.deleted_at).not.toBeNull();
});

describe('Undo', () => {
  test('of one tool never takes back what another did, also in one collection', async () => {
    const { browser } = await openWorld();
    const { engine } = browser.openTab();
    const planner = engine.open(things, 'planner');
    const diary = engine.open(things, 'diary');
    await add(planner, 'of-planner');
    await add(diary, 'of-diary');
    expect(await engine.undo('planner')).toBe(true);
    expect(titles(planner)).toEqual(['of-diary']);
    expect(await engine.undo('planner')).toBe(false);
    expect(titles(planner)).toEqual(['of-diary']);
    expect(await engine.undo('diary')).toBe(true);
    expect(titles(planner)).toEqual([]);
  });

  test('takes nothing back once the session is over and its records were forgotten', async () => {
    const { browser } = await openWorld();
    const { engine } = browser.openTab();
    const planner = engine.open(things, 'planner');
    await add(planner, 'CANARY');
    browser.tell({ kind: 'forgotten' });
    await browser.pass(0);
    expect(await engine.undo('planner')).toBe(false);
  });

  test('goes through the collections of one tool in the order of its edits', async () => {
    const { browser } = await openWorld();
    const { engine } = browser.openTab();
    const first = engine.open(things, 'planner');
    const second = engine.open({ ...things, name: 'others' }, 'planner');
    await add(first, 'a');
    await add(second, 'b');
    await add(first, 'c');
    const left = [];
    while (await engine.undo('planner')) left.push([...titles(first), '|', ...titles(second)]);
    expect(left).toEqual([['a', '|', 'b'], ['a', '|'], ['|']]);
  });

  test('of a collection that no tool claims is its own', async () => {
    const { browser } = await openWorld();
    const { engine, feed } = browser.openTab();
    await add(engine.open(things, 'planner'), 'of-planner');
    await add(feed, 'unclaimed');
    expect(await engine.undo('things')).toBe(true);
    expect(titles(feed)).toEqual(['of-planner']);
  });
});

test('a record that is made again after it was taken back is there again', async () => {
  const { server, browser } = await openWorld();
  const { feed, engine } = browser.openTab();
  await add(feed, 'thing', 'First');
  await browser.pass(1000);
  await engine.undo('things');
  await browser.pass(1000);
  expect(server.rows.get('thing')?.deleted_at).not.toBeNull();
  await add(feed, 'thing', 'Second');
  await browser.pass(1000);
  expect(server.rows.get('thing')).toMatchObject({ title: 'Second', deleted_at: null });
});

test('a collection of several pages is read whole, and later only what changed', async () => {
  const { server, browser, store } = await openWorld();
  for (let count = 0; count < 2500; count += 1) server.plant({ id: `thing-${count}`, title: `Thing ${count}` });
  const { feed, kill } = browser.openTab();
  await browser.pass(1000);
  expect(feed.read().rows).toHaveLength(2500);
  kill();
  server.plant({ id: 'late', title: 'Late' });
  const again = browser.openTab();
  await browser.pass(1000);
  expect(again.feed.read().rows).toHaveLength(2501);
  expect((await store.load('things')).rows).toHaveLength(2501);
});

test('what one owner left in the browser is not shown to another', async () => {
  const factory = new IDBFactory();
  const one = await openIndexedDbStore(factory);
  await one.claim('ada');
  await one.append([{ collection: 'things', recordId: 'x', kind: 'create', values: {}, base: {}, madeAtMs: 0 }]);
  const two = await openIndexedDbStore(factory);
  await two.claim('ada');
  expect(await two.changes()).toHaveLength(1);
  await two.claim('eve');
  expect(await two.changes()).toEqual([]);
});

test('what was removed can be seen and comes back, also in a browser that never had it', async () => {
  const { server, browser } = await openWorld();
  server.plant({ id: 'kept', title: 'kept' });
  server.plant({ id: 'gone', title: 'gone', deleted_at: '2026-11-20T12:00:00.000Z' });
  const { feed } = browser.openTab();
  await settled();
  expect(titles(feed)).toEqual(['kept']);
  expect(feed.read().removed.map(({ title }) => title)).toEqual(['gone']);
  await change(feed, 'gone', { deleted_at: null });
  expect(titles(feed)).toEqual(['kept', 'gone']);
  expect(feed.read().removed).toEqual([]);
});

test('a browser that was away while the trash was emptied learns what is gone; one that only had nothing new keeps everything', async () => {
  const { server, store } = await openWorld();
  const early = createFakeBrowser(store, server.server);
  const first = early.openTab();
  await add(first.feed, 'kept');
  await add(first.feed, 'gone');
  await settled();
  first.kill();
  server.plant({ ...server.rows.get('gone'), id: 'gone', version: 2, deleted_at: '2026-11-21T13:00:00.000Z' });
  server.age(40 * 24 * hourMs);
  expect(await server.server.emptyTrash()).toEqual({ ok: true, value: 1 });
  const late = createFakeBrowser(store, server.server);
  await late.pass(40 * 24 * hourMs);
  const { feed } = late.openTab();
  await settled();
  expect(titles(feed)).toEqual(['kept']);
  expect((await store.load('things')).rows.map(({ id }) => id)).toEqual(['kept']);
  // Nobody answers: nothing is dropped for it.
  server.become('down');
  const again = createFakeBrowser(store, server.server);
  await again.pass(40 * 24 * hourMs);
  const offline = again.openTab();
  await settled();
  expect(titles(offline.feed)).toEqual(['kept']);
});

test('what was deleted permanently is gone from every tab, and undo does not reach for it', async () => {
  const { server, browser } = await openWorld();
  const { engine, feed } = browser.openTab();
  const other = browser.openTab();
  await add(feed, 'kept');
  await add(feed, 'gone');
  await change(feed, 'gone', { deleted_at: '2026-11-21T13:00:00.000Z' });
  await settled();
  expect(other.feed.read().removed).toHaveLength(1);
  server.rows.delete('gone');
  browser.tell({ kind: 'gone', collection: 'things', ids: ['gone'] });
  await settled();
  for (const tab of [feed, other.feed]) {
    expect(tab.read().removed).toEqual([]);
    expect(titles(tab)).toEqual(['kept']);
  }
  // The last step that is left is the making of the other one.
  expect(await engine.undo('things')).toBe(true);
  await settled();
  expect(feed.read()).toMatchObject({ rows: [], conflicted: [] });
});
