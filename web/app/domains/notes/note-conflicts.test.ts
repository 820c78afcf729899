import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeBrowser, createFakeServer, createFakeVault, settled } from '../records/fake-records-world.ts';
import { openIndexedDbStore } from '../records/indexed-db-store.ts';
import { createMemoryStore, type RecordsStore } from '../records/records-store.ts';
import { liveAMonth, type MonthDevice } from '../records/testing/month-of-use.ts';
import { type Note, notes } from './note.ts';
import { noteVersions } from './note-version.ts';
import 'fake-indexeddb/auto';
// What the engine fetches when two sides differ is here by then: a world that waits for nobody would not wait for it.
import '../records/conflicts/settle-conflict.ts';
import './note-merging.ts';

type Server = ReturnType<typeof createFakeServer>;

/** One device of the owner's, whose line to the server is its own. */
function openDevice(server: Server, store: RecordsStore = createMemoryStore()) {
  let isOnline = true;
  const asked = server.server;
  const line = Object.fromEntries(
    Object.entries(asked).map(([name, ask]) => [
      name,
      async (...given: never[]) =>
        isOnline ? await (ask as (...all: never[]) => unknown)(...given) : { ok: false, failure: { code: 'backend_unreachable' } },
    ]),
  ) as unknown as typeof asked;
  const vault = createFakeVault({ ...server, server: line });
  const browser = createFakeBrowser(store, line, notes);
  const open = () => {
    const tab = browser.openTab(vault.sealer);
    const versions = tab.engine.open(noteVersions);
    const stop = versions.subscribe(() => undefined);
    return { ...tab, versions, stop };
  };
  let tab = open();
  return {
    store,
    tab: () => tab,
    note: () => tab.feed.read().rows.find(({ id }) => id === 'n'),
    say: (values: Partial<Note>, over?: Partial<Note>) =>
      tab.feed.edit([{ kind: 'change', id: 'n', values, ...(over === undefined ? {} : { over }) }]),
    become: (state: 'online' | 'offline') => {
      isOnline = state === 'online';
    },
    kill: () => {
      tab.stop();
      tab.kill();
      tab = open();
    },
    /** Sends and reads everything that there is. */
    sync: async () => {
      await browser.pass(61_000);
      await Promise.all([tab.feed.refresh(), tab.versions.refresh()]);
      await settled();
    },
  };
}

type Device = ReturnType<typeof openDevice>;

async function openTwo(body: string, store?: RecordsStore) {
  const server = createFakeServer();
  const [one, two] = [openDevice(server), openDevice(server, store)];
  await one
    .tab()
    .feed.edit([{ kind: 'create', id: 'n', values: { title: 'Key', body, tags: [], pinned: false, path: null, captured: [] } }]);
  await settled();
  await two.sync();
  return { server, one, two };
}

/** Both edit without a line; then the first one sends, and then the second. */
async function clash(body: string, mine: Partial<Note>, theirs: Partial<Note>, store?: RecordsStore) {
  const world = await openTwo(body, store);
  const { one, two } = world;
  for (const device of [one, two]) device.become('offline');
  await one.say(theirs);
  await two.say(mine);
  await settled();
  for (const device of [one, two]) {
    device.become('online');
    await device.sync();
  }
  return world;
}

const conflictOf = (device: Device) => device.tab().feed.read().conflicted[0];
const versionTexts = (device: Device) =>
  device
    .tab()
    .versions.read()
    .rows.map(({ title, body, lost }) => ({ title, body, lost }));

