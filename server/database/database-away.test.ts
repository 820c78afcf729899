import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { runOwnerCommand } from '../../tests/support/owner.ts';
import { type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { type Relay, startRelay } from '../../tests/support/tcp-relay.ts';
import { createTestDatabase } from '../../tests/support/test-database.ts';

const cluster = inject('databaseAddress');
const database = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'castellan-away-'));
const account = { email: 'ada@castellan.test', password: 'brass lantern over quiet harbour' };
let relay: Relay;
let server: RunningServer;

beforeAll(async () => {
  relay = await startRelay(() => [cluster.host.startsWith('/') ? { path: `${cluster.host}/.s.PGSQL.${cluster.port}` } : cluster]);
  const environment = {
    DATABASE_URL: `postgres://supabase_admin:${cluster.password}@127.0.0.1:${relay.port}/${database.address.database}`,
    CASTELLAN_KEYS_FILE: join(folder, 'keys.json'),
  };
  server = await startTestServer(folder, environment);
  await runOwnerCommand(folder, ['create', '--email', account.email], `${account.password}\n`, environment);
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await relay.cut();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const ask = (path: string) => fetch(new URL(path, server.url), { headers: { accept: 'text/html' }, redirect: 'manual' });
const refresh = (key: string, token: string) =>
  fetch(new URL('/auth/v1/token?grant_type=refresh_token', server.url), {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  });
const answers = async (path: string, status: number) =>
  vi.waitFor(async () => expect((await ask(path)).status).toBe(status), { timeout: 30_000, interval: 100 });

test('while the database is away the server says so, signs nobody out, and works again by itself', async () => {
  const key = /sb_publishable_[\w-]+/.exec(await (await ask('/')).text())?.[0] ?? '';
  const client = createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  await client.realtime.setAuth();
  const token = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  const told: string[] = [];
  let subscriptions = 0;
  client
    .channel('tasks')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'tasks' }, ({ new: row }) => void told.push(row['title']))
    .on('system', {}, ({ status }) => {
      if (status === 'ok') subscriptions += 1;
    })
    .subscribe();
  await vi.waitFor(() => expect(subscriptions).toBe(1), { timeout: 30_000 });

  await relay.cut();
  await answers('/readyz', 503);
  expect((await ask('/healthz')).status).toBe(200);
  for (const path of ['/dashboard', '/auth-terminal', '/resume']) {
    const page = await ask(path);
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]+'; base-uri 'none'/);
    expect([page.headers.get('x-content-type-options'), page.headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY']);
    const text = await page.text();
    expect(text).toContain('<h1>Database unavailable</h1>');
    expect(text).not.toMatch(/ECONN|at .*\.ts|<script/);
  }
  // What needs no database, or has something of its own to say, goes on.
  for (const path of ['/', '/contact', '/wishlist', '/productivity']) expect((await ask(path)).status).toBe(200);
  expect((await client.from('tasks').select('id')).status).toBe(503);
  // Not a 500: that would make the client library give the session up.
  expect((await refresh(key, token)).status).toBe(503);

  await relay.resume();
  await answers('/readyz', 200);
  await answers('/dashboard', 200);
  expect((await refresh(key, token)).status).toBe(200);
  // Whichever way the socket took it, what is written from now on is told.
  let written = 0;
  await vi.waitFor(
    async () => {
      written += 1;
      expect((await client.from('tasks').insert({ title: `Back again ${written}` })).error).toBeNull();
      expect(told.length).toBeGreaterThan(0);
    },
    { timeout: 30_000, interval: 200 },
  );
  await client.removeAllChannels();
  client.realtime.disconnect();
}, 90_000);
