import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addOwner } from '../../../supabase/tests/people.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { logDayKey } from './log-day-key.ts';
import { hashOf, sha256 } from './log-statement.ts';
import { readLogDays, signPastDays } from './sign-past-days.ts';

const { auth, machine, superuser, drop } = await openLawDatabase();
afterAll(drop);
const rows = createSqlRows(machine);

const key = logDayKey(Buffer.alloc(32, 7));
const at = (text: string) => Date.parse(text);
const sign = (nowMs: number) => signPastDays({ rows, key: () => key, siteUrl: () => 'https://castellan.example', nowMs });
const days = () => readLogDays(rows);

/** Rows of days that have passed, with hashes that can be recognised: a chain is not what is tested here. */
beforeAll(async () => {
  const owner = await addOwner(superuser, auth);
  const client = await superuser.connect();
  await client.query('begin');
  await client.query('alter table public.activity_logs disable trigger user');
  for (const [sequence, createdAt] of [
    '2026-03-01 09:00Z',
    '2026-03-01 23:59:59.999Z',
    '2026-03-04 00:00Z',
    '2026-03-05 11:00Z',
  ].entries()) {
    await client.query(
      `insert into public.activity_logs (sequence, activity_type, activity_description, user_id, reported_by, created_at, previous_hash, hash)
      values ($1, 'app_activity', 'Row', $2, 'server', $3, $4, $4)`,
      [sequence + 1, owner, createdAt, Buffer.alloc(32, sequence + 1)],
    );
  }
  await client.query('alter table public.activity_logs enable trigger user');
  await client.query('commit');
  client.release();
});

const headOf = (sequence: number) => Buffer.alloc(32, sequence).toString('hex');

test('a day is signed once it has passed and its last rows must be there, and by one of several servers', async () => {
  expect(await sign(at('2026-03-02T00:14:00Z'))).toBe(false);
  expect(await days()).toEqual([]);
  const added = await Promise.all([sign(at('2026-03-02T00:16:00Z')), sign(at('2026-03-02T00:16:00Z'))]);
  expect(added.toSorted()).toEqual([false, true]);
  expect((await days()).map(({ day }) => day)).toEqual(['2026-03-01']);
});

test('every past day has its statement, also those on which nothing happened, and each leads to the one before', async () => {
  expect(await sign(at('2026-03-05T12:00:00Z'))).toBe(true);
  const signed = await days();
  expect(signed.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']);
  const heads = [headOf(2), headOf(2), headOf(2), headOf(3)];
  expect(signed.map(hashOf)).toEqual(signed.map(({ day }, index) => sha256(`${day}\n${heads[index]}\n`)));
  expect(new Set(signed.map(hashOf)).size).toBe(4);
  for (const [index, { statement }] of signed.entries()) {
    const before = signed[index - 1];
    expect(statement).toContain(`previous: ${before === undefined ? 'none' : sha256(before.statement)}\n`);
  }
  expect(JSON.stringify(signed.map(({ statement }) => statement))).not.toMatch(/\d\d:\d\d/);
  expect(await sign(at('2026-03-05T12:00:00Z'))).toBe(false);
});

test('what is signed stays as it was, whoever asks', async () => {
  for (const statement of [
    `update private.log_days set statement = 'other'`,
    'delete from private.log_days',
    'truncate private.log_days',
    'delete from private.log_days where false',
  ]) {
    await expect(machine.query(statement)).rejects.toThrow('append only');
    await expect(superuser.query(statement)).rejects.toThrow('append only');
  }
});
