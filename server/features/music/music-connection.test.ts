import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { consent, finishConnection, openTestMusic, redirectUri, type TestMusic } from './test-music.ts';

let music: TestMusic;
beforeEach(async () => {
  music = await openTestMusic();
});
afterEach(() => music.close());

const state = async () => (await music.ask('spotify-connection')).json();
const nowPlaying = async () => (await music.ask('spotify-now-playing')).json();
const exchange = (body: object) => music.ask('spotify-auth', { method: 'POST', body: JSON.stringify(body) });
const failed = 'Failed to exchange code for token';

test("the owner is sent to the provider's page with the app, the three scopes, a state and a challenge, and back to /callback only", async () => {
  const { address } = await consent(music.ask);
  expect(`${address.origin}${address.pathname}`).toBe(`${music.provider.url}/authorize`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'castellan-test-app',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'user-read-currently-playing user-read-recently-played user-read-playback-state',
    show_dialog: 'true',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  for (const redirect_uri of ['https://castellan.example/callback/', 'https://evil.example/callback', `${redirectUri}?x`, 'callback']) {
    const refused = await music.ask('spotify-connection', { method: 'POST', body: JSON.stringify({ redirect_uri }) });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'redirect_uri_refused' }]);
  }
});

test('a connection says when it was made, and when its access and the authorisation end; disconnecting erases the tokens', async () => {
  expect(await state()).toEqual({ configured: true, connected: false, connectedAt: null, expiresAt: null, authorizationEndsAt: null });
  const answer = await finishConnection(music.ask);
  expect(await answer.json()).toEqual({ expires_in: 3600, expires_at: '2026-11-21T11:00:00.000Z' });
  expect(await state()).toEqual({
    configured: true,
    connected: true,
    connectedAt: '2026-11-21T10:00:00.000Z',
    expiresAt: '2026-11-21T11:00:00.000Z',
    authorizationEndsAt: '2027-05-21T10:00:00.000Z',
  });
  expect(await nowPlaying()).toMatchObject({ name: 'Night Watch' });
  const ended = await music.ask('spotify-connection', { method: 'DELETE' });
  expect([ended.status, await ended.json()]).toMatchObject([200, { connected: false }]);
  expect((await music.pool.query('select from private.music_connection')).rowCount).toBe(0);
  expect(await nowPlaying()).toBeNull();
});

test('a state is good once, for ten minutes, with its own code, in the session that began it', async () => {
  const used = await consent(music.ask);
  expect((await exchange({ code: used.code, state: used.state, redirect_uri: redirectUri })).status).toBe(200);
  const refusals = [{ ...used }, { ...(await consent(music.ask)), state: 'x'.repeat(43) }];
  const late = await consent(music.ask);
  music.pass(10 * 60_000);
  const foreign = await consent(music.ask);
  await music.pool.query('update private.music_authorizations set session_id = $1', [randomUUID()]);
  for (const { code, state: given } of [...refusals, late, foreign]) {
    const refused = await exchange({ code, state: given, redirect_uri: redirectUri });
    expect([refused.status, await refused.json()]).toEqual([400, { code: 'state_refused', message: failed }]);
  }
  // The provider was asked once: for the exchange that was in order.
  expect(music.provider.calls.map(({ path }) => path)).toEqual(['/api/token']);
});

test.each([
  ['no JSON', 'code=1'],
  ['no state', JSON.stringify({ code: 'c', redirect_uri: redirectUri })],
  ['a code that is no text', JSON.stringify({ code: 1, state: 's', redirect_uri: redirectUri })],
  ['a field too many', JSON.stringify({ code: 'c', state: 's', redirect_uri: redirectUri, client_secret: 'x' })],
  ['a foreign redirect address', JSON.stringify({ code: 'c', state: 's', redirect_uri: 'https://evil.example/callback' })],
])('an exchange with %s never reaches the provider', async (_, body) => {
  const refused = await music.ask('spotify-auth', { method: 'POST', body });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ message: failed });
  expect(music.provider.calls).toEqual([]);
});

test('a code that the provider refuses, and a provider that fails, are told apart and logged; nothing is stored', async () => {
  const { state: first } = await consent(music.ask);
  const wrong = await exchange({ code: 'a-code-of-nobody', state: first, redirect_uri: redirectUri });
  expect([wrong.status, await wrong.json()]).toEqual([400, { code: 'invalid_grant', message: failed }]);
  const faults = [
    [{ kind: 'status', status: 500 }, 502, 'http_error'],
    [{ kind: 'html', status: 200 }, 502, 'not_understood'],
    [{ kind: 'body', body: '{"access_token":"x","token_type":"Bearer","expires_in":3600}' }, 502, 'not_understood'],
    [{ kind: 'reset' }, 502, 'not_reached'],
    [{ kind: 'status', status: 429, retryAfterSeconds: 7 }, 429, 'over_request_rate_limit'],
  ] as const;
  for (const [fault, status, code] of faults) {
    music.provider.tokenFault = fault;
    const answer = await finishConnection(music.ask);
    expect([answer.status, await answer.json()], fault.kind).toEqual([status, { code, message: failed }]);
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('7');
  }
  expect(await state()).toMatchObject({ connected: false });
  expect(music.log()).toContain(`warn ${failed} {"reason":"http_error","status":500}`);
});

test('tokens, verifier and state lie in the database as nothing that could be read there', async () => {
  await music.connect();
  const { state: pending } = await consent(music.ask);
  const { rows } = await music.pool.query(
    `select (select to_jsonb(c)::text from private.music_connection c) || (select jsonb_agg(a)::text from private.music_authorizations a) as dump`,
  );
  const dump: string = rows[0].dump;
  expect(dump).toMatch(/"sealed_tokens": "v1\./);
  for (const secret of [...music.provider.secrets(), pending]) expect(dump).not.toContain(secret);
});

test('tokens sealed by another installation are no connection', async () => {
  await music.connect();
  const stranger = await openTestMusic();
  const { rows } = await music.pool.query('select sealed_tokens from private.music_connection');
  await stranger.connect();
  await stranger.pool.query('update private.music_connection set sealed_tokens = $1', [rows[0].sealed_tokens]);
  expect(await (await stranger.ask('spotify-connection')).json()).toMatchObject({ connected: false });
  expect(await (await stranger.ask('spotify-now-playing')).json()).toBeNull();
  await stranger.close();
});

test.each([
  ['spotify-auth', 'PUT', 'POST'],
  ['spotify-connection', 'PATCH', 'GET, POST, DELETE'],
  ['spotify-now-playing', 'POST', 'GET, HEAD'],
  ['spotify-player', 'POST', 'GET, HEAD'],
  ['album-art', 'DELETE', 'GET, HEAD'],
] as const)('%s answers %s with 405', async (name, method, allow) => {
  const answer = await music.ask(name, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
});
