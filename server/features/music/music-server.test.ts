import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MusicProvider, startMusicProvider } from '../../../tests/support/music-provider.ts';
import { authenticatorCode, createTestOwner, type Owner, runCommand } from '../../../tests/support/owner.ts';
import { type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import { copyStartedData } from '../../../tests/support/started-data.ts';

// The whole server, as `npm start` starts it, with a provider on this machine.

const data = await copyStartedData();
let provider: MusicProvider;
let server: RunningServer;
let owner: Owner;
let token: string;
let halfToken: string;
const answers: string[] = [];
let output = '';

let publishableKey = '';

beforeAll(async () => {
  provider = await startMusicProvider();
  owner = await createTestOwner(data.path);
  publishableKey = (await runCommand('server/commands/keys.ts', data.path, [])).lines[0] ?? '';
  server = await startTestServer(data.path, {
    ...provider.environment,
    MUSIC_CORS_PROXY: 'https://proxy.example/get?url=',
    LOG_LEVEL: 'debug',
  });
  const client = createClient(server.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const first = await client.auth.signInWithPassword({ email: owner.email, password: owner.password });
  halfToken = first.data.session?.access_token ?? '';
  const { data: factors } = await client.auth.mfa.listFactors();
  const second = await client.auth.mfa.challengeAndVerify({
    factorId: factors?.totp[0]?.id ?? '',
    code: await authenticatorCode(owner.authenticatorSecret),
  });
  token = second.data?.access_token ?? '';
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
  data.remove();
});

async function ask(path: string, init: RequestInit = {}, bearer: string | undefined = token): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) };
  const answer = await fetch(`${server.url}${path}`, { ...init, headers });
  answers.push(await answer.clone().text(), JSON.stringify([...answer.headers]));
  return answer;
}

/** As a visitor does: with no key and no token. */
const visit = (path: string, init: RequestInit = {}) => {
  const headers = { 'cache-control': 'no-cache', pragma: 'no-cache' };
  return fetch(`${server.url}${path}`, { ...init, headers });
};

const prefixes = ['/functions/v1', '/.netlify/functions'];

test.each(prefixes)('%s: nothing to show before an account is connected, and no call for it', async (prefix) => {
  const answer = await visit(`${prefix}/spotify-now-playing`);
  expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([200, 'no-store', 'null']);
  expect(provider.calls).toEqual([]);
});

test.each(prefixes)("%s: what is the owner's wants the owner's full session", async (prefix) => {
  const owners = [
    ['spotify-auth', 'POST'],
    ['spotify-connection', 'GET'],
    ['spotify-connection', 'POST'],
    ['spotify-connection', 'DELETE'],
    ['spotify-player?call=currently-playing', 'GET'],
  ] as const;
  for (const [name, method] of owners) {
    const init = { method, ...(method === 'POST' ? { body: '{}' } : {}) };
    expect((await visit(`${prefix}/${name}`, init)).status, name).toBe(401);
    expect((await ask(`${prefix}/${name}`, init, halfToken)).status, name).toBe(401);
  }
  expect(provider.calls).toEqual([]);
});

test('the owner connects an account, and every visitor is shown the track under both addresses', async () => {
  const redirect_uri = `${server.url}/callback`;
  expect(await (await ask('/functions/v1/spotify-connection')).json()).toMatchObject({ configured: true, connected: false });
  const begun = await ask('/.netlify/functions/spotify-connection', { method: 'POST', body: JSON.stringify({ redirect_uri }) });
  const { authorizeUrl } = (await begun.json()) as { authorizeUrl: string };
  const back = new URL((await fetch(authorizeUrl, { redirect: 'manual' })).headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe(redirect_uri);
  const body = JSON.stringify({ code: back.searchParams.get('code'), state: back.searchParams.get('state'), redirect_uri });
  const exchanged = await ask('/.netlify/functions/spotify-auth', { method: 'POST', body });
  expect([exchanged.status, await exchanged.json()]).toEqual([200, { expires_in: 3600, expires_at: expect.any(String) }]);
  for (const prefix of prefixes) {
    const answer = await visit(`${prefix}/spotify-now-playing`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ name: 'Night Watch', artist: 'Ilse Marr, The Lanterns', isPlaying: true });
    const head = await visit(`${prefix}/spotify-now-playing`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await visit(`${prefix}/spotify-now-playing`, { method: 'OPTIONS' })).status).toBe(204);
  }
  expect(provider.calls.map(({ path }) => path)).toEqual(['/api/token', '/v1/me/player/currently-playing']);
});

