import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionConfig } from '@castellan/platform/core/database';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import {
  findDistributionPostgres,
  findPgbouncer,
  startDistributionPostgres,
  startPgbouncer,
} from '../tests/support/distribution-postgres.ts';
import { findFreePort } from '../tests/support/free-port.ts';
import { needs } from '../tests/support/needs.ts';
import { runOwnerCommand } from '../tests/support/owner.ts';
import { startTestServer } from '../tests/support/running-server.ts';
import { startRelay } from '../tests/support/tcp-relay.ts';

const programs = findDistributionPostgres();
const pgbouncer = findPgbouncer();
const distribution = programs === undefined ? undefined : await startDistributionPostgres(programs);
afterAll(() => distribution?.stop());

const account = { email: 'ada@castellan.test', password: 'brass lantern over quiet harbour' };
const login = 'site';
const loginPassword = randomBytes(12).toString('hex');

/** An empty database of the distribution's cluster, owned by a login that is no superuser and may make roles. */
async function makeDistributionDatabase(): Promise<{ readonly port: number; readonly name: string }> {
  if (distribution === undefined) throw new Error('The distribution’s PostgreSQL is not installed.');
  await distribution.run(
    `do $$ begin create role ${login} login createrole password '${loginPassword}'; exception when duplicate_object then null; end $$`,
  );
  const name = `several_${randomBytes(6).toString('hex')}`;
  await distribution.run(`create database ${name} owner ${login}`);
  return { port: distribution.port, name };
}

/** An empty database of the embedded cluster, over TCP, as its superuser. */
async function makeEmbeddedDatabase(): Promise<Readonly<Record<string, string>>> {
  const server = inject('databaseAddress');
  const name = `several_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(connectionConfig(server, 'supabase_admin'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  const relay = await startRelay(() => [server.host.startsWith('/') ? { path: `${server.host}/.s.PGSQL.${server.port}` } : server]);
  onTestFinished(async () => {
    await relay.cut();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { DATABASE_URL: `postgres://supabase_admin:${server.password}@127.0.0.1:${relay.port}/${name}` };
}

/** Two servers on one database behind a round-robin, started at the same moment on an empty one. */
async function startTwo(environment: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-several-'));
  const ports = [await findFreePort(), await findFreePort()] as const;
  const proxy = await startRelay(() => ports.map((port) => ({ host: '127.0.0.1', port })));
  const url = `http://127.0.0.1:${proxy.port}`;
  const shared = { ...environment, CASTELLAN_KEYS_FILE: join(folder, 'keys.json'), PUBLIC_URL: url, LOG_LEVEL: 'warn' };
  const start = async (port: number) => {
    const server = await startTestServer(folder, { ...shared, PORT: String(port) });
    // Before the folder with the keys goes.
    onTestFinished(async () => void (await server.stop()));
    return { process: server.process, url: `http://127.0.0.1:${port}` };
  };
  onTestFinished(async () => {
    await proxy.cut();
    rmSync(folder, { recursive: true, force: true });
  });
  const [one, other] = await Promise.all([start(ports[0]), start(ports[1])]);
  const made = await runOwnerCommand(folder, ['create', '--email', account.email], `${account.password}\n`, shared);
  expect(made).toMatchObject({ exitCode: 0, complaint: '' });
  return { url, one, other };
}

async function apiKeyOf(url: string): Promise<string> {
  return /sb_publishable_[\w-]+/.exec(await (await fetch(url)).text())?.[0] ?? '';
}

function connectTo(url: string, key: string): SupabaseClient {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  onTestFinished(async () => {
    await client.removeAllChannels();
    client.realtime.disconnect();
  });
  return client;
}

async function signIn(client: SupabaseClient): Promise<void> {
  const { error } = await client.auth.signInWithPassword(account);
  expect(error).toBeNull();
  await client.realtime.setAuth();
}

/** What one client knows of the tasks: what realtime told it, and what it reads each time it is subscribed again. */
function watchTasks(client: SupabaseClient) {
  const known = new Set<string>();
  const told = new Set<string>();
  let subscriptions = 0;
  const readAll = async () => {
    const { data } = await client.from('tasks').select('id');
    for (const { id } of data ?? []) known.add(id);
  };
  client
    .channel('tasks')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'tasks' }, ({ new: row }) => {
      known.add(row['id']);
      told.add(row['id']);
    })
    .on('system', {}, ({ status, extension }) => {
      if (status !== 'ok' || extension !== 'postgres_changes') return;
      subscriptions += 1;
      void readAll();
    })
    .subscribe();
  return { known, told, subscriptions: () => subscriptions };
}

