import { randomUUID } from 'node:crypto';
import { runAs } from '@castellan/platform/core/run-as';
import type pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { countStatements } from './count-statements.ts';
import { attempt, insufficientPrivilege, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addAccount, addOwner, addSession } from './people.ts';

const { auth, superuser, machine, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');
const strangerId = await addAccount(superuser);

beforeEach(() => machine.query('delete from public.media_items'));

type Write = { readonly collection: string; readonly id: string; readonly values: object; readonly expected_version?: number };

const writing = (writes: readonly Write[]) =>
  attempt(requests, owner.caller, { text: 'select public.write_records($1) as rows', values: [JSON.stringify(writes)] });
const write = (writes: readonly Write[]) =>
  runAs(requests, owner.caller, requestFactsOfTest, async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ rows: readonly Record<string, unknown>[] }>('select public.write_records($1) as rows', [
      JSON.stringify(writes),
    ]);
    return rows[0]?.rows ?? [];
  });
const detailOf = (writes: readonly Write[]) =>
  write(writes).then(
    () => undefined,
    (fault: unknown) => (fault as { readonly detail?: string }).detail,
  );
const count = async (table: string) => Number((await machine.query(`select count(*) from public.${table}`)).rows[0]?.count);

const film = (title: string, id = randomUUID(), more: object = {}): Write => ({
  collection: 'media_items',
  id,
  values: { kind: 'film', title, created_at: '2026-11-22T12:00:00.123Z', source: 'letterboxd', external_id: title, ...more },
});
const day = (media_id: string): Write => ({
  collection: 'media_entries',
  id: randomUUID(),
  values: { media_id, kind: 'finished', on_day: '2026-08-18' },
});

test('records of several tables are added and changed at once, and answered as rows in the same order', async () => {
  const metropolis = film('Metropolis');
  await write([metropolis]);
  const dark = film('Dark');
  const rows = await write([dark, day(dark.id), { ...metropolis, values: { rating: 9, tags: ['silent'] }, expected_version: 1 }]);
  expect(rows).toMatchObject([
    { title: 'Dark', version: 1, source: 'letterboxd', status: 'planned', tags: [], deleted_at: null },
    { media_id: dark.id, on_day: '2026-08-18', version: 1 },
    { title: 'Metropolis', rating: 9, tags: ['silent'], version: 2 },
  ]);
  expect(new Set(rows.map((row) => row['user_id']))).toEqual(new Set([owner.userId]));
  expect(Date.parse(String(rows[0]?.['created_at']))).toBe(Date.parse('2026-11-22T12:00:00.123Z'));
});

test('of an import that one record spoils nothing is written, and the record is named', async () => {
  const dark = film('Dark');
  const orphan = day(randomUUID());
  expect(await writing([dark, day(dark.id), orphan])).toMatchObject({ ok: false, sqlState: '23503' });
  expect(await detailOf([dark, orphan])).toMatch(
    new RegExp(`^media_entries ${orphan.id}: .* constraint "What the entry is about is there"$`),
  );
  const blank = film(' ');
  expect(await detailOf([dark, blank])).toMatch(
    new RegExp(`^media_items ${blank.id}: .* constraint "A title has 1 to 500 characters on one line"$`),
  );
  const odd = film('Odd', randomUUID(), { year: 'long ago' });
  expect(await detailOf([dark, odd])).toContain(`media_items ${odd.id}: invalid input syntax`);
  expect([await count('media_items'), await count('media_entries')]).toEqual([0, 0]);
});

test('a record that has another version by now stops all of them', async () => {
  const dark = film('Dark');
  await write([dark]);
  const late = { ...dark, values: { rating: 8 }, expected_version: 7 };
  expect(await writing([film('Metropolis'), late])).toMatchObject({ ok: false, sqlState: 'PT409' });
  expect(await detailOf([late])).toBe('record_changed');
  expect(await count('media_items')).toBe(1);
});