describe('a note that two devices changed', () => {
  test('in different places is merged without a question, on both', async () => {
    const { one, two } = await clash(
      'First.\n\nSecond.\n',
      { body: 'First.\n\nSecond, by two.\n' },
      { body: 'First, by one.\n\nSecond.\n' },
    );
    await one.sync();
    for (const device of [one, two]) {
      expect(device.note()?.body).toBe('First, by one.\n\nSecond, by two.\n');
      expect(device.tab().feed.read()).toMatchObject({ conflicted: [], waiting: 0 });
    }
  });

  test('in one place is asked about once, with what was typed last, and what is not kept is a version on both', async () => {
    for (const decision of ['mine', 'theirs'] as const) {
      const { one, two } = await openTwo('Call Ida.');
      two.become('offline');
      await one.say({ body: 'Call Ida AAAA.' });
      for (const text of ['Call Ida B.', 'Call Ida BB.', 'Call Ida BBBB.']) await two.say({ body: text });
      await two.say({ pinned: true });
      await settled();
      two.become('online');
      await two.sync();
      expect(two.tab().feed.read().conflicted).toHaveLength(1);
      expect(conflictOf(two)?.mine).toEqual({ body: 'Call Ida BBBB.' });
      await two.tab().engine.decide(conflictOf(two)?.change.sequence ?? -1, decision);
      await two.sync();
      await one.sync();
      const [kept, lost] = decision === 'mine' ? ['BBBB', 'AAAA'] : ['AAAA', 'BBBB'];
      for (const device of [one, two]) {
        expect(device.note()).toMatchObject({ body: `Call Ida ${kept}.`, pinned: true });
        expect(versionTexts(device)).toEqual([{ title: 'Key', body: `Call Ida ${lost}.`, lost: {} }]);
        expect(device.tab().feed.read()).toMatchObject({ conflicted: [], waiting: 0 });
      }
    }
  });

  test('takes a text that the owner wrote of both; each of the two is a version', async () => {
    const { two } = await clash('Call Ida.', { body: 'Call Bob.' }, { body: 'Call Eve.' });
    await two.tab().engine.decide(conflictOf(two)?.change.sequence ?? -1, { values: { body: 'Call both.' } });
    await two.sync();
    expect(two.note()?.body).toBe('Call both.');
    expect(
      versionTexts(two)
        .map(({ body }) => body)
        .sort(),
    ).toEqual(['Call Bob.', 'Call Eve.']);
  });

  test('in its title or folder names what was not kept in a version, too', async () => {
    const { two } = await clash('Text', { title: 'Mine', path: 'A/Mine.md' }, { title: 'Other', path: 'B/Other.md' });
    await two.tab().engine.decide(conflictOf(two)?.change.sequence ?? -1, 'mine');
    await two.sync();
    expect(two.note()).toMatchObject({ title: 'Mine', path: 'A/Mine.md' });
    expect(versionTexts(two)).toEqual([{ title: 'Other', body: 'Text', lost: { path: 'B/Other.md' } }]);
  });

  test('and that one of them removed keeps the other text as a version, whether it comes back or not', async () => {
    for (const decision of ['mine', 'theirs'] as const) {
      const { two } = await clash('Text', { body: 'Text of mine' }, { deleted_at: '2026-11-21T13:00:00.000Z' });
      await two.tab().engine.decide(conflictOf(two)?.change.sequence ?? -1, decision);
      await two.sync();
      if (decision === 'mine') expect(two.note()?.body).toBe('Text of mine');
      else {
        expect(
          two
            .tab()
            .feed.read()
            .removed.map(({ id }) => id),
        ).toEqual(['n']);
        expect(versionTexts(two)).toEqual([{ title: 'Key', body: 'Text of mine', lost: {} }]);
      }
    }
  });

  test('is not decided by halves: killed after the decision, its version and its text both arrive', async () => {
    const { one, two } = await clash('Call Ida.', { body: 'Call Bob.' }, { body: 'Call Eve.' });
    two.become('offline');
    await two.tab().engine.decide(conflictOf(two)?.change.sequence ?? -1, 'mine');
    two.kill();
    two.become('online');
    await two.sync();
    await one.sync();
    expect(one.note()?.body).toBe('Call Bob.');
    expect(versionTexts(one)).toEqual([{ title: 'Key', body: 'Call Eve.', lost: {} }]);
  });

  test('has Undo take back what was done here, and nothing that another device wrote since', async () => {
    const { one, two } = await openTwo('First.\n\nSecond.\n');
    await one.say({ body: 'First, by one.\n\nSecond.\n' });
    await two.sync();
    await two.say({ body: 'First, by one.\n\nSecond, by two.\n' });
    await one.sync();
    expect(await one.tab().engine.undo('notes')).toBe(true);
    await one.sync();
    expect(one.note()?.body).toBe('First.\n\nSecond, by two.\n');
  });

  test('is never written over by what was typed into an earlier text of it', async () => {
    const { one, two } = await openTwo('First.\n\nSecond.\n');
    await one.say({ body: 'First, by one.\n\nSecond.\n' });
    await two.sync();
    // The editor had not taken the other text yet.
    await two.say({ body: 'First.\n\nSecond, by two.\n' }, { body: 'First.\n\nSecond.\n' });
    await two.sync();
    expect(two.note()?.body).toBe('First, by one.\n\nSecond, by two.\n');
  });
});

