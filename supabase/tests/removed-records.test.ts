import { randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from './count-statements.ts';
import { insufficientPrivilege, openLawDatabase } from './law-database.ts';
import { addOwner, addSession, verifyFactor } from './people.ts';
import { askerOf, chain, head, newVault, provenAgo, refusalOf as refusal, sealedText as textOf } from './vault-asks.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
await verifyFactor(auth, ownerId);
const owner = await addSession(superuser, ownerId, 'aal2');

/** Every table of private.make_sealed_table, by its name. */
const sealedTables = (
  await machine.query<{ name: string }>(
    `select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'judge_sealed' order by 1`,
  )
).rows.map(({ name }) => name);

const ids = Array.from({ length: 30 }, () => randomUUID());
const [first = '', second = ''] = ids;

let epoch = 1;
beforeEach(async () => {
  epoch = 1;
  await machine.query('delete from private.vaults');
  for (const name of sealedTables) await machine.query(`delete from public.${name}`);
  await machine.query('delete from private.vault_removed');
  await machine.query('delete from private.kept_records');
  await ask('select public.create_vault($1) as answer', [newVault()]);
});

/** The owner with a proof of so many seconds ago. */
const proven = (seconds: number) => provenAgo(owner, seconds, 'totp');
/** A full session that was stolen: its proof is too old. */
const stolen = proven(900);
const ask = askerOf(requests, () => stolen, machine);

async function write(records: readonly object[], caller: Caller = stolen): Promise<void> {
  const change = { parts: [head('next')], chain, records };
  await ask('select public.write_vault($1, $2, $3) as answer', [epoch, randomUUID(), JSON.stringify(change)], caller);
  epoch += 1;
}

const fresh = (id: string, collection = 'notes') => ({
  collection,
  id,
  expected_version: null,
  version: 1,
  sealed: textOf(1, 'a'),
  deleted_at: null,
});
const over = (id: string, version: number, letter: string, more: object = {}) => ({
  ...{ collection: 'notes', id, expected_version: version, version: version + 1, sealed: textOf(version + 1, letter), deleted_at: null },
  ...more,
});
const trashed = (id: string, version: number, collection = 'notes') => ({
  ...{ collection, id, expected_version: version, version: version + 1, deleted_at: '2026-11-21T12:00:00Z' },
});
const letGo = (some: readonly string[], caller: Caller = stolen, collection = 'notes') =>
  ask('select public.let_go_of_records($1, $2) as answer', [collection, some], caller);

const today = new Date().toISOString().slice(0, 10);
const listed = (caller?: Caller) => ask('select public.removed_records() as answer', [], caller);
const textsOf = (collection = 'notes', day = today, caller?: Caller) =>
  ask('select public.removed_record_texts($1, $2) as answer', [collection, day], caller);
const count = async (from: string) => Number((await machine.query(`select count(*) from ${from}`)).rows[0]?.count);
const age = (interval: string) => machine.query(`update private.vault_removed set removed_at = removed_at - $1::interval`, [interval]);

/** Records as the database kept them when they were written so long ago: its own clock alone says so. */
const ageRecords = (collection: string, interval: string) =>
  superuser.query(`do $$ begin
    set local session_replication_role = replica;
    update public.${collection} set updated_at = updated_at - interval '${interval}';
  end $$`);

const tooOld = { sqlState: 'PT403', detail: 'verification_too_old' };

describe('a stolen session with an old proof', () => {
  test.each(sealedTables)('overwrites %s, trashes and deletes it: what was there can be read again', async (collection) => {
    await write([fresh(first, collection)]);
    await write([over(first, 1, 'j', { collection })]);
    await write([trashed(first, 2, collection)]);
    expect(await letGo([first], stolen, collection)).toBe(0);
    expect(await count(`public.${collection}`)).toBe(0);
    expect(await listed()).toEqual([{ collection, day: today, records: 1, removed: 1, texts: 2 }]);
    expect(await textsOf(collection)).toMatchObject([
      { record_id: first, how: 'removed', row: { sealed: textOf(2, 'j'), version: 3 } },
      { record_id: first, how: 'overwritten', row: { sealed: textOf(1, 'a'), version: 1, deleted_at: null } },
    ]);
  });

  test('overwrites many records at once, as an import does, by one statement, and every text of theirs is kept', async () => {
    const written = await countStatements(superuser, 'notes');
    await write(ids.map((id) => fresh(id)));
    await write(ids.map((id) => over(id, 1, 'j')));
    expect(await written()).toBe(2);
    expect(await listed()).toEqual([{ collection: 'notes', day: today, records: 30, removed: 0, texts: 30 }]);
  });

  test('writes a record as often as one change names it, in that order', async () => {
    await write([fresh(first), over(first, 1, 'b'), trashed(first, 2)]);
    const { rows } = await machine.query('select sealed, version::int, deleted_at is not null as trashed from public.notes');
    expect(rows).toEqual([{ sealed: textOf(2, 'b'), version: 3, trashed: true }]);
    expect(await textsOf()).toMatchObject([{ how: 'overwritten', row: { sealed: textOf(1, 'a') } }]);
  });

  test('does not delete more than 20 records for good within an hour, however it is cut', async () => {
    const many = [...ids, ...Array.from({ length: 15 }, () => randomUUID())];
    await write(many.map((id) => fresh(id)));
    await write(many.map((id) => trashed(id, 1)));
    await ageRecords('notes', '1 hour');
    expect(await refusal(letGo(many))).toEqual(tooOld);
    expect(await letGo(many.slice(0, 12))).toBe(0);
    expect(await letGo(many.slice(12, 20))).toBe(0);
    expect(await refusal(letGo(many.slice(20, 21)))).toEqual(tooOld);
    expect(await count('public.notes')).toBe(25);
    expect(await letGo(many.slice(20), proven(10))).toBe(0);
    expect(await count('public.notes')).toBe(0);
    expect(await listed()).toMatchObject([{ records: 45, removed: 45 }]);
  });

  test.each(sealedTables)('deletes no more than half of a few %s for good, and two always', async (collection) => {
    const few = ids.slice(0, 9);
    await write(few.map((id) => fresh(id, collection)));
    await write(few.map((id) => trashed(id, 1, collection)));
    await ageRecords(collection, '1 hour');
    // Of 9 the 5th: four are less than half.
    expect(await letGo(few.slice(0, 4), stolen, collection)).toBe(0);
    expect(await refusal(letGo(few.slice(4, 5), stolen, collection))).toEqual(tooOld);
    expect(await letGo(few.slice(4, 6), proven(10), collection)).toBe(0);
    await age('1 hour');
    expect(await letGo(few.slice(6, 8), stolen, collection)).toBe(0);
    expect(await refusal(letGo(few.slice(8), stolen, collection))).toEqual(tooOld);
  });

  test('lifts that bound neither by records that it adds first, dated back, nor by overwriting those that were there', async () => {
    const few = ids.slice(0, 9);
    const junk = Array.from({ length: 40 }, () => randomUUID());
    await write(few.map((id) => fresh(id)));
    await ageRecords('notes', '2 hours');
    await write(junk.map((id) => ({ ...fresh(id), created_at: '2020-01-01T00:00:00Z' })));
    // What is overwritten counts as what was there: its earlier text is kept.
    await write(few.slice(5).map((id) => over(id, 1, 'j')));
    await write(few.slice(0, 5).map((id) => trashed(id, 1)));
    expect(await letGo(few.slice(0, 4))).toBe(0);
    expect(await refusal(letGo(few.slice(4, 5)))).toEqual(tooOld);
  });

  test('does not delete them by REST either: it is granted nothing there, and where it were, the proof would be wanted', async () => {
    const rest = Array.from({ length: 15 }, () => randomUUID());
    await write([...ids, ...rest].map((id) => fresh(id)));
    await ageRecords('notes', '1 hour');
    const byRest = 'delete from public.notes where id = any ($1)';
    expect(await refusal(ask(byRest, [ids]))).toMatchObject({ sqlState: insufficientPrivilege });
    await superuser.query(`grant delete on public.notes to authenticated`);
    await superuser.query(`create policy "The owner deletes notes in this test" on public.notes for delete to authenticated using (true)`);
    try {
      expect(await refusal(ask(byRest, [ids]))).toEqual(tooOld);
      await ask(byRest, [ids.slice(0, 20)]);
      expect(await refusal(ask(byRest, [ids.slice(20, 21)]))).toEqual(tooOld);
      await age('1 hour');
      await ask(byRest, [ids.slice(20, 21)]);
    } finally {
      await superuser.query(`drop policy "The owner deletes notes in this test" on public.notes`);
      await superuser.query(`revoke delete on public.notes from authenticated`);
    }
    expect(await count('public.notes')).toBe(24);
    expect(await count(`private.vault_removed where source = 'record'`)).toBe(21);
  });

  test('pushes no copy out by writing much: what is younger than seven days stays, and the write is refused', async () => {
    await write([fresh(first), fresh(second)]);
    await write([over(first, 1, 'b')]);
    await age('6 days');
    await machine.query('update private.kept_records set characters = 300000000');
    expect(await refusal(write([over(second, 1, 'b')]))).toEqual(tooOld);
    expect(await count(`private.vault_removed where source = 'record'`)).toBe(1);
    await write([over(second, 1, 'b')], proven(10));
    expect(await textsOf()).toMatchObject([{ record_id: second }]);
    expect(await count(`private.vault_removed where source = 'record'`)).toBe(1);
  });

  test('erases nothing of what is kept', async () => {
    await write([fresh(first)]);
    await write([over(first, 1, 'b')]);
    expect(await refusal(ask('select public.erase_removed_vault_rows() as answer'))).toEqual(tooOld);
    for (const text of [
      'delete from private.vault_removed',
      'update private.kept_records set characters = 0',
      'select * from private.vault_removed',
    ])
      expect(await refusal(ask(text))).toMatchObject({ sqlState: insufficientPrivilege });
    await ask('select public.erase_removed_vault_rows() as answer', [], proven(10));
    expect(await listed()).toEqual([]);
    expect((await machine.query('select characters::int from private.kept_records')).rows).toEqual([{ characters: 0 }]);
  });
});

test('beyond the limit the oldest copies go, if they are older than seven days; no proof is wanted for that', async () => {
  await write([fresh(first), fresh(second)]);
  await write([over(first, 1, 'b')]);
  await age('8 days');
  await machine.query('update private.kept_records set characters = 268435400');
  await write([over(second, 1, 'b')]);
  expect(await textsOf()).toMatchObject([{ record_id: second }]);
  expect(await count(`private.vault_removed where source = 'record'`)).toBe(1);
});

test('the bytes of files and what was written have a limit each: neither pushes copies of the other out, nor stops its writing', async () => {
  const part = 'note_file_parts';
  await write([fresh(first), fresh(second, part)]);
  await write([over(first, 1, 'b'), over(second, 1, 'b', { collection: part })]);
  const characters = textOf(1, 'a').length;
  const counted = () => machine.query('select large, characters::int from private.kept_records order by large');
  expect((await counted()).rows).toEqual([
    { large: false, characters },
    { large: true, characters },
  ]);
  await age('8 days');
  await machine.query('update private.kept_records set characters = 268435400 where large');
  await write([over(first, 2, 'c')]);
  expect(await count(`private.vault_removed where source = 'record'`)).toBe(3);
  await write([over(second, 2, 'c', { collection: part })]);
  expect(await textsOf(part)).toMatchObject([{ record_id: second, row: { sealed: textOf(2, 'b') } }]);
  expect(await count(`private.vault_removed where collection = 'notes'`)).toBe(2);
  expect(await count(`private.vault_removed where collection = '${part}'`)).toBe(1);
});

test('of one record the first text of a day is kept, and one of each day', async () => {
  await write([fresh(first)]);
  await write([over(first, 1, 'b')]);
  await write([over(first, 2, 'c')]);
  expect(await textsOf()).toMatchObject([{ how: 'overwritten', row: { sealed: textOf(1, 'a') } }]);
  await age('1 day');
  await write([over(first, 3, 'd')]);
  await write([over(first, 4, 'e')]);
  expect(await textsOf()).toMatchObject([{ row: { sealed: textOf(3, 'c') } }]);
  expect(await listed()).toMatchObject([
    { day: today, texts: 1 },
    { records: 1, texts: 1 },
  ]);
});

test('what a brought back text replaces is kept each time, whatever else was kept that day', async () => {
  await write([fresh(first)]);
  await write([over(first, 1, 'j')]);
  await write([over(first, 2, 'a', { brings_back: true })]);
  await write([over(first, 3, 'j', { brings_back: true })]);
  await write([over(first, 4, 'x')]);
  expect(await textsOf()).toMatchObject([
    { how: 'replaced', row: { sealed: textOf(3, 'a') } },
    { how: 'replaced', row: { sealed: textOf(2, 'j') } },
    { how: 'overwritten', row: { sealed: textOf(1, 'a') } },
  ]);
});

test('what only moved into the trash or out of it is not kept: its text is still there', async () => {
  await write([fresh(first)]);
  await write([trashed(first, 1)]);
  expect(await listed()).toEqual([]);
});

test('it is there for 30 days, and then is not; the next write takes it away', async () => {
  await write([fresh(first), fresh(second)]);
  await write([over(first, 1, 'b')]);
  await age('29 days');
  const day = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
  expect(await textsOf('notes', day)).toHaveLength(1);
  await age('2 days');
  expect(await listed()).toEqual([]);
  await write([over(second, 1, 'b')]);
  expect(await count(`private.vault_removed where source = 'record'`)).toBe(1);
  expect((await machine.query('select characters::int from private.kept_records')).rows).toEqual([{ characters: textOf(1, 'a').length }]);
});

test('what lay in the trash for 30 days goes without a proof, is not kept once more, and what is younger or in no trash stays', async () => {
  await write(ids.map((id) => fresh(id)));
  await write(ids.slice(1).map((id) => trashed(id, 1)));
  await superuser.query('alter table public.notes disable trigger touch_record');
  await superuser.query(`update public.notes set updated_at = now() - interval '31 days' where id <> $1`, [second]);
  await superuser.query('alter table public.notes enable trigger touch_record');
  expect(await ask('select public.empty_trash() as answer')).toBe(28);
  expect((await machine.query('select id from public.notes order by deleted_at')).rows).toEqual([{ id: second }, { id: first }]);
  expect(await listed()).toEqual([]);
});

test('with everything else it is deleted', async () => {
  await write([fresh(first), fresh(second)]);
  await write([over(first, 1, 'b')]);
  await ask('select public.delete_everything() as answer', [], proven(10));
  expect(await count('private.vault_removed')).toBe(0);
});

test('more than comes at once is read on from the last', async () => {
  const many = Array.from({ length: 130 }, () => randomUUID());
  await write(many.map((id) => fresh(id)));
  await write(many.map((id) => over(id, 1, 'b')));
  const page = (await textsOf()) as { id: number }[];
  const rest = (await ask('select public.removed_record_texts($1, $2, $3) as answer', ['notes', today, page.at(-1)?.id])) as {
    id: number;
  }[];
  expect([page.length, rest.length]).toEqual([100, 30]);
});

test('every table of sealed records keeps what is overwritten and removed', async () => {
  const guarded = await machine.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and (select count(*) from pg_trigger where tgrelid = pg_class.oid and tgname in ('keep_overwritten_records', 'keep_removed_records')) = 2
      order by 1`,
  );
  expect(guarded.rows.map(({ name }) => name)).toEqual(sealedTables);
});
