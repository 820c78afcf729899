import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticatorCode, createTestOwner, type Owner, runCommand, runOwnerCommand } from '../tests/support/owner.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';

// The unmodified client library against the whole server, as a program on another machine would use it.

const data = await copyStartedData();
let server: RunningServer;
let owner: Owner;
let publishableKey: string;

beforeAll(async () => {
  server = await startTestServer(data.path);
  owner = await createTestOwner(data.path);
  publishableKey = (await runCommand('server/commands/keys.ts', data.path, [])).lines[0] ?? '';
});
afterAll(async () => {
  await server.stop();
  data.remove();
});

const newClient = () => createClient(server.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });

async function signIn(client: SupabaseClient, stepOffset: 0 | 1): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email: owner.email, password: owner.password });
  if (error !== null) throw error;
  const { data: factors } = await client.auth.mfa.listFactors();
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: factors?.totp[0]?.id ?? '',
    code: await authenticatorCode(owner.authenticatorSecret, stepOffset),
  });
  if (verified.error !== null) throw verified.error;
}

test('sign-in, second factor, insert, select and subscribe work; a revoked session ends at once, its socket included', async () => {
  const client = newClient();
  const beforeFactor = newClient();
  await beforeFactor.auth.signInWithPassword({ email: owner.email, password: owner.password });
  const refused = await beforeFactor.from('activity_logs').insert({ activity_type: 'app_activity', activity_description: 'Too early' });
  expect(refused.error?.code).toBe('42501');

  await signIn(client, 0);
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data?.currentLevel).toBe('aal2');

  const heard = Promise.withResolvers<Record<string, unknown>>();
  const subscribed = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const channel = client
    .channel('log')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'activity_logs' }, (change) => heard.resolve(change.new));
  // The library hands a token to its socket at sign-in only, and the second factor came after that.
  await client.realtime.setAuth();
  channel.subscribe((status) => {
    if (status === 'SUBSCRIBED') subscribed.resolve();
    if (status === 'CLOSED' || status === 'CHANNEL_ERROR') closed.resolve();
  });
  await subscribed.promise;

  const written = await client
    .from('activity_logs')
    .insert({ activity_type: 'app_activity', activity_description: 'Opened an app', ip_address: '6.6.6.6', user_agent: 'forged' })
    .select()
    .single();
  expect(written.error).toBeNull();
  expect(written.data).toMatchObject({ activity_description: 'Opened an app', ip_address: '127.0.0.1', success: true });
  expect(written.data.user_agent).not.toBe('forged');
  expect(await heard.promise).toMatchObject({ id: written.data.id });

  const read = await client
    .from('activity_logs')
    .select('id, activity_type', { count: 'exact' })
    .eq('activity_type', 'app_activity')
    .limit(5);
  expect(read).toMatchObject({ count: 1, data: [{ id: written.data.id }] });

  const revoked = await runOwnerCommand(data.path, ['revoke', '--all']);
  expect(revoked.exitCode).toBe(0);
  await closed.promise;
  const afterwards = await client.from('activity_logs').select('id');
  expect(afterwards.data ?? []).toEqual([]);
  await client.removeAllChannels();
  await client.realtime.disconnect();
});

/** A client that keeps cookies as a browser does, by which the server knows its device. */
function newBrowserClient(): SupabaseClient {
  const jar = new Map<string, string>();
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(input, { ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  return createClient(server.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: send } });
}

test('a thousand wrong passwords: each gets a 4xx, the log grows by a few rows, and the owner still gets in from a known device', async () => {
  const known = newBrowserClient();
  await signIn(known, 1);
  const countRows = async () => (await known.from('activity_logs').select('id', { count: 'exact', head: true })).count ?? Number.NaN;
  const rowsBefore = await countRows();
  const attempt = () =>
    fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: owner.email, password: 'not the password' }),
    }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer;
    });
  const statuses = new Map<number, number>();
  const worker = async () => {
    for (let round = 0; round < 50; round += 1) {
      const { status } = await attempt();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  expect([...statuses.keys()].every((status) => status === 400 || status === 429)).toBe(true);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(1000);
  expect(statuses.get(400) ?? 0).toBeLessThan(50);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const grown = (await countRows()) - rowsBefore;
  expect([grown >= 1, grown <= 4]).toEqual([true, true]);
  // A wait may be over just now: another wrong guess makes the next one longer.
  while (Number((await attempt()).headers.get('retry-after')) < 2);
  const right = { email: owner.email, password: owner.password };
  expect((await newClient().auth.signInWithPassword(right)).error?.status).toBe(429);
  expect((await known.auth.signInWithPassword(right)).error).toBeNull();
}, 120_000);