test('a conflict that waits in the browser from before can be decided, and what loses is a version', async () => {
  const store = await openIndexedDbStore(new IDBFactory());
  const { server, one, two } = await openTwo('Call Ida.', store);
  await one.say({ body: 'Call Eve.' });
  await two.sync();
  // As it was kept before texts were merged: `theirs` and `base` hold whole values.
  const place = { class: 'change', collection: 'notes', id: 'n', version: 1_800_000_000_000 } as const;
  const inside = { values: { body: 'Call Bob.' }, base: { body: 'Call Ida.' }, theirs: { body: 'Call Eve.' } };
  const sealed = createFakeVault(server).textOf(place, inside);
  await store.append([
    {
      ...{ collection: 'notes', recordId: 'n', kind: 'change', values: { sealed }, base: {}, madeAtMs: place.version },
      trouble: { kind: 'conflict', theirs: {} },
    },
  ]);
  two.kill();
  await two.sync();
  expect(conflictOf(two)?.mine).toEqual({ body: 'Call Bob.' });
  await two.tab().engine.decide(conflictOf(two)?.change.sequence ?? -1, 'mine');
  await two.sync();
  expect(two.note()?.body).toBe('Call Bob.');
  expect(versionTexts(two).map(({ body }) => body)).toEqual(['Call Eve.']);
});

test('a text that is not as the vault lists it is never what a merge begins from', async () => {
  const { server, one, two } = await openTwo('First.\n\nSecond.\n');
  // What is shown is taken for the owner's until it is compared with the manifest; the edit comes in between.
  const listed = server.listed.get('n');
  server.listed.set('n', { version: 9, sealed: 'another', deleted: false });
  two.become('offline');
  await two.say({ body: 'First.\n\nSecond, by two.\n' });
  two.become('online');
  await two.sync();
  const [waiting] = await two.store.changes();
  expect(waiting?.isDoubtful).toBe(true);
  if (listed !== undefined) server.listed.set('n', listed);
  await one.say({ body: 'First, by one.\n\nSecond.\n' });
  await one.sync();
  await two.tab().engine.decide(two.tab().feed.read().conflicted[0]?.change.sequence ?? -1, 'mine');
  await two.sync();
  expect(conflictOf(two)?.change.trouble).toMatchObject({ kind: 'conflict', theirs: { body: 'First, by one.\n\nSecond.\n' } });
});

test('after a month on two devices whose lines come and go, every edit of a note is in a note, in a version or in the trash', async () => {
  const server = createFakeServer();
  const asMonthDevice = (device: Device): MonthDevice => ({
    rows: () => device.tab().feed.read().rows,
    removed: () => device.tab().feed.read().removed,
    conflicted: () => device.tab().feed.read().conflicted,
    waiting: () => device.tab().feed.read().waiting,
    add: (id, values) => device.tab().feed.edit([{ kind: 'create', id, values }]),
    change: (id, values) => device.tab().feed.edit([{ kind: 'change', id, values }]),
    undo: () => device.tab().engine.undo('notes'),
    decide: (sequence, decision) => device.tab().engine.decide(sequence, decision),
    become: device.become,
    restart: async () => {
      device.kill();
      await settled();
    },
    sync: device.sync,
    everything: () => [device.tab().feed.read(), device.tab().versions.read()].map(({ rows, removed }) => [rows, removed]),
  });
  const devices = [asMonthDevice(openDevice(server)), asMonthDevice(openDevice(server))] as const;
  let made = 0;
  const newId = () => {
    made += 1;
    return `note-${made}`;
  };
  const outcome = await liveAMonth({ devices, seed: 20261126, line: 'title', text: 'body', newId });
  expect(outcome.lost).toEqual([]);
  expect(outcome.edits).toBeGreaterThan(150);
  expect(outcome.asked).toBeGreaterThan(5);
  for (const device of devices) expect([device.waiting(), device.conflicted()]).toEqual([0, []]);
  const byId = (device: MonthDevice) => device.rows().toSorted((left, right) => (left.id < right.id ? -1 : 1));
  expect(byId(devices[0])).toEqual(byId(devices[1]));
});

