import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { createBackOff, createGuessWindow } from './back-off.ts';
import { openPool } from './database.ts';

const database = await createTestDatabase();
const pool = openPool(database.address, 'supabase_auth_admin', { max: 5 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Two of one kind, as two servers on one database have them, over one clock. */
function make(changed: Partial<Omit<Parameters<typeof createBackOff>[0], 'clock'>> = {}) {
  const time = { nowMs: 1_000_000_000_000 };
  const kind = randomUUID();
  const rules = { freeAttempts: 3, baseMs: 1000, maximumMs: 8000, forgetMs: 60_000, capacity: 100, ...changed };
  const open = () => createBackOff({ queryable: pool, kind, clock: { nowMs: () => time.nowMs }, ...rules });
  const [backOff, other] = [open(), open()];
  const waitAt = (server: typeof backOff) => async (key: string) => {
    const reserved = await server.reserve(key);
    return reserved.ok ? 0 : reserved.failure.waitSeconds;
  };
  const waits = async (count: number, key = 'a') => {
    const told: number[] = [];
    for (let index = 0; index < count; index += 1) told.push(await waitAt(index % 2 === 0 ? backOff : other)(key));
    return told;
  };
  const size = async () =>
    (await pool.query<{ n: number }>('select count(*)::int as n from auth.attempt_limits where kind = $1', [kind])).rows[0]?.n;
  return { time, backOff, other, waits, size };
}

test('the free attempts of all servers go through; then the wait doubles up to the longest', async () => {
  const { time, waits } = make();
  expect(await waits(3)).toEqual([0, 0, 0]);
  for (const seconds of [1, 2, 4, 8, 8, 8]) {
    expect(await waits(1)).toEqual([seconds]);
    time.nowMs += seconds * 1000 - 1;
    expect(await waits(2)).toEqual([1, 1]);
    time.nowMs += 1;
    expect(await waits(1)).toEqual([0]);
  }
});

test('of attempts made all at once at two servers no more than the free ones go through', async () => {
  const { backOff, other } = make({ freeAttempts: 5 });
  const reserved = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? backOff : other).reserve('a')));
  expect(reserved.filter(({ ok }) => ok)).toHaveLength(5);
});

test('a refused attempt does not lengthen the wait', async () => {
  const { time, waits } = make();
  await waits(30);
  time.nowMs += 1000;
  expect(await waits(1)).toEqual([0]);
});

test('a success forgets everything, a quiet hour too', async () => {
  const { time, backOff, waits } = make();
  await waits(3);
  await backOff.succeed('a');
  expect(await waits(4)).toEqual([0, 0, 0, 1]);
  time.nowMs += 60_000;
  expect(await waits(4)).toEqual([0, 0, 0, 1]);
});

test('an attempt given back counts for nothing, and the others still count', async () => {
  const { backOff, other, waits, size } = make();
  for (let index = 0; index < 10; index += 1) {
    expect(await waits(1)).toEqual([0]);
    await other.giveBack('a');
  }
  expect(await size()).toBe(0);
  await backOff.giveBack('a');
  expect(await waits(3)).toEqual([0, 0, 0]);
  await backOff.giveBack('a');
  expect(await waits(2)).toEqual([0, 1]);
});

test('keys and kinds do not touch each other', async () => {
  const { waits } = make();
  await waits(4, 'a');
  expect(await waits(1, 'b')).toEqual([0]);
  expect(await make().waits(1, 'a')).toEqual([0]);
});

test('a flood of keys takes no more rows than the capacity, and does not wash out one that is guessed at', async () => {
  const { backOff, waits, size } = make({ capacity: 40, maximumMs: 1_000_000_000 });
  await waits(3, 'owner');
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => backOff.reserve(`stranger ${round} ${index}`)));
  }
  // Those that came at the same moment as the last may not have seen each other.
  expect(await size()).toBeLessThanOrEqual(45);
  expect(await waits(1, 'owner')).toEqual([1]);
});

test('no address and no account can be read from what is kept', async () => {
  const { backOff } = make();
  await backOff.reserve('ada@castellan.test');
  const { rows } = await pool.query("select encode(key_hash, 'escape') as kept from auth.attempt_limits");
  expect(JSON.stringify(rows)).not.toContain('castellan.test');
});

test('a window holds no more guesses than its limit, whichever server counts them, and tells when the oldest leaves', async () => {
  const time = { nowMs: 1_000_000_000_000 };
  const counted = { queryable: pool, kind: randomUUID(), clock: { nowMs: () => time.nowMs } };
  const [one, other] = [1, 2].map(() => createGuessWindow(counted, { limit: 3, windowMs: 10_000, capacity: 100 }));
  if (one === undefined || other === undefined) throw new Error('unreachable');
  expect((await one.reserve('a')).ok).toBe(true);
  time.nowMs += 4000;
  const atOnce = await Promise.all(Array.from({ length: 10 }, () => other.reserve('a')));
  expect(atOnce.filter(({ ok }) => ok)).toHaveLength(2);
  expect(await one.reserve('a')).toEqual({ ok: false, failure: { code: 'must_wait', waitSeconds: 6 } });
  await other.giveBack('a');
  expect((await one.reserve('a')).ok).toBe(true);
  time.nowMs += 6000;
  expect((await one.reserve('a')).ok).toBe(true);
  expect(await other.reserve('a')).toMatchObject({ failure: { waitSeconds: 4 } });
  expect((await other.reserve('b')).ok).toBe(true);
});

test('a clock that is set back by a day stretches no wait', async () => {
  const { time, waits } = make();
  time.nowMs += 86_400_000;
  expect(await waits(3)).toEqual([0, 0, 0]);
  expect(await waits(2)).toEqual([1, 1]);
  time.nowMs -= 86_400_000;
  expect(await waits(1)).toEqual([1]);
  time.nowMs += 1000;
  expect(await waits(1)).toEqual([0]);
});
