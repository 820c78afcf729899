import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { anonymousCaller, type Caller, type DatabaseRole } from './caller.ts';
import { connectionConfig, openDatabase, openPool } from './database.ts';
import { type RequestFacts, runAs } from './run-as.ts';

const testDatabase = await createTestDatabase();
const database = openDatabase(testDatabase.address, () => {});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const facts: RequestFacts = {
  method: 'GET',
  path: '/x',
  userAgent: 'test',
  context: { address: '192.0.2.1', secure: false, requestId: 'test' },
};
const pool = database.requests;

test('the work runs as the caller, and the connection is nobody’s again afterwards', async () => {
  const { rows } = await runAs(pool, anonymousCaller, facts, (client) =>
    client.query("select current_user as role, current_setting('request.address') as address"),
  );
  expect(rows).toEqual([{ role: 'anon', address: '192.0.2.1' }]);
  const after = await pool.query("select current_user as role, current_setting('request.address', true) as address");
  expect(after.rows).toEqual([{ role: 'authenticator', address: '' }]);
});

test('the work has the time that its role has, not the one that signed in', async () => {
  const timeoutOf = async (caller: Caller) =>
    (
      await runAs(pool, caller, facts, (client) =>
        client.query<{ timeout: string }>("select current_setting('statement_timeout') as timeout"),
      )
    ).rows;
  expect(await timeoutOf(anonymousCaller)).toEqual([{ timeout: '1500ms' }]);
  expect(await timeoutOf({ role: 'authenticated', claims: null })).toEqual([{ timeout: '8s' }]);
  expect(await timeoutOf({ role: 'service_role', claims: null })).toEqual([{ timeout: '8s' }]);
});

test('where the role cannot be taken, nothing of the work is done', async () => {
  const impossible = { ...facts, path: 'a\0b' };
  const work = runAs(pool, anonymousCaller, impossible, (client) => client.query("select set_config('castellan.seen', 'yes', false)"));
  await expect(work).rejects.toMatchObject({ code: '22021' });
  const { rows } = await pool.query("select current_setting('castellan.seen', true) as seen");
  expect(rows).not.toContainEqual({ seen: 'yes' });
});

test('a reading transaction cannot write', async () => {
  const work = runAs(pool, anonymousCaller, facts, (client) => client.query('create temporary table t (id int)'), { readOnly: true });
  await expect(work).rejects.toMatchObject({ code: '25006' });
});

test('what is not kept is undone and its value returned', async () => {
  const set = (kept: boolean) =>
    runAs(pool, anonymousCaller, facts, (client) => client.query("select set_config('castellan.kept', 'yes', false) as value"), {
      keeps: () => kept,
    });
  const read = async () => (await pool.query("select nullif(current_setting('castellan.kept', true), '') as value")).rows;
  expect((await set(false)).rows).toEqual([{ value: 'yes' }]);
  expect(await read()).toEqual([{ value: null }]);
  await set(true);
  expect(await read()).toEqual([{ value: 'yes' }]);
});

/** How often a connection's socket is written to while something runs on it that ran before. */
async function countWrites(run: (one: pg.Pool) => Promise<unknown>): Promise<number> {
  const one = openPool(testDatabase.address, 'authenticator', { max: 1, pipeline: true });
  await run(one);
  const client = await one.connect();
  const { stream } = client.connection;
  client.release();
  // Node hands what was corked to the system in one piece.
  const handedOn = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')] as const;
  await run(one);
  await one.query('select').then(() => one.end());
  // Without the question that waited for the end, and the goodbye.
  return handedOn.reduce((sum, { mock }) => sum + mock.calls.length, 0) - 2;
}

test('a transaction of one statement is one write to the database, its beginning, caller and end included', async () => {
  const read = (one: pg.Pool) =>
    runAs(one, anonymousCaller, facts, (client) => client.query('select 1'), { readOnly: true, isOneStatement: true });
  const write = (one: pg.Pool) =>
    runAs(one, anonymousCaller, facts, (client) => client.query('select $1::text', ['a']), { isOneStatement: true });
  expect(await countWrites(read)).toBe(1);
  expect(await countWrites(write)).toBe(1);
  const undo = (one: pg.Pool) =>
    runAs(one, anonymousCaller, { ...facts, isUndone: true }, (client) => client.query('select 1'), { isOneStatement: true });
  expect(await countWrites(undo)).toBe(1);
  // Whether it is kept is known once the answer is there.
  const decided = (one: pg.Pool) =>
    runAs(one, anonymousCaller, facts, (client) => client.query('select 1'), { isOneStatement: true, keeps: () => false });
  expect(await countWrites(decided)).toBe(2);
});

