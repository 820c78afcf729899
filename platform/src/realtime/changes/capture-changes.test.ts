import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import { openPool } from '../../core/database.ts';
import { captureChanges } from './capture-changes.ts';
import { currentCursor, pruneChanges, readChanges } from './change-outbox.ts';

const database = await createTestDatabase();
const owner = openPool(database.address, 'postgres', { max: 3 });
const outbox = openPool(database.address, 'supabase_realtime_admin', { max: 2 });
const requests = openPool(database.address, 'authenticator', { max: 1 });
afterAll(async () => {
  await Promise.all([owner.end(), outbox.end(), requests.end()]);
  await database.drop();
});

await owner.query(`
  create table public.letters (id uuid primary key default gen_random_uuid(), secret text, "odd ""name" int);
  create table public.pairs ("Left" int, right_half text, body text, primary key (right_half, "Left"));
  create table public.keyless (body text);
  grant insert, update, delete, select on public.letters, public.pairs to anon;
  alter publication supabase_realtime add table public.letters, public.pairs, public.keyless`);
const report = await captureChanges(database.address);

const triggers = async () =>
  (
    await owner.query<{ oid: string; trigger: string }>(
      `select t.oid, c.relname || ' ' || t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where t.tgname like 'realtime_capture_%' and c.relname in ('letters', 'pairs', 'keyless') order by 2`,
    )
  ).rows;

/** What a piece of work leaves in the outbox. */
async function captured(work: () => Promise<unknown>) {
  const since = await currentCursor(outbox);
  await work();
  const changes = await readChanges(outbox, { since, until: await currentCursor(outbox), after: '0', limit: 100 });
  return changes.map(({ table, operation, keyJson }) => ({ table, operation, key: JSON.parse(keyJson) }));
}

test('every published table with a primary key is captured, and one without is named', () => {
  expect(report.captured).toEqual(expect.arrayContaining(['public.letters', 'public.pairs']));
  expect(report.withoutPrimaryKey).toEqual(['public.keyless']);
});

test('where nothing changed, a second run leaves the triggers as they are', async () => {
  const before = await triggers();
  expect(before).toHaveLength(6);
  await captureChanges(database.address);
  expect(await triggers()).toEqual(before);
});

test('the outbox learns the key of a changed row and nothing else of it', async () => {
  const id = '99999999-9999-4999-8999-999999999999';
  const changes = await captured(async () => {
    await owner.query('insert into public.letters (id, secret) values ($1, $2)', [id, 'sealed']);
    await owner.query('update public.letters set secret = null');
    await owner.query('delete from public.letters');
    await owner.query(`insert into public.pairs values (1, 'x', 'body')`);
  });
  expect(changes).toEqual([
    { table: 'letters', operation: 'INSERT', key: { id } },
    { table: 'letters', operation: 'UPDATE', key: { id } },
    { table: 'letters', operation: 'DELETE', key: { id } },
    { table: 'pairs', operation: 'INSERT', key: { Left: 1, right_half: 'x' } },
  ]);
  const { rows } = await outbox.query(`select * from realtime.changes where to_jsonb(changes)::text like '%sealed%'`);
  expect(rows).toEqual([]);
});

test('a role of the API fills the outbox by its writes, and can neither read nor fill it itself', async () => {
  const client = await requests.connect();
  await client.query('set role anon');
  expect(await captured(() => client.query(`insert into public.pairs values (2, 'y', null)`))).toHaveLength(1);
  for (const statement of [
    'select * from realtime.changes',
    'insert into realtime.changes default values',
    'select realtime.capture_change()',
  ]) {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
  await client.query('reset role');
  client.release();
});

test('a write that cannot be captured succeeds all the same', async () => {
  await owner.query('alter table public.pairs rename column "Left" to moved');
  expect(await captured(() => owner.query(`insert into public.pairs values (3, 'z', null)`))).toEqual([]);
  expect((await owner.query(`select from public.pairs where moved = 3`)).rowCount).toBe(1);
  await captureChanges(database.address);
  expect(await captured(() => owner.query(`delete from public.pairs where moved = 3`))).toMatchObject([
    { key: { moved: 3, right_half: 'z' } },
  ]);
});

test('a table that leaves the publication is captured no more', async () => {
  await owner.query('alter publication supabase_realtime drop table public.letters');
  await captureChanges(database.address);
  expect((await triggers()).filter(({ trigger }) => trigger.startsWith('letters'))).toEqual([]);
  expect(await captured(() => owner.query('insert into public.letters default values'))).toEqual([]);
});

test('a change is read once, by the first reading after its commit', async () => {
  const start = await currentCursor(outbox);
  const slow = await owner.connect();
  await slow.query('begin');
  await slow.query(`insert into public.pairs values (10, 'slow', null)`);
  await owner.query(`insert into public.pairs values (11, 'fast', null)`);
  const between = await currentCursor(outbox);
  await slow.query('commit');
  slow.release();
  const end = await currentCursor(outbox);
  const read = async (since: string, until: string) =>
    (await readChanges(outbox, { since, until, after: '0', limit: 100 })).map(({ keyJson }) => JSON.parse(keyJson).moved);
  expect(await read(start, between)).toEqual([11]);
  expect(await read(between, end)).toEqual([10]);
  expect(await read(end, await currentCursor(outbox))).toEqual([]);
});

test('pruning keeps what is young or unread, and drops what no transaction here can have written', async () => {
  const cursor = await currentCursor(outbox);
  await outbox.query(`truncate realtime.changes`);
  await owner.query(`insert into public.pairs values (20, 'unread', null)`);
  await outbox.query(`update realtime.changes set happened_at = now() - interval '2 hours'`);
  await outbox.query(
    `insert into realtime.changes (transaction_id, schema_name, table_name, operation, row_key, happened_at) values
      ('3', 'public', 'old', 'INSERT', '{}', now() - interval '2 hours'),
      ('3', 'public', 'young', 'INSERT', '{}', now()),
      ('99999999999', 'public', 'foreign', 'INSERT', '{}', now())`,
  );
  await pruneChanges(outbox, cursor);
  const { rows } = await outbox.query<{ table_name: string }>('select table_name from realtime.changes order by 1');
  expect(rows.map((row) => row.table_name)).toEqual(['pairs', 'young']);
});