/** Writes tasks from several hands at once, each tried until it is acknowledged. */
async function write(client: SupabaseClient, count: number, acknowledged: Set<string>, afterEach: () => void): Promise<void> {
  const hands = Array.from({ length: 4 }, async () => {
    for (let index = 0; index < count / 4; index += 1) {
      const id = randomUUID();
      const task = { id, title: `Task ${index}` };
      await vi.waitFor(
        async () => {
          const { error } = await client.from('tasks').upsert(task, { ignoreDuplicates: true });
          if (error !== null) throw new Error(error.message);
        },
        { timeout: 30_000, interval: 20 },
      );
      acknowledged.add(id);
      afterEach();
    }
  });
  await Promise.all(hands);
}

/** Shows a one-time secret that is none. */
async function guessSecret(url: string, key: string, token: string): Promise<number> {
  const headers = { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/auth/v1/factors/enrolment-grant`, { method: 'POST', headers, body: '{"secret":"not it"}' });
  return answer.status;
}

/** Statuses of what is asked of both servers by turns, counted. */
async function countStatuses(urls: readonly string[], count: number, ask: (url: string, index: number) => Promise<Response>) {
  const counted: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { status } = await ask(urls[index % urls.length] ?? '', index);
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
}

/** What strangers may try is counted together: links that lead nowhere, reports that nobody shared, promises of others. */
async function guessAsStranger(urls: readonly string[], key: string): Promise<void> {
  const post = (name: string, body: object) => (url: string) =>
    fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const token = 'x'.repeat(43);
  const withdrawals = await countStatuses(urls, 20, post('wish-claim', { action: 'withdraw', wishId: randomUUID(), token }));
  expect(withdrawals).toEqual({ 200: 12, 429: 8 });
  const misses = await countStatuses(urls, 100, (url, index) => fetch(`${url}/s/miss-${index}`));
  const reports = await countStatuses(urls, 100, post('shared-report', { token }));
  // Of a block of ten that a server takes, what it does not use within some seconds is lost.
  for (const counted of [misses, reports]) {
    expect(counted[404]).toBeGreaterThan(30);
    expect(counted[404]).toBeLessThanOrEqual(60);
    expect(counted[429]).toBe(100 - (counted[404] ?? 0));
  }
}

/** What a device says on a private channel at one server is heard by a device at the other, once. */
async function sendAcross(speaker: SupabaseClient, listener: SupabaseClient): Promise<void> {
  const heard: unknown[] = [];
  const join = (client: SupabaseClient) => {
    const channel = client.channel('vault', { config: { private: true, broadcast: { self: false, ack: true } } });
    channel.on('broadcast', { event: 'said' }, ({ payload }) => heard.push(payload));
    return new Promise<typeof channel>((resolve) => channel.subscribe((state) => state === 'SUBSCRIBED' && resolve(channel)));
  };
  const [speaking] = await Promise.all([join(speaker), join(listener)]);
  for (const number of [1, 2]) expect(await speaking.send({ type: 'broadcast', event: 'said', payload: { number } })).toBe('ok');
  await vi.waitFor(() => expect(heard).toEqual([{ number: 1 }, { number: 2 }]), { timeout: 30_000 });
}

/** Is present at a server; gives who a client at the other server sees present. */
async function bePresent(speaker: SupabaseClient, watcher: SupabaseClient): Promise<() => readonly string[]> {
  const join = (client: SupabaseClient, key: string) => {
    const channel = client.channel('company', { config: { private: true, presence: { key, enabled: true } } });
    return new Promise<typeof channel>((resolve) => channel.subscribe((state) => state === 'SUBSCRIBED' && resolve(channel)));
  };
  const [speaking, watching] = await Promise.all([join(speaker, 'speaker'), join(watcher, 'watcher')]);
  expect(await speaking.track({})).toBe('ok');
  return () => Object.keys(watching.presenceState());
}

/** Nobody can listen there, so broadcasts stay with one server. */
const unheard = 'a pooler alone, which gives each transaction another connection';

const databases = [
  ['the embedded PostgreSQL over TCP', () => true, makeEmbeddedDatabase],
  [
    'the distribution’s PostgreSQL, with a login that is no superuser',
    () => programs !== undefined,
    async () => {
      const { port, name } = await makeDistributionDatabase();
      return { DATABASE_URL: `postgres://${login}:${loginPassword}@127.0.0.1:${port}/${name}` };
    },
  ],
  [
    unheard,
    () => programs !== undefined && pgbouncer !== undefined,
    async () => {
      const { port, name } = await makeDistributionDatabase();
      const pooler = await startPgbouncer(pgbouncer ?? '', { port, login, loginPassword });
      onTestFinished(pooler.stop);
      return { DATABASE_URL: `postgres://${login}:${loginPassword}@127.0.0.1:${pooler.port}/${name}` };
    },
  ],
  [
    'a pooler, with a way past it',
    () => programs !== undefined && pgbouncer !== undefined,
    async () => {
      const { port, name } = await makeDistributionDatabase();
      const pooler = await startPgbouncer(pgbouncer ?? '', { port, login, loginPassword });
      onTestFinished(pooler.stop);
      const at = (place: number) => `postgres://${login}:${loginPassword}@127.0.0.1:${place}/${name}`;
      return { DATABASE_URL: at(pooler.port), DATABASE_DIRECT_URL: at(port) };
    },
  ],
] as const;