test('a transaction of one statement is undone where the statement fails, and its connection serves the next', async () => {
  const failing = () =>
    runAs(pool, anonymousCaller, facts, (client) => client.query("select set_config('castellan.half', 'yes', false), 1 / 0"), {
      isOneStatement: true,
    });
  for (let round = 0; round < 20; round += 1) await expect(failing()).rejects.toMatchObject({ code: '22012' });
  const { rows } = await pool.query("select current_user as role, nullif(current_setting('castellan.half', true), '') as half");
  expect(rows).toEqual([{ role: 'authenticator', half: null }]);
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('a transaction of one statement that is to be undone leaves nothing, and its answer is returned', async () => {
  const text = "select set_config('castellan.undone', 'yes', false) as value";
  const { rows } = await runAs(pool, anonymousCaller, { ...facts, isUndone: true }, (client) => client.query(text), {
    isOneStatement: true,
  });
  expect(rows).toEqual([{ value: 'yes' }]);
  const left = await pool.query("select nullif(current_setting('castellan.undone', true), '') as value");
  expect(left.rows).toEqual([{ value: null }]);
});

test('a commit that is refused is an error, though it was sent with the statement', async () => {
  const owner = new pg.Client(connectionConfig(testDatabase.address, 'postgres'));
  await owner.connect();
  await owner.query(`create table public.pairs (id int, other int, unique (id) deferrable initially deferred);
    grant all on public.pairs to anon`);
  const insert = () =>
    runAs(pool, anonymousCaller, facts, (client) => client.query('insert into public.pairs values (1, 1), (1, 2)'), {
      isOneStatement: true,
    });
  await expect(insert()).rejects.toMatchObject({ code: '23505' });
  expect((await owner.query('select count(*)::int as count from public.pairs')).rows).toEqual([{ count: 0 }]);
  await owner.end();
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('where the role cannot be taken nothing is done, though the commit was sent along', async () => {
  const impossible = { ...facts, path: 'a\0b' };
  const work = runAs(pool, anonymousCaller, impossible, (client) => client.query("select set_config('castellan.seen', 'yes', false)"), {
    isOneStatement: true,
  });
  await expect(work).rejects.toMatchObject({ code: '22021' });
  const unknown = { role: 'no_such_role' as DatabaseRole, claims: null };
  const asNobody = runAs(pool, unknown, facts, (client) => client.query("select set_config('castellan.seen', 'yes', false)"), {
    isOneStatement: true,
  });
  await expect(asNobody).rejects.toMatchObject({ code: '22023' });
  const seen = await Promise.all(Array.from({ length: 10 }, () => pool.query("select current_setting('castellan.seen', true) as seen")));
  for (const { rows } of seen) expect(rows).not.toContainEqual({ seen: 'yes' });
});

test('the timeout of a role is remembered for ten seconds; a change is followed after that, for each role by itself', async () => {
  const name = `waiting_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(connectionConfig(testDatabase.address, 'supabase_admin'));
  await admin.connect();
  await admin.query(`create role ${name} nologin; grant ${name} to authenticator; alter role ${name} set statement_timeout = '1234ms'`);
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const timeoutOf = async (role: string) => {
      const asked = await runAs(pool, { role: role as DatabaseRole, claims: null }, facts, (client) =>
        client.query<{ timeout: string }>("select current_setting('statement_timeout') as timeout"),
      );
      return asked.rows[0]?.timeout;
    };
    expect(await timeoutOf(name)).toBe('1234ms');
    await admin.query(`alter role ${name} set statement_timeout = '777ms'`);
    expect(await timeoutOf(name)).toBe('1234ms');
    expect(await timeoutOf('anon')).toBe('1500ms');
    vi.advanceTimersByTime(10_000);
    expect(await timeoutOf(name)).toBe('777ms');
    expect(await timeoutOf('anon')).toBe('1500ms');
  } finally {
    vi.useRealTimers();
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
});
