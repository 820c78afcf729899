import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { openPool } from '../core/database.ts';
import { createSchemaCache } from './schema-cache.ts';

const database = await createTestDatabase();
const pool = openPool(database.address, 'authenticator', { max: 2 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The pool, with as many connections handed out as were asked for, and none before it is let go. */
function heldPool() {
  const waiting: (() => void)[] = [];
  let asked = 0;
  const connect = async (): Promise<pg.PoolClient> => {
    asked += 1;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return pool.connect();
  };
  return {
    pool: Object.assign(Object.create(pool), { connect }) as pg.Pool,
    asked: () => asked,
    letGo: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

test('however long a reading takes, what is not found starts no second one beside it, and one a second after it', async () => {
  const time = { nowMs: 0 };
  const held = heldPool();
  const cache = createSchemaCache(held.pool, { nowMs: () => time.nowMs }, 'public');
  const first = cache.current();
  const others = Array.from({ length: 5 }, () => {
    time.nowMs += 5000;
    return cache.refreshed();
  });
  expect(held.asked()).toBe(1);
  held.letGo();
  const schema = await first;
  for (const other of others) expect(await other).toBe(schema);
  time.nowMs += 900;
  expect(await cache.refreshed()).toBe(schema);
  time.nowMs += 200;
  const again = cache.refreshed();
  held.letGo();
  expect(await again).not.toBe(schema);
  expect(held.asked()).toBe(2);
});