test('asked twice, as after a lost answer, everything is there once and as it was', async () => {
  const writes = [film('Dark'), film('Metropolis')];
  const [first] = await write(writes);
  await machine.query(`update public.media_items set rating = 7 where title = 'Dark'`);
  const again = await write(writes);
  expect(again).toMatchObject([
    { id: first?.['id'], rating: 7, version: 2 },
    { title: 'Metropolis', version: 1 },
  ]);
  expect(await count('media_items')).toBe(2);
});

test('it writes no field that its owner may not write, no sealed record, and nobody else’s', async () => {
  for (const values of [{ version: 7 }, { user_id: strangerId }, { id: randomUUID() }, { updated_at: '2020-01-01' }, {}])
    expect([values, await writing([film('Dark', randomUUID(), values), { ...film('x'), values }])]).toMatchObject([
      values,
      { ok: false, sqlState: insufficientPrivilege },
    ]);
  const dark = film('Dark');
  await write([dark]);
  for (const values of [{ source: 'other' }, { created_at: '2020-01-01' }, { import_batch_id: null }])
    expect(await writing([{ ...dark, values, expected_version: 1 }])).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
  for (const collection of ['notes', 'activity_logs', 'vault_entries', 'pg_class', 'nothing'])
    expect([collection, await writing([{ ...dark, collection }])]).toMatchObject([collection, { ok: false, sqlState: 'PT404' }]);
  const theirs = randomUUID();
  await machine.query(`insert into public.media_items (id, user_id, kind, title) values ($1, $2, 'film', 'Theirs')`, [theirs, strangerId]);
  expect(await writing([{ ...dark, id: theirs, values: { rating: 1 }, expected_version: 1 }])).toMatchObject({
    ok: false,
    sqlState: 'PT409',
  });
  expect(await writing([film('Mine', theirs)])).toMatchObject({ ok: false, sqlState: 'PT409' });
});

test('an import is one statement for each collection, whichever fields its records name, and of it one spoilt record is named', async () => {
  const [itemsWritten, entriesWritten] = [
    await countStatements(superuser, 'media_items'),
    await countStatements(superuser, 'media_entries'),
  ];
  const films = Array.from({ length: 40 }, (_, index) =>
    film(`Film ${index}`, randomUUID(), [{}, { rating: 7 }, { tags: ['silent'], year: 1927 }][index % 3]),
  );
  const days = films.map(({ id }) => day(id));
  const orphan = day(randomUUID());
  expect(await detailOf([...films, ...days, orphan])).toMatch(new RegExp(`^media_entries ${orphan.id}: `));
  expect([await count('media_items'), await count('media_entries')]).toEqual([0, 0]);
  await Promise.all([itemsWritten(), entriesWritten()]);
  const rows = await write([...films, ...days]);
  expect(rows.slice(0, 3)).toMatchObject([
    { title: 'Film 0', rating: null, tags: [], status: 'planned' },
    { title: 'Film 1', rating: 7, tags: [], year: null },
    { title: 'Film 2', rating: null, tags: ['silent'], year: 1927 },
  ]);
  const changes = films.map((one, index) => ({
    ...one,
    values: index % 2 === 0 ? { rating: 3 } : { title: 'Renamed' },
    expected_version: 1,
  }));
  expect((await write(changes)).slice(0, 3)).toMatchObject([
    { title: 'Film 0', rating: 3, version: 2 },
    { title: 'Renamed', rating: 7, version: 2 },
    { title: 'Film 2', rating: 3, version: 2 },
  ]);
  expect([await itemsWritten(), await entriesWritten()]).toEqual([2, 1]);
});

test('what is no list of writes, or more of them than one write takes, is refused', async () => {
  for (const writes of [{}, null, [1], [{ collection: 'media_items', id: 'x', values: {} }], [{ ...film('x'), expected_version: 0 }]])
    expect([writes, await writing(writes as never)]).toMatchObject([writes, { ok: false, sqlState: 'PT400' }]);
  const many = Array.from({ length: 10_001 }, () => ({ collection: 'media_items', id: randomUUID(), values: {} }));
  expect(await writing(many)).toMatchObject({ ok: false, sqlState: 'PT413' });
});