describe('whatever two devices do, in whatever order, with or without a line', () => {
  const act = fc.record({
    device: fc.nat(1),
    what: fc.constantFrom('append', 'insert', 'replace', 'title', 'remove', 'restore', 'undo', 'on', 'off', 'sync', 'decide', 'kill'),
    at: fc.nat(9),
  });

  test('every edit is in the note, in a version or in the trash', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 6, maxLength: 24 }),
        fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }),
        (acts, choices) => live(acts, choices),
      ),
      { numRuns: 150 },
    );
  }, 240_000);

  async function live(
    acts: readonly { readonly device: number; readonly what: string; readonly at: number }[],
    choices: readonly number[],
  ) {
    const { one, two } = await openTwo('alpha\n\nbeta gamma\n\ndelta\n');
    const devices = [one, two];
    const made = new Set<string>();
    /** Markers that a later edit took away by what its writer saw. */
    const replaced = new Set<string>();
    let decided = 0;
    const decide = async (device: Device) => {
      const conflict = conflictOf(device);
      if (conflict === undefined) return false;
      const choice = choices[decided % choices.length] ?? 0;
      decided += 1;
      const edited = {
        values: Object.fromEntries(Object.keys(conflict.mine).map((field) => [field, field === 'body' ? 'edited\n' : 'Edited'])),
      };
      await device.tab().engine.decide(conflict.change.sequence, choice === 0 ? 'mine' : choice === 1 ? 'theirs' : edited);
      return true;
    };
    /** What is not in sight any more after it was meant to go. */
    const takingAway = async (device: Device, work: () => Promise<unknown>) => {
      const inSight = () => JSON.stringify([device.tab().feed.read().rows, device.tab().feed.read().removed]);
      const before = inSight();
      await work();
      const after = inSight();
      for (const known of made) if (before.includes(known) && !after.includes(known)) replaced.add(known);
    };
    for (const [index, { device: which, what, at }] of acts.entries()) {
      const device = devices[which] ?? one;
      const note = device.note();
      const marker = `mark${index}x`;
      const write = async (values: Partial<Note>) => {
        await takingAway(device, () => device.say(values));
        made.add(marker);
      };
      const lines = (note?.body ?? '').split('\n');
      const place = at % Math.max(1, lines.length);
      if (what === 'on' || what === 'off') device.become(what === 'on' ? 'online' : 'offline');
      else if (what === 'sync') await device.sync();
      else if (what === 'kill') device.kill();
      else if (what === 'decide') await decide(device);
      else if (what === 'restore') await device.say({ deleted_at: null });
      else if (what === 'undo') {
        // It takes back this device's own edit, and that is meant to go.
        await takingAway(device, () => device.tab().engine.undo('notes'));
      } else if (note === undefined) continue;
      else if (what === 'remove') await device.say({ deleted_at: `2026-11-21T13:00:${String(index).padStart(2, '0')}.000Z` });
      else if (what === 'title') await write({ title: `Title ${marker}` });
      else if (what === 'append') await write({ body: `${note.body}${marker}\n` });
      else if (what === 'insert') await write({ body: [...lines.slice(0, place), marker, ...lines.slice(place)].join('\n') });
      else await write({ body: lines.map((line, number) => (number === place ? marker : line)).join('\n') });
      await settled();
    }
    for (const device of devices) device.become('online');
    for (let round = 0; round < 12; round += 1) {
      for (const device of devices) {
        await device.sync();
        while (await decide(device)) await device.sync();
      }
    }
    for (const device of devices) {
      expect(device.tab().feed.read()).toMatchObject({ conflicted: [], waiting: 0 });
      const { rows, removed } = device.tab().feed.read();
      const versions = device.tab().versions.read();
      const there = JSON.stringify([rows, removed, versions.rows, versions.removed]);
      const lost = [...made].filter((marker) => !there.includes(marker) && !replaced.has(marker));
      expect(lost).toEqual([]);
    }
    expect(one.note()).toEqual(two.note());
  }
});