test("the owner's own question is answered in the provider's shape", async () => {
  const current = await (await ask('/functions/v1/spotify-player?call=currently-playing')).json();
  const track = {
    name: 'Night Watch',
    artists: [{ name: 'Ilse Marr' }, { name: 'The Lanterns' }],
    album: { name: 'Quiet Harbour', images: [{ url: expect.stringMatching(/^\/functions\/v1\/album-art\?id=/) }] },
    external_urls: { spotify: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' },
    preview_url: null,
  };
  expect(current).toEqual({ is_playing: true, item: track });
  const recent = await (await ask('/functions/v1/spotify-player?call=recently-played')).json();
  expect(recent).toEqual({ items: [{ track: expect.objectContaining({ name: 'Slow Tide' }), played_at: '2026-11-20T21:04:05.123Z' }] });
  expect((await ask('/functions/v1/spotify-player?call=pause')).status).toBe(400);
  provider.playing = null;
  // The answer before stays everybody's for two seconds.
  await expect
    .poll(async () => (await ask('/functions/v1/spotify-player?call=currently-playing')).status, { timeout: 10_000, interval: 500 })
    .toBe(204);
});

test('the picture comes from our own origin, and a browser takes it for nothing else', async () => {
  const { albumArt } = (await (await visit('/functions/v1/spotify-now-playing')).json()) as { albumArt: string };
  const picture = await visit(albumArt);
  expect(picture.status).toBe(200);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringMatching(/^private, max-age=\d{7}/),
  });
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  const id = new URL(albumArt, server.url).searchParams.get('id') ?? '';
  const other = Buffer.from(`${server.url}/healthz`).toString('base64url');
  for (const made of [id.slice(0, -1), `${other}.${id.split('.')[1]}`, encodeURIComponent(`${server.url}/healthz`)]) {
    expect((await visit(`/.netlify/functions/album-art?id=${made}`)).status).toBe(404);
  }
});

test('a page may ask the configured proxy besides us, is told where it is, and of the rest nothing', async () => {
  const page = await visit('/');
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' https://proxy.example;");
  const html = await page.text();
  expect(html).toContain('https://proxy.example/get?url=');
  expect(html).not.toMatch(/castellan-test-app/);
});

test('a restart keeps the connection; disconnecting ends it; no secret was in any answer or log line', async () => {
  output += server.output();
  await server.stop();
  server = await startTestServer(data.path, { ...provider.environment, PORT: new URL(server.url).port });
  expect(await (await visit('/functions/v1/spotify-now-playing')).json()).toMatchObject({ name: 'Slow Tide', isPlaying: false });
  expect((await visit('/')).headers.get('content-security-policy')).toContain("connect-src 'self';");
  expect((await ask('/functions/v1/spotify-connection', { method: 'DELETE' })).status).toBe(200);
  expect(await (await visit('/functions/v1/spotify-now-playing')).json()).toBeNull();
  const logged = await fetch(
    `${server.url}/rest/v1/activity_logs?select=activity_description,metadata,reported_by&metadata->>subject=eq.music_account&order=sequence`,
    {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    },
  );
  expect(await logged.json()).toEqual([
    {
      activity_description: 'A music account was connected',
      metadata: { subject: 'music_account', connected: true },
      reported_by: 'server',
    },
    {
      activity_description: 'The music account was disconnected',
      metadata: { subject: 'music_account', connected: false },
      reported_by: 'server',
    },
  ]);
  output += server.output();
  expect(output.length).toBeGreaterThan(2000);
  expect(answers.length).toBeGreaterThan(20);
  for (const secret of provider.secrets()) {
    expect(output).not.toContain(secret);
    expect(answers.join('\n')).not.toContain(secret);
  }
});

test('a provider on a network that the operator did not open is never reached; without an app nobody is asked', async () => {
  const { TOOLS_ALLOW_CIDRS: _, ...closed } = provider.environment;
  await server.stop();
  server = await startTestServer(data.path, { ...closed, PORT: new URL(server.url).port });
  provider.calls.length = 0;
  const redirect_uri = `${server.url}/callback`;
  const begun = await ask('/functions/v1/spotify-connection', { method: 'POST', body: JSON.stringify({ redirect_uri }) });
  const state = new URL(((await begun.json()) as { authorizeUrl: string }).authorizeUrl).searchParams.get('state');
  const refused = await ask('/functions/v1/spotify-auth', { method: 'POST', body: JSON.stringify({ code: 'c', state, redirect_uri }) });
  expect([refused.status, await refused.json()]).toEqual([502, { code: 'not_reached', message: 'Failed to exchange code for token' }]);
  expect(server.output()).toContain('address_refused');

  await server.stop();
  server = await startTestServer(data.path, { PORT: new URL(server.url).port });
  expect(await (await visit('/functions/v1/spotify-now-playing')).json()).toEqual({ configured: false, track: null });
  expect(await (await ask('/functions/v1/spotify-connection')).json()).toMatchObject({ configured: false, connected: false });
  const off = await ask('/functions/v1/spotify-connection', { method: 'POST', body: JSON.stringify({ redirect_uri }) });
  expect([off.status, await off.json()]).toMatchObject([409, { code: 'not_configured' }]);
  expect(provider.calls).toEqual([]);
});
