import { succeed } from '@castellan/foundation/result';
import type { LoadUpgrade } from '@castellan/vault-core/records/schema-version';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sealedRestore } from '../../passport/restore-sealed.ts';
import type { Collection } from '../../records/collection.ts';
import type { Feed } from '../../records/collection-state.ts';
import { createFakeBrowser } from '../../records/fake-records-world.ts';
import { type Fields, type RawRecord, recordColumns } from '../../records/record.ts';
import type { RecordsServer } from '../../records/records-server.ts';
import { createMemoryStore } from '../../records/records-store.ts';
import { sealerOf } from '../../records/write-sealed.ts';
import type { SealedRow } from '../ports/vault-backend.ts';
import type { MemoryServer } from '../testing/memory-server.ts';
import { codeOf, must, openByMaster, openNewVault, type Tab } from '../testing/vault-world.ts';

const name = 'people';
const id = '11abcdef-0000-4000-8000-000000000001';
const moment = '2026-11-21T12:00:00.000Z';

// Version 1 has `name` and `note`; version 2 has the name in two parts, and calls the note a remark.
const nameOf = () => 'Somebody';
const before: Collection<RawRecord> = {
  ...{ name, sealed: true, nameOf },
  schema: z.object({ ...recordColumns, name: z.string(), note: z._default(z.string(), '') }),
};
const after: Collection<RawRecord> = {
  ...{ name, sealed: true, nameOf },
  schema: z.object({ ...recordColumns, first: z.string(), last: z.string(), remark: z._default(z.string(), '') }),
};
const toVersion2: LoadUpgrade = async () => (fields) => {
  const { name: whole, note, ...rest } = fields;
  const [first = '', last = ''] = String(whole).split(' ');
  return { ...rest, ...('name' in fields ? { first, last } : {}), ...('note' in fields ? { remark: note } : {}) };
};
const oldProgram = { upgradesOf: () => [] };
const newProgram = { upgradesOf: (collection: string) => (collection === name ? [toVersion2] : []) };

const rowsOf = ({ sealedRows }: MemoryServer) => sealedRows.get(name) ?? new Map<string, SealedRow>();
/** The rows as the server shows them, and an export holds them. */
const shownBy = (server: MemoryServer): readonly RawRecord[] =>
  [...rowsOf(server).values()].map(({ deletedAt, ...row }) => ({
    ...row,
    created_at: moment,
    // What was written later comes later.
    updated_at: `2026-11-21T12:00:${String(row.version).padStart(2, '0')}.000Z`,
    deleted_at: deletedAt,
  }));

/** What the records layer asks of the server. Sealed records are written by the vault. */
function recordsOf(server: MemoryServer): RecordsServer {
  const notSealed = async () => {
    throw new Error('written beside the vault');
  };
  return {
    create: notSealed,
    change: notSealed,
    writeTogether: notSealed,
    read: async (_, wanted) => succeed(shownBy(server).find((row) => row.id === wanted)),
    readMany: async (_, ids) => succeed(shownBy(server).filter((row) => ids.includes(row.id))),
    writtenSince: async (_, since, offset) =>
      succeed(
        shownBy(server)
          .filter((row) => since === undefined || row.updated_at >= since)
          .slice(offset),
      ),
    emptyTrash: async () => succeed(0),
    hasSession: async () => succeed(true),
  };
}

/** A page that shows the collection, over an open vault. */
const pageOf = (tab: Tab, collection: Collection<RawRecord>, store = createMemoryStore()) => {
  const browser = createFakeBrowser(store, recordsOf(tab.server), collection);
  return { ...browser, ...browser.openTab(sealerOf(tab.store.records)) };
};

/** A vault whose one record was written by the old program. */
async function oldVault(fields: Fields = { name: 'Ada King', note: 'left early' }) {
  const tab = await openNewVault(oldProgram);
  must(await tab.store.records.write([{ collection: name, id, fields, deletedAt: null }]));
  return tab;
}

const openAgain = ({ server, device }: Pick<Tab, 'server' | 'device'>, program: typeof newProgram): Promise<Tab> =>
  openByMaster({ server, device, ...program });

function row(server: MemoryServer): SealedRow {
  const there = rowsOf(server).get(id);
  if (there === undefined) throw new Error('there is no such record');
  return there;
}

async function readBy(tab: Tab) {
  const { version, sealed } = row(tab.server);
  const [answer] = must(await tab.store.records.open([{ place: { class: 'row', collection: name, id, version }, text: sealed }]));
  return answer?.ok === true ? answer.value : codeOf(answer ?? { ok: false, failure: { code: 'unanswered' } });
}

const shows = (feed: Feed<RawRecord>) => expect.poll(() => feed.read().rows);
const edit = (feed: Feed<RawRecord>, values: Fields) => feed.edit([{ kind: 'change', id, values }]);

