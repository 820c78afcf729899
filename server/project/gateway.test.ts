import { rmSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, expect, test, vi } from 'vitest';
import { authenticatorCode } from '../../tests/support/owner.ts';
import { startStrictProject } from '../../tests/support/project/strict-project.ts';
import { makeDataFolder, startTestServer } from '../../tests/support/running-server.ts';

// A real server in front of a project that nobody owns yet: the tests of this file are one story, in its order.
const project = await startStrictProject({ ownerless: true });
const data = makeDataFolder();
const server = await startTestServer(data.path, project.environment);
afterAll(async () => {
  await server.stop();
  await project.stop();
  rmSync(data.path, { recursive: true, force: true });
});

const anonKey = project.environment.BACKEND_ANON_KEY;
const owner = { email: 'ada@castellan.test', password: 'brass lantern over quiet harbour' };
let authenticator = '';

/** The unmodified client on the server's own origin. */
const connect = (token?: string): SupabaseClient =>
  createClient(server.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(token === undefined ? {} : { global: { headers: { authorization: `Bearer ${token}` } } }),
  });

const ask = (path: string, init: RequestInit & { readonly headers?: Record<string, string> } = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { apikey: anonKey, 'content-type': 'application/json', ...init.headers } });

const signIn = async () => {
  const client = connect();
  const signedIn = await client.auth.signInWithPassword(owner);
  expect(signedIn.error).toBeNull();
  return { client, token: signedIn.data.session?.access_token ?? '', factor: signedIn.data.user?.factors?.[0]?.id ?? '' };
};

test('the site is served, and says that its backend is a hosted project', async () => {
  expect((await fetch(`${server.url}/`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const shell = await (await fetch(`${server.url}/dashboard`)).text();
  // The owner's pages are the same for every kind of backend: the facts say which it is.
  expect(shell).not.toContain(anonKey);
  expect(await (await fetch(`${server.url}/facts.json`)).json()).toMatchObject({ publishableKey: anonKey, backendKind: 'hosted' });
  expect(shell).not.toContain(project.environment.BACKEND_SERVICE_KEY);
});

test('the holder of the setup link becomes the owner, once, and nobody else does', async () => {
  const secret = /#setup=(\S+)$/.exec(server.setupLink ?? '')?.[1] ?? '';
  const setUp = (body: object) => ask('/functions/v1/setup', { method: 'POST', body: JSON.stringify(body) });
  expect(await (await ask('/functions/v1/setup-state')).json()).toEqual({ open: true });
  const guessed = await setUp({ ...owner, secret: 'a-guess-of-the-secret' });
  expect([guessed.status, Object(await guessed.json()).code]).toEqual([403, 'setup_secret_invalid']);
  const weak = await setUp({ ...owner, secret, password: 'short' });
  expect([weak.status, Object(await weak.json()).code]).toEqual([422, 'weak_password']);
  const [first, second] = await Promise.all([setUp({ ...owner, secret }), setUp({ ...owner, email: 'eve@castellan.test', secret })]);
  expect([first.status, second.status].sort()).toEqual([201, 409]);
  expect(await (await ask('/functions/v1/setup-state')).json()).toEqual({ open: false });
  if (first.status !== 201) owner.email = 'eve@castellan.test';
  // Of the account that came too late nothing is left.
  const accounts = await project.connect('service').auth.admin.listUsers();
  expect(accounts.data.users.map(({ email }) => email)).toEqual([owner.email]);
});

test('sign-in is the client’s own calls: a password, the first factor, and from then on both', async () => {
  const { client } = await signIn();
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (enrolled.data?.type !== 'totp') throw new Error('No authenticator was enrolled.');
  authenticator = enrolled.data.totp.secret;
  const { id: factorId } = enrolled.data;
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: await authenticatorCode(authenticator, -1) })).error).toBeNull();
  expect((await client.from('tasks').insert({ title: 'With the code' })).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();

  // By password alone a session opens nothing.
  const half = await signIn();
  expect(half.factor).toBe(factorId);
  expect((await half.client.from('tasks').select('title')).data).toEqual([]);
  expect((await half.client.from('tasks').insert({ title: 'By password alone' })).error?.code).toBe('42501');
  expect((await half.client.rpc('vault_snapshot')).error?.code).toBe('42501');
  const refused = await ask('/functions/v1/integrations', { headers: { authorization: `Bearer ${half.token}` } });
  expect([refused.status, Object(await refused.json()).code]).toEqual([401, 'UNAUTHORIZED_NO_OWNER_SESSION']);
});