test.for(databases)(
  'two servers on %s are one: a kill under load loses nothing, and clients catch up',
  { timeout: 150_000 },
  async ([name, isGiven, makeDatabase], context) => {
    const isHeard = name !== unheard;
    needs(context, isGiven(), 'PostgreSQL or pgbouncer of the distribution is not installed (apt-get install postgresql pgbouncer)');
    const { url, one, other } = await startTwo(await makeDatabase());
    const key = await apiKeyOf(url);

    // A session begun at one server ends at the other.
    const [here, there] = [connectTo(one.url, key), connectTo(other.url, key)];
    await signIn(here);
    const session = (await here.auth.getSession()).data.session;
    await there.auth.setSession({ access_token: session?.access_token ?? '', refresh_token: session?.refresh_token ?? '' });
    expect((await there.from('tasks').insert({ title: 'Sealed letter' })).error).toBeNull();
    expect((await here.from('tasks').select('title')).data).toEqual([{ title: 'Sealed letter' }]);
    // What was written at one server stands on the other's page at once, which was made and kept before.
    const wishlistOf = async (server: { readonly url: string }) => (await fetch(`${server.url}/wishlist`)).text();
    for (const server of [one, other, one]) expect(await wishlistOf(server)).not.toContain('A lamp of brass');
    expect((await there.from('wishes').insert({ title: 'A lamp of brass' })).error).toBeNull();
    for (const server of [one, other]) expect(await wishlistOf(server)).toContain('A lamp of brass');
    // Guesses count together: five in a quarter of an hour, wherever they are made.
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push(await guessSecret((index % 2 === 0 ? one : other).url, key, session?.access_token ?? ''));
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    await guessAsStranger([one.url, other.url], key);
    expect((await there.auth.signOut()).error).toBeNull();
    expect((await here.from('tasks').select('title')).data).toEqual([]);
    expect((await here.auth.getUser(session?.access_token)).error?.name).toBe('AuthSessionMissingError');

    // Realtime tells at one server what was written at the other; then that one is killed.
    const watcher = connectTo(one.url, key);
    const reader = connectTo(url, key);
    const writer = connectTo(url, key);
    for (const client of [watcher, reader, writer]) await signIn(client);
    const watched = watchTasks(watcher);
    const read = watchTasks(reader);
    await vi.waitFor(() => expect([watched.subscriptions(), read.subscriptions()]).toEqual([1, 1]), { timeout: 30_000 });
    const apart = connectTo(other.url, key);
    await signIn(apart);
    const letter = randomUUID();
    expect((await apart.from('tasks').insert({ id: letter, title: 'From the other server' })).error).toBeNull();
    await vi.waitFor(() => expect(watched.told).toContain(letter), { timeout: 30_000 });
    if (isHeard) await sendAcross(apart, watcher);
    // Who is present at the one that is killed is gone for the other within its lease.
    const atTheKilled = connectTo(one.url, key);
    await signIn(atTheKilled);
    const present = await bePresent(atTheKilled, apart);
    if (isHeard) await vi.waitFor(() => expect(present()).toEqual(['speaker']), { timeout: 30_000 });

    const acknowledged = new Set<string>();
    await write(writer, 80, acknowledged, () => {
      if (acknowledged.size === 20) one.process.kill('SIGKILL');
    });
    expect(one.process.signalCode).toBe('SIGKILL');
    await atTheKilled.removeAllChannels();
    const { data } = await writer.from('tasks').select('id');
    const stored = new Set((data ?? []).map(({ id }) => id));
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    await vi.waitFor(() => expect([...acknowledged].filter((id) => !read.known.has(id))).toEqual([]), { timeout: 30_000 });
    // And it is told of what comes now, wherever its socket was.
    const last = randomUUID();
    expect((await writer.from('tasks').insert({ id: last, title: 'After the kill' })).error).toBeNull();
    await vi.waitFor(() => expect(read.told).toContain(last), { timeout: 30_000 });
    await vi.waitFor(() => expect(present()).toEqual([]), { timeout: 60_000 });
  },
);
