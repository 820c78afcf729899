import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { connectionConfig } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { embeddedData } from '../../tests/support/data-settings.ts';
import { authenticatorCode, createTestOwner, type Owner, runCommand, runOwnerCommand } from '../../tests/support/owner.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { startRelay } from '../../tests/support/tcp-relay.ts';
import { keysFileOf, openOrMakeKeys } from '../keys/key-store.ts';
import { withData } from './with-data.ts';

const cluster = inject('databaseAddress');
const data = makeDataFolder();
const name = `moved_${randomBytes(6).toString('hex')}`;
const admin = new pg.Client(connectionConfig(cluster, 'supabase_admin'));
await admin.connect();
const relay = await startRelay(() => [cluster.host.startsWith('/') ? { path: `${cluster.host}/.s.PGSQL.${cluster.port}` } : cluster]);
const target = `postgres://supabase_admin:${cluster.password}@127.0.0.1:${relay.port}/${name}`;
let owner: Owner;

const move = (to = target, environment = {}) => runCommand('server/commands/move.ts', data.path, ['--to', to], '', environment);

async function renew(): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
}

async function onTarget<Row extends pg.QueryResultRow>(statement: string): Promise<readonly Row[]> {
  const client = new pg.Client(connectionConfig({ ...cluster, database: name }, 'supabase_admin'));
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function signIn(server: RunningServer, stepOffset: 0 | 1) {
  const key = /sb_publishable_[\w-]+/.exec(await (await fetch(server.url)).text())?.[0] ?? '';
  const client = createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  expect((await client.auth.signInWithPassword({ email: owner.email, password: owner.password })).error).toBeNull();
  const factorId = (await client.auth.mfa.listFactors()).data?.totp[0]?.id ?? '';
  const code = await authenticatorCode(owner.authenticatorSecret, stepOffset);
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  return client;
}

beforeAll(async () => {
  await renew();
  owner = await createTestOwner(data.path);
  const server = await startTestServer(data.path);
  const client = await signIn(server, 0);
  const parent = (
    await client
      .from('tasks')
      .insert({ title: 'Parent, “quoted” {and} \\ odd', tags: ['a,b', 'NULL', ''] })
      .select('id')
      .single()
  ).data;
  expect(
    (
      await client
        .from('tasks')
        .insert({ title: 'Part', parent_id: parent?.id, due_on: '2026-11-22', due_time: '09:30', position: 0.1 + 0.2 })
    ).error,
  ).toBeNull();
  for (const description of ['One', 'Two', 'Three']) {
    const { error } = await client.from('activity_logs').insert({ activity_type: 'app_activity', activity_description: description });
    expect(error).toBeNull();
  }
  expect((await client.storage.createBucket('bin')).error).toBeNull();
  expect((await client.storage.from('bin').upload('kept.txt', 'kept')).error).toBeNull();
  expect(await move()).toMatchObject({ exitCode: 1, complaint: `A server runs on ${data.path}. Stop it, then move its data.\n` });
  await server.stop();
}, 120_000);
afterAll(async () => {
  await relay.cut();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  data.remove();
});

test('an address that is none is refused, and not repeated', async () => {
  const { exitCode, complaint } = await move('postgres://ada:secret@db.example/d?sslmode=prefer');
  expect(exitCode).toBe(1);
  expect(complaint).toMatch(/^--to wants /);
  expect(complaint).not.toContain('secret');
});

test('a database that holds something is left alone, and what is in the way is named', async () => {
  await onTarget('create table public.guestbook (id int)');
  expect((await move()).complaint).toContain('the database must be empty, and holds public.guestbook');
  await onTarget('drop table public.guestbook');
});

test('two sides that differ are found out, and nothing is kept', async () => {
  const only = (statement: string) => withData(embeddedData(data.path), silentLog, (pool) => pool.query(statement));
  await only('create table public.only_here (id int)');
  const { exitCode, complaint } = await move();
  expect([exitCode, complaint]).toEqual([1, 'The two databases do not have the same tables. Use one version of Castellan for both.\n']);
  await only('drop table public.only_here');
  expect(await onTarget('select count(*)::int as n from auth.users')).toEqual([{ n: 0 }]);
}, 30_000);

test('a move that is killed leaves nothing a server would start on, and can be run again', async () => {
  const holder = new pg.Client(connectionConfig({ ...cluster, database: name }, 'supabase_admin'));
  await holder.connect();
  // The tables before this one are emptied and filled in the same transaction: it stops there until it is killed.
  await holder.query('begin; lock table public.wishes in access share mode');
  const child = spawn(process.execPath, ['server/commands/move.ts', '--to', target], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env['PATH'], CASTELLAN_DATA_DIR: data.path },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const waiting =
    'select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = $1';
  await vi.waitFor(async () => expect((await admin.query(waiting, [name])).rows).toEqual([{ n: 1 }]), { timeout: 30_000, interval: 50 });
  child.kill('SIGKILL');
  await exited;
  await holder.query('rollback');
  await holder.end();
  expect(await onTarget('select count(*)::int as n from auth.users')).toEqual([{ n: 0 }]);
  const environment = { DATABASE_URL: target, CASTELLAN_KEYS_FILE: join(data.path, 'keys', 'keys.json') };
  await expect(startTestServer(data.path, environment)).rejects.toThrow('moving it there was interrupted. Run the move again.');
}, 60_000);

test('everything arrives: rows, sequences, sign-in, the log’s chain; and the old data stays', async () => {
  const { exitCode, lines } = await move('DATABASE_URL', { DATABASE_URL: target });
  expect(exitCode).toBe(0);
  expect(lines).toContain('public.tasks: 2 rows, the same on both sides');
  expect(lines).toContain('auth.users: 1 row, the same on both sides');
  expect(lines).toContain('storage.objects: 1 row, the same on both sides');
  // Every trigger is back as it was: the log's own guard too.
  await expect(onTarget('delete from public.activity_logs')).rejects.toThrow();
  expect(await onTarget("select count(*)::int as n from pg_trigger where not tgisinternal and tgenabled = 'D'")).toEqual([{ n: 0 }]);

  const environment = { DATABASE_URL: target, CASTELLAN_KEYS_FILE: join(data.path, 'keys', 'keys.json') };
  const server = await startTestServer(data.path, environment);
  try {
    expect(server.setupLink).toBeUndefined();
    const client = await signIn(server, 1);
    const { data: tasks } = await client.from('tasks').select('title, tags, due_time, position').order('created_at');
    expect(tasks).toEqual([
      { title: 'Parent, “quoted” {and} \\ odd', tags: ['a,b', 'NULL', ''], due_time: null, position: 0 },
      { title: 'Part', tags: [], due_time: '09:30:00', position: 0.1 + 0.2 },
    ]);
    expect(await (await client.storage.from('bin').download('kept.txt')).data?.text()).toBe('kept');
    // New rows go on where the old ones ended.
    const { error } = await client.from('activity_logs').insert({ activity_type: 'app_activity', activity_description: 'After the move' });
    expect(error).toBeNull();
    const verified = await client
      .rpc('verify_activity_log_chain', { from_sequence: 1, row_limit: 5000 })
      .single<{ ok: boolean; complete: boolean }>();
    expect(verified.data).toMatchObject({ ok: true, complete: true });
    const sessions = await runOwnerCommand(data.path, ['sessions'], '', environment);
    expect(sessions).toMatchObject({ exitCode: 0, complaint: '' });
    expect(sessions.lines.length).toBeGreaterThan(1);
  } finally {
    await server.stop();
  }
  expect((await move()).complaint).toContain('must be empty: there is an installation of Castellan in it');
  const { rows } = await withData(embeddedData(data.path), silentLog, (pool) => pool.query('select count(*)::int as n from public.tasks'));
  expect(rows).toEqual([{ n: 2 }]);
}, 90_000);

test('a server without keys or with other ones does not start on it', async () => {
  const other = makeDataFolder();
  await expect(startTestServer(other.path, { DATABASE_URL: target })).rejects.toThrow('was first used with it');
  await openOrMakeKeys(keysFileOf(other.path));
  await expect(startTestServer(other.path, { DATABASE_URL: target })).rejects.toThrow('are not those of this database');
  other.remove();
}, 30_000);