test('records, the news of them, and the vault’s functions answer through the gateway; a code passes it once', async () => {
  const { client, factor } = await signIn();
  const code = await authenticatorCode(authenticator);
  expect((await client.auth.mfa.challengeAndVerify({ factorId: factor, code })).error).toBeNull();
  const again = await signIn();
  expect((await again.client.auth.mfa.challengeAndVerify({ factorId: factor, code })).error?.code).toBe('mfa_code_already_used');

  await client.realtime.setAuth();
  const told: unknown[] = [];
  const joined = Promise.withResolvers<void>();
  client
    .channel('tasks')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'tasks' }, ({ new: row }) => void told.push(row['title']))
    .on('system', {}, ({ status }) => {
      if (status === 'ok') joined.resolve();
    })
    .subscribe();
  await joined.promise;
  expect((await client.from('tasks').insert({ title: 'Told of' })).error).toBeNull();
  await vi.waitFor(() => expect(told).toEqual(['Told of']), { timeout: 30_000 });
  await client.removeAllChannels();

  expect((await client.from('tasks').select('title', { count: 'exact' }).order('title')).count).toBe(2);
  expect((await client.from('tasks').select('title', { count: 'planned' })).error?.message).toBe('A count is exact or none');
  expect((await client.rpc('vault_snapshot')).error).toBeNull();
  expect((await client.rpc('data_passport')).error).toBeNull();
  // The server's own functions, for the owner's session.
  const { data: session } = await client.auth.getSession();
  const headers = { authorization: `Bearer ${session.session?.access_token}` };
  expect((await ask('/functions/v1/site-facts', { headers })).status).toBe(200);
  const jobs = await ask('/functions/v1/tool-job-list', { method: 'POST', headers, body: JSON.stringify({ tool: 'http-auditor' }) });
  expect([jobs.status, await jobs.json()]).toEqual([200, []]);

  // As many rows as the service hands out at once, and a session that was ended opens nothing.
  const many = Array.from({ length: 1001 }, (_, index) => ({ title: `Task ${index}` }));
  expect((await client.from('tasks').insert(many)).error).toBeNull();
  expect((await client.from('tasks').select('id')).data?.length).toBe(1000);
  const token = session.session?.access_token ?? '';
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
  expect((await connect(token).from('tasks').select('title')).data).toEqual([]);
});

test('wrong passwords slow a stranger down at every server of the project, and not a known device', async () => {
  const guess = async (headers: Record<string, string> = {}, origin = server.url) => {
    const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: owner.email, password: 'not the password of anybody' }),
    });
    return answer.status;
  };
  const { client, factor } = await signIn();
  const challenge = await client.auth.mfa.challenge({ factorId: factor });
  const { data } = await client.auth.getSession();
  const verified = await ask(`/auth/v1/factors/${factor}/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ challenge_id: challenge.data?.id, code: await authenticatorCode(authenticator, 1) }),
  });
  expect(verified.status).toBe(200);
  const cookie = verified.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^castellan-device=.*HttpOnly; SameSite=Strict/);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) statuses.push(await guess());
  expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
  expect(statuses.at(-1)).toBe(429);
  const elsewhere = makeDataFolder();
  const another = await startTestServer(elsewhere.path, project.environment);
  try {
    // Fewer than those that are free where nothing was counted before.
    const there: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) there.push(await guess({}, another.url));
    expect(there).toContain(429);
  } finally {
    await another.stop();
    elsewhere.remove();
  }
  expect(await guess({ cookie: cookie.split(';')[0] ?? '' })).toBe(400);
});

test('neither the administration, nor another key, nor a made-up token, nor a stranger’s socket passes', async () => {
  expect((await ask('/auth/v1/admin/users')).status).toBe(404);
  expect((await ask('/auth/v1/signup', { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await ask('/rest/v1/tasks', { headers: { apikey: project.environment.BACKEND_SERVICE_KEY } })).status).toBe(401);
  for (const bearer of [project.environment.BACKEND_SERVICE_KEY, 'made.up.token']) {
    expect((await ask('/rest/v1/tasks', { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(401);
  }
  const stranger = connect();
  const state = await new Promise((resolve) => {
    stranger
      .channel('any')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'tasks' }, () => undefined)
      .subscribe(resolve);
  });
  expect(state).not.toBe('SUBSCRIBED');
  await stranger.removeAllChannels();
  const answer = await ask('/rest/v1/listed_wishes', {});
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('what was refused is in the owner’s log when the server ends, without anything that was typed', async () => {
  expect(await server.stop()).toBe(0);
  const { data: rows } = await project.connect('service').from('activity_logs').select('*').eq('activity_type', 'failed_login');
  // One row for each of the two servers that refused.
  expect(rows?.map(({ ip_address, success }) => [ip_address, success])).toEqual([
    ['127.0.0.1', false],
    ['127.0.0.1', false],
  ]);
  expect(rows?.[0].activity_description).toMatch(/^(A|\d+) sign-ins? (was|were) refused from 127\.0\.0\.1$/);
  expect(JSON.stringify(rows)).not.toContain('not the password');
  expect(JSON.stringify(rows)).not.toContain(owner.email);
});
