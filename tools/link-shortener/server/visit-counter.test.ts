import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { connectionConfig } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { ServerRows } from '../../../server/rows/server-rows.ts';
import { createSqlRows } from '../../../server/rows/sql-rows.ts';
import { addOwner } from '../../../supabase/tests/people.ts';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { createVisitCounter, type Visit } from './visit-counter.ts';

const { address, drop } = await createTestDatabase();
const machine = new pg.Pool({ ...connectionConfig(address, 'postgres'), max: 2 });
const superuser = new pg.Pool({ ...connectionConfig(address, 'supabase_admin'), max: 1 });
const auth = new pg.Pool({ ...connectionConfig(address, 'supabase_auth_admin'), max: 1 });
const ownerId = await addOwner(superuser, auth);
afterAll(async () => {
  await Promise.all([machine.end(), superuser.end(), auth.end()]);
  await drop();
});

const facts = { bot: undefined, referrer: 'direct', browser: 'Firefox', isPrivate: false };

async function addLink(): Promise<string> {
  const { rows } = await machine.query(`insert into public.short_links (url, user_id) values ('https://example.org/', $1) returning id`, [
    ownerId,
  ]);
  return String(rows[0]?.id);
}

async function visitsOf(linkId: string): Promise<number> {
  const { rows } = await machine.query(
    `select coalesce(sum(visits), 0) as visits from private.short_link_days where link_id = $1 and kind = 'visit'`,
    [linkId],
  );
  return Number(rows[0]?.visits);
}

/** A program that counts a visit each millisecond, saying after each at which time of its own. */
function startCounting(linkId: string) {
  const script = `
    import { connectionConfig } from '@castellan/platform/core/database';
    import pg from 'pg';
    import { createSqlRows } from ${JSON.stringify(import.meta.resolve('../../../server/rows/sql-rows.ts'))};
    import { createVisitCounter } from ${JSON.stringify(import.meta.resolve('./visit-counter.ts'))};
    const pool = new pg.Pool({ ...connectionConfig(${JSON.stringify(address)}, 'postgres'), max: 2 });
    await pool.query('select 1');
    const drop = () => {};
    const log = { debug: drop, info: drop, warn: drop, error: drop };
    const counter = createVisitCounter({ rows: createSqlRows(pool), log, clock: { nowMs: Date.now }, randomBytes: (count) => new Uint8Array(count), countryOf: () => 'HU' });
    setInterval(() => {
      counter.count({ linkId: ${JSON.stringify(linkId)}, facts: ${JSON.stringify({ ...facts, bot: null })}, address: '203.0.113.1', userAgent: 'test' });
      console.log(performance.now());
    }, 1);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script.replace('"bot":null', '"bot":undefined')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
}

/** Kills the program after 400 visits; for how long before its end visits are missing, in milliseconds. */
async function killAndMeasure(): Promise<number> {
  const linkId = await addLink();
  const child = startCounting(linkId);
  const times: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    times.push(Number(line));
    if (times.length === 400) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const firstMissing = times[await visitsOf(linkId)];
  return firstMissing === undefined ? 0 : (times.at(-1) ?? 0) - firstMissing;
}

test('a server that is killed loses the visits of at most 100 ms', async () => {
  const losses = [await killAndMeasure(), await killAndMeasure(), await killAndMeasure()].sort((one, other) => one - other);
  // The middle one: beside other programs a single write may be held up by the machine.
  expect(losses[1]).toBeLessThanOrEqual(100);
});

test('while the database does not answer, visits are added up in a bounded room, and nothing is lost of those to one link', async () => {
  const linkId = await addLink();
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  const asked: number[] = [];
  const over = createSqlRows(machine);
  const rows: ServerRows = {
    call: async (name, args, schema) => {
      await answers;
      if (Array.isArray(args['sums'])) asked.push(args['sums'].length);
      return over.call(name, args, schema);
    },
  };
  const counter = createVisitCounter({
    rows,
    clock: { nowMs: () => 0 },
    randomBytes: (count) => new Uint8Array(count),
    log: silentLog,
    countryOf: () => undefined,
  });
  const visit = (index: number): Visit => ({
    linkId,
    facts: { ...facts, referrer: `r${index}.example` },
    address: `203.0.113.${index}`,
    userAgent: 'test',
  });
  for (let index = 0; index < 30_000; index += 1) counter.count(visit(index));
  const closed = counter.close();
  answer();
  await closed;
  expect(Math.max(...asked)).toBeLessThanOrEqual(5000);
  expect(await visitsOf(linkId)).toBe(30_000);
});
