import { setImmediate as turn } from 'node:timers/promises';
import { prepareDatabase } from '@castellan/platform/cluster/prepare-database';
import { connectionConfig, openPool, type Queryable } from '@castellan/platform/core/database';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { watchReadiness } from './database-readiness.ts';
import { migrationSources } from './migration-sources.ts';

const { address, drop } = await createTestDatabase();
const admin = new pg.Client(connectionConfig(address, 'supabase_admin'));
await admin.connect();
afterAll(async () => {
  await admin.end();
  await drop();
});

const refused = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });

/** A database that answers each lookup as the test says, and the watch over it. */
function watch() {
  const time = { nowMs: 0 };
  const asked: PromiseWithResolvers<unknown>[] = [];
  const queryable = {
    query: () => {
      const answer = Promise.withResolvers<unknown>();
      asked.push(answer);
      return answer.promise;
    },
  } as unknown as Queryable;
  const readiness = watchReadiness(queryable, { nowMs: () => time.nowMs }, async () => true);
  return { time, asked, readiness };
}

test('however many ask, the database is asked once a second, and what it said is there without a promise', async () => {
  const { time, asked, readiness } = watch();
  const first = Array.from({ length: 500 }, readiness);
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve([]);
  expect(new Set(await Promise.all(first))).toEqual(new Set(['ready']));
  for (time.nowMs = 0; time.nowMs < 1000; time.nowMs += 7) expect(readiness()).toBe('ready');
  expect(asked).toHaveLength(1);
  time.nowMs = 1000;
  await turn();
  const second = readiness();
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.reject(refused('53100'));
  expect(await second).toBe('full');
  expect(readiness()).toBe('full');
});

test.each([
  ['53100', 'full'],
  ['58030', 'full'],
  ['XX000', 'full'],
  ['57P01', 'away'],
  ['53300', 'away'],
  ['08006', 'away'],
  // A limit for such files alone.
  ['53400', 'ready'],
])('a database that answers %s is %s', async (code, state) => {
  const { asked, readiness } = watch();
  const found = readiness();
  await turn();
  asked[0]?.reject(refused(code));
  expect(await found).toBe(state);
});

test('a database that hangs is away, is asked nothing more until it has answered, and is ready again after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { time, asked, readiness } = watch();
    const found = readiness();
    await turn();
    vi.advanceTimersByTime(3000);
    expect(await found).toBe('away');
    for (time.nowMs = 3000; time.nowMs < 60_000; time.nowMs += 500) expect(await readiness()).toBe('away');
    expect(asked).toHaveLength(1);
    asked[0]?.resolve([]);
    await turn();
    const next = readiness();
    await turn();
    asked[1]?.resolve([]);
    expect(await next).toBe('ready');
  } finally {
    vi.useRealTimers();
  }
});

test('a clock that is set back makes no answer last longer', async () => {
  const { time, asked, readiness } = watch();
  time.nowMs = 86_400_000;
  const found = readiness();
  await turn();
  asked[0]?.resolve([]);
  await found;
  await turn();
  time.nowMs = 0;
  void readiness();
  await turn();
  expect(asked).toHaveLength(2);
});

const shared = { user: 'supabase_admin', tls: undefined, isPooled: false, roles: new Map() };
const { roles } = await prepareDatabase({ ...address, shared }, migrationSources);

test.each([
  ['the embedded database', address],
  ['a database that somebody else runs', { ...address, shared: { ...shared, roles } }],
  ['one behind a pooler', { ...address, shared: { ...shared, roles, isPooled: true } }],
])('%s is ready, writes bytes to find out, and is not ready while it may only be read', async (_, at) => {
  const time = { nowMs: 0 };
  const look = async () => {
    const pool = openPool(at, 'postgres', { max: 1 });
    time.nowMs += 1000;
    const state = await watchReadiness(pool, { nowMs: () => time.nowMs }, async () => true)();
    // So that what the connection counted is told.
    await pool.query('select pg_stat_force_next_flush()');
    await pool.end();
    return state;
  };
  const written = async () => {
    await admin.query('select pg_stat_clear_snapshot()');
    const { rows } = await admin.query<{ bytes: string }>(
      'select temp_bytes as bytes from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.bytes);
  };
  const before = await written();
  expect(await look()).toBe('ready');
  await expect.poll(async () => (await written()) - before).toBeGreaterThan(200_000);
  await admin.query(`alter database ${address.database} set default_transaction_read_only = on`);
  expect(await look()).toBe('full');
  await admin.query(`alter database ${address.database} reset default_transaction_read_only`);
  expect(await look()).toBe('ready');
});