test('a record of version 1 is shown in version 2, stays sealed as it was while it is only read, and is saved in version 2', async () => {
  const old = await oldVault();
  const written = row(old.server);
  const tab = await openAgain(old, newProgram);
  const { feed } = pageOf(tab, after);
  await shows(feed).toMatchObject([{ first: 'Ada', last: 'King', remark: 'left early', version: 1 }]);
  expect(row(old.server)).toEqual(written);
  must(await edit(feed, { last: 'Byron' }));
  await expect.poll(() => row(old.server).version).toBe(2);
  await shows(feed).toMatchObject([{ first: 'Ada', last: 'Byron', remark: 'left early', version: 2 }]);
  expect(await readBy(tab)).toEqual({ first: 'Ada', last: 'Byron', remark: 'left early' });
  expect(await readBy(old)).toBe('newer_version');
});

test('the old program names a record of version 2, writes nothing over it, and leaves what it holds through the trash', async () => {
  const old = await oldVault();
  const tab = await openAgain(old, newProgram);
  const { feed: newFeed } = pageOf(tab, after);
  await shows(newFeed).toHaveLength(1);
  must(await edit(newFeed, { remark: 'in version 2' }));
  await expect.poll(() => row(old.server).version).toBe(2);
  const present = row(old.server);

  const oldTab = await openAgain(old, oldProgram);
  const { feed, engine } = pageOf(oldTab, before);
  await expect.poll(() => feed.read().malformed).toMatchObject([{ id, issue: expect.stringContaining('newer version of this program') }]);
  expect(feed.read().rows).toEqual([]);
  must(await edit(feed, { note: 'over it' }));
  await expect.poll(() => feed.read().conflicted).toHaveLength(1);
  expect(feed.read().conflicted[0]?.change.trouble).toMatchObject({ reason: expect.stringContaining('Another version of this program') });
  expect(row(old.server)).toEqual(present);
  await engine.decide(feed.read().conflicted[0]?.change.sequence ?? 0, 'theirs');
  must(await edit(feed, { deleted_at: moment }));
  await expect.poll(() => row(old.server)).toMatchObject({ version: 3, deletedAt: moment });
  must(await edit(feed, { deleted_at: null }));
  await expect.poll(() => row(old.server)).toMatchObject({ version: 4, deletedAt: null });
  expect(await readBy(await openAgain(old, newProgram))).toEqual({ first: 'Ada', last: 'King', remark: 'in version 2' });
});

test('a change that the old program left unsent is merged in the new schema with what was saved meanwhile', async () => {
  const old = await oldVault();
  const store = createMemoryStore();
  const page = pageOf(old, before, store);
  await shows(page.feed).toHaveLength(1);
  old.server.isAway = true;
  must(await edit(page.feed, { name: 'Ada Byron' }));
  page.kill();
  old.server.isAway = false;
  old.actions.lock('button');

  const elsewhere = await openAgain(old, newProgram);
  const { feed: other } = pageOf(elsewhere, after);
  await shows(other).toHaveLength(1);
  must(await edit(other, { remark: 'from elsewhere', first: 'Augusta' }));
  await expect.poll(() => row(old.server).version).toBe(2);

  const { feed } = pageOf(await openAgain(old, newProgram), after, store);
  await shows(feed).toMatchObject([{ first: 'Augusta', last: 'Byron', remark: 'from elsewhere', version: 3 }]);
  expect(feed.read()).toMatchObject({ waiting: 0, conflicted: [] });
});

test('an upgrade that fails leaves the record as it is and says so; the next program reads it', async () => {
  const old = await oldVault();
  const written = row(old.server);
  const failing: LoadUpgrade = async () => () => {
    throw new Error('unforeseen');
  };
  const tab = await openAgain(old, { upgradesOf: () => [failing] });
  const { feed } = pageOf(tab, after);
  await expect.poll(() => feed.read().malformed).toMatchObject([{ id, issue: expect.stringContaining('could not be converted') }]);
  must(await edit(feed, { remark: 'over it' }));
  await expect.poll(() => feed.read().conflicted).toHaveLength(1);
  expect(row(old.server)).toEqual(written);
  expect(await readBy(await openAgain(old, newProgram))).toMatchObject({ remark: 'left early' });
});

test('an old backup comes back in the new schema, and a newer one is left in its file by the old program', async () => {
  const old = await oldVault();
  const backup = shownBy(old.server);
  rowsOf(old.server).clear();
  const tab = await openAgain(old, newProgram);
  const restoreBy = (one: Tab) =>
    sealedRestore({ vault: one.store.records, openOfFile: one.store.records.open, server: recordsOf(one.server) });
  expect(must(await restoreBy(tab)(name, backup, false))).toMatchObject({ restored: 1, leftOut: 0 });
  expect(await readBy(tab)).toEqual({ first: 'Ada', last: 'King', remark: 'left early' });
  // The same record in both schemas is no other record.
  expect(must(await restoreBy(tab)(name, backup, true))).toMatchObject({ kept: 1, overwritten: 0 });

  const oldTab = await openAgain(old, oldProgram);
  const present = row(old.server);
  const reason = expect.stringContaining('Another version of this program wrote it');
  expect(must(await restoreBy(oldTab)(name, backup, true))).toMatchObject({ overwritten: 0, leftOut: 1, reason });
  expect(row(old.server)).toEqual(present);
  const newer = shownBy(old.server);
  rowsOf(old.server).clear();
  expect(must(await restoreBy(oldTab)(name, newer, true))).toMatchObject({ restored: 0, leftOut: 1, reason });
});
