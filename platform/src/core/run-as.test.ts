import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { anonymousCaller, type Caller } from './caller.ts';
import { openDatabase } from './database.ts';
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
