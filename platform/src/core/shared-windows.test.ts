import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { openPool, type Queryable } from './database.ts';
import { type Log, silentLog } from './log.ts';
import { createSharedWindows } from './shared-windows.ts';

const database = await createTestDatabase();
const pool = openPool(database.address, 'supabase_auth_admin', { max: 5 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Windows of one kind, as several servers on one database have them, over one clock. */
function make(changed: { readonly block?: number; readonly capacity?: number; readonly log?: Log } = {}) {
  const time = { nowMs: 1_000_000_000_000 };
  const clock = { nowMs: () => time.nowMs };
  const { log = silentLog, block = 1, capacity = 1000 } = changed;
  const rules = { kind: randomUUID(), limit: 12, windowMs: 10_000, capacity, block };
  const open = (queryable: Queryable = pool) => createSharedWindows({ queryable, clock, log })(rules);
  const rows = async () =>
    (await pool.query<{ n: number }>('select count(*)::int as n from auth.attempt_limits where kind = $1', [rules.kind])).rows[0]?.n;
  return { time, open, rows };
}

const countOk = (answers: readonly { readonly ok: boolean }[]) => answers.filter(({ ok }) => ok).length;

/** The pool, and how many statements went to it, and at most at the same moment. */
function counting() {
  const counted = { statements: 0, now: 0, most: 0 };
  const query = async (...given: Parameters<Queryable['query']>) => {
    counted.statements += 1;
    counted.now += 1;
    counted.most = Math.max(counted.most, counted.now);
    return pool.query(...given).finally(() => {
      counted.now -= 1;
    });
  };
  return { counted, queryable: { query } as Queryable };
}

test('counted one by one, several servers together let exactly the limit through, and say when the oldest leaves', async () => {
  const { time, open } = make();
  const servers = [open(), open(), open()];
  expect(countOk(await Promise.all(servers.map((server) => server.reserve('a'))))).toBe(3);
  time.nowMs += 4000;
  const atOnce = await Promise.all(servers.flatMap((server) => Array.from({ length: 12 }, () => server.reserve('a'))));
  expect(countOk(atOnce)).toBe(9);
  for (const server of servers) {
    expect(await server.reserve('a')).toEqual({ ok: false, failure: { code: 'must_wait', waitSeconds: 6 } });
    expect(server.look('a')).toEqual({ ok: false, failure: { code: 'must_wait', waitSeconds: 6 } });
    expect((await server.reserve('b')).ok).toBe(true);
  }
  time.nowMs += 6000;
  expect(countOk(await Promise.all(servers.map((server) => server.reserve('a'))))).toBe(3);
  expect((await open().reserve('a')).ok).toBe(false);
});

test('counted in blocks, several servers together let no more than the limit through, and lose less than a block each', async () => {
  const { open } = make({ block: 5 });
  const servers = [open(), open()];
  const let1 = countOk(await Promise.all([...Array(3)].map(() => servers[0]?.reserve('a') ?? { ok: false })));
  const let2 = countOk(await Promise.all([...Array(20)].map(() => servers[1]?.reserve('a') ?? { ok: false })));
  expect([let1, let2]).toEqual([3, 7]);
  // What the first one still has of its block it may use.
  expect(countOk(await Promise.all([...Array(20)].map(() => servers[0]?.reserve('a') ?? { ok: false })))).toBe(2);
});

test('a block that is not used soon is lost, so that nothing is used long after it was counted', async () => {
  const { time, open } = make({ block: 10 });
  const [one, other] = [open(), open()];
  expect((await one.reserve('a')).ok).toBe(true);
  time.nowMs += 1000;
  expect(countOk(await Promise.all([...Array(5)].map(() => one.reserve('a'))))).toBe(2);
  expect((await other.reserve('a')).ok).toBe(false);
});

test('however many keys are tried at once, one statement at a time is sent, and a refused key costs none', async () => {
  const { open } = make({ block: 12 });
  const { counted, queryable } = counting();
  const server = open(queryable);
  const keys = Array.from({ length: 600 }, (_, index) => `stranger ${index}`);
  const all = await Promise.all(keys.flatMap((key) => Array.from({ length: 13 }, () => server.reserve(key))));
  expect(countOk(all)).toBe(600 * 12);
  expect(counted).toEqual({ statements: 3, now: 0, most: 1 });
  await Promise.all(keys.map((key) => server.reserve(key)));
  expect(counted.statements).toBe(3);
});

test('more keys at once than may wait are told to wait', async () => {
  const { open } = make();
  const server = open();
  const answers = await Promise.all(Array.from({ length: 2100 }, (_, index) => server.reserve(`stranger ${index}`)));
  expect(countOk(answers)).toBe(2000);
  expect(answers.at(-1)).toEqual({ ok: false, failure: { code: 'must_wait', waitSeconds: 1 } });
});

test('while the database is away each server holds the limit by itself, and the log says so once', async () => {
  const lines: string[] = [];
  const { open } = make({ log: { ...silentLog, warn: (event) => lines.push(event) } });
  const server = open({ query: () => Promise.reject(new Error('away')) });
  expect(countOk(await Promise.all(Array.from({ length: 20 }, () => server.reserve('a'))))).toBe(12);
  expect(server.look('a').ok).toBe(false);
  await server.reserve('b');
  expect(lines).toEqual(['attempts not counted with those of other servers']);
});

test('a flood of keys takes no more rows than the capacity, and does not wash out one that is guessed at', async () => {
  const { open, rows } = make({ capacity: 40 });
  const server = open();
  await Promise.all(Array.from({ length: 12 }, () => server.reserve('guesser')));
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 100 }, (_, index) => server.reserve(`stranger ${round} ${index}`)));
  expect(await rows()).toBe(40);
  expect((await open().reserve('guesser')).ok).toBe(false);
});

test('two servers that try the same keys at once do not get in each other’s way', async () => {
  const { open } = make();
  const keys = Array.from({ length: 150 }, (_, index) => `key ${index}`);
  const [one, other] = [open(), open()];
  const answers = await Promise.all([...keys.map((key) => one.reserve(key)), ...keys.toReversed().map((key) => other.reserve(key))]);
  expect(countOk(answers)).toBe(300);
});

test('a clock that is set back by a day stretches no wait', async () => {
  const { time, open } = make();
  time.nowMs += 86_400_000;
  const server = open();
  await Promise.all(Array.from({ length: 13 }, () => server.reserve('a')));
  time.nowMs -= 86_400_000;
  expect(await open().reserve('a')).toEqual({ ok: false, failure: { code: 'must_wait', waitSeconds: 10 } });
});
