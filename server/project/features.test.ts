import { randomBytes } from 'node:crypto';
import { type AskedOptions, createTestPasskey } from '@castellan/platform/auth/factors/test-passkey';
import { openPool } from '@castellan/platform/core/database';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ForeignServices, makeIcon, startForeignServices } from '../../tests/support/foreign-services.ts';
import { makeVaultBy, master } from '../../tests/support/made-vault.ts';
import { type MusicProvider, startMusicProvider } from '../../tests/support/music-provider.ts';
import { openOwnerSession } from '../../tests/support/owner-session.ts';
import { becomeOwner, type ServedProject, serveProject } from '../../tests/support/project/owned-project.ts';
import { type Ask, entriesOf, fillVault, newId, openAccountVault } from '../../tests/support/vault-account.ts';
import { startTestEndpoint, type TestEndpoint } from '../features/model/test-endpoint.ts';

// One owner in front of one project, with the services of others on this machine. Each test is about a feature of its own.
let served: ServedProject;
let provider: MusicProvider;
let services: ForeignServices;
let endpoint: TestEndpoint;
let client: SupabaseClient;
let userId: string;
let token: string;
beforeAll(async () => {
  [provider, services, endpoint] = await Promise.all([startMusicProvider(), startForeignServices(), startTestEndpoint()]);
  services.icons.set('bank.example.org', makeIcon(1, 2, 3));
  served = await serveProject({ ...provider.environment, ...services.environment });
  ({ client, userId } = await openOwnerSession(served.server.url, await becomeOwner(served), 0));
  token = (await client.auth.getSession()).data.session?.access_token ?? '';
}, 120_000);
afterAll(async () => {
  await served.stop();
  await Promise.all([provider.stop(), services.stop(), endpoint.close()]);
});

/** A visit of anything else is one of a program. */
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

const ask = (path: string, method: string, body?: object, bearer = token) =>
  fetch(`${served.server.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: served.project.environment.BACKEND_ANON_KEY,
      'content-type': 'application/json',
      ...browser,
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** One of the server's functions, for the owner. */
const call = (name: string, body?: object) => ask(`/functions/v1/${name}`, body === undefined ? 'GET' : 'POST', body);
/** As a visitor does: with no session, in a browser. */
const visit = (path: string, method = 'GET', body?: object) => ask(path, method, body, '');

test('a model is connected and answers in pieces, and its key is told to nobody', async () => {
  const chosen = await call('model-connection', { baseUrl: endpoint.baseUrl, model: 'answers', key: endpoint.key });
  expect([chosen.status, await chosen.json()]).toMatchObject([200, { isConnected: true, model: 'answers', hasKey: true }]);
  expect(await (await call('model-list', { baseUrl: endpoint.baseUrl })).json()).toEqual({ models: ['answers', 'busy'] });
  const payload = { model: 'answers', messages: [{ role: 'user', content: 'Plan my day.' }], stream: true };
  const chat = await call('model-chat', { payload: { ...payload, stream_options: { include_usage: true } }, kinds: ['typed text'] });
  expect([chat.status, await chat.text()]).toEqual([200, expect.stringContaining('then 🌱 the plants.')]);
  expect(endpoint.heard.at(-1)?.authorization).toBe(`Bearer ${endpoint.key}`);
  expect(await (await call('model-connection')).text()).not.toContain(endpoint.key);
});

test('a short link opens so often as it may, and one with a password by that alone', async () => {
  expect((await client.from('short_links').insert({ url: 'https://a.example/', slug: 'once', max_visits: 1 })).error).toBeNull();
  const opened = await visit('/s/once');
  expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://a.example/']);
  expect((await visit('/s/once')).status).toBe(410);
  expect((await visit('/s/nowhere')).status).toBe(404);
  const { hash } = (await (await call('short-link-password', { password: 'open sesame' })).json()) as { readonly hash: string };
  const closed = { url: 'https://b.example/', slug: 'closed', password_hash: hash };
  expect((await client.from('short_links').insert(closed)).error).toBeNull();
  const guess = (password: string) =>
    fetch(`${served.server.url}/s/closed`, { method: 'POST', headers: browser, body: new URLSearchParams({ password }) });
  expect((await guess('wrong')).status).toBe(403);
  expect(await (await guess('open sesame')).text()).toContain('url=https://b.example/');
});

test('a visitor claims a wish and takes it back; nobody claims it meanwhile, and the owner never learns who did', async () => {
  const { data: wish } = await client.from('wishes').insert({ title: 'A brass lamp', priority: 1 }).select('id').single();
  const [mine, other] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const claim = async (action: 'claim' | 'withdraw', shown: string) => {
    const named = action === 'claim' ? { name: 'Eve', quantity: 1 } : {};
    const answered = await visit('/functions/v1/wish-claim', 'POST', { action, wishId: wish?.id, token: shown, ...named });
    return Object(await answered.json()).outcome;
  };
  expect(await claim('claim', mine)).toBe('claimed');
  expect(await claim('claim', other)).toBe('taken');
  expect(await claim('withdraw', other)).toBe('unknown');
  expect(await claim('withdraw', mine)).toBe('withdrawn');
  expect(await claim('claim', other)).toBe('claimed');
  expect(JSON.stringify((await client.from('wishes').select('*')).data)).not.toContain('Eve');
});

test('a job of a tool runs to its report, and is nobody’s but the owner’s', async () => {
  const { port } = new URL(served.server.url);
  const started = await call('tool-job-start', { tool: 'http-auditor', target: `127.0.0.1:${port}`, authorised: true });
  expect(started.status).toBe(200);
  const { id } = (await started.json()) as { readonly id: string };
  const watched = (await (await call('tool-job-watch', { id })).text()).trim().split('\n');
  // After the last line of the job comes the stream's own end.
  expect(watched.slice(-2).map((line) => JSON.parse(line))).toMatchObject([{ line: { id, state: 'finished' } }, { end: true }]);
  expect(Object(await (await call('tool-job-list', { tool: 'http-auditor' })).json())[0].id).toBe(id);
  expect((await visit('/functions/v1/tool-job-list', 'POST', { tool: 'http-auditor' })).status).toBe(401);
  expect(await (await call('tool-job-cancel', { id })).json()).toEqual({ cancelled: false });
});

test('a vault is made, filled and opened, and its tools ask the services for the owner alone', async () => {
  const asked: Ask = async (path, body) => {
    const answered = await ask(path, body === undefined ? 'GET' : 'POST', body as object | undefined);
    if (!answered.ok) throw new Error(`${path}: ${answered.status} ${await answered.text()}`);
    const text = await answered.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  await makeVaultBy(client, userId);
  const vault = await openAccountVault(asked, userId, master);
  const at = '2026-05-05T05:05:05.000Z';
  const details = {
    ...({
      kind: 'login',
      title: 'The bank',
      username: 'ada',
      url: 'https://bank.example.org',
      category: 'finance',
      favorite: true,
    } as const),
    ...{ tags: [], createdAt: at, updatedAt: at, passwordChangedAt: at, expiresAt: null, trashedAt: null, canary: false, hasTotp: false },
  };
  const secrets = { password: 'brass-heron-weir', notes: '', totp: '', fields: [], history: [] };
  await fillVault(asked, vault, [{ id: newId(), entry: { details, secrets } }], []);
  const entries = await entriesOf(asked, await openAccountVault(asked, userId, master));
  expect([...entries.values()].map(({ secrets: { password } }) => password)).toEqual(['brass-heron-weir']);
  const icon = await call('site-icon', { host: 'bank.example.org' });
  expect([icon.status, await icon.json()]).toMatchObject([200, { outcome: 'icon' }]);
  const range = await call('breach-range', { prefix: 'ABCDE' });
  expect([range.status, await range.json()]).toMatchObject([200, { outcome: 'range' }]);
  expect((await visit('/functions/v1/site-icon', 'POST', { host: 'bank.example.org' })).status).toBe(401);
});

test('music is connected by the owner, and every visitor is shown what plays', async () => {
  expect(await (await visit('/functions/v1/spotify-now-playing')).text()).toBe('null');
  const redirect_uri = `${served.server.url}/callback`;
  const begun = (await (await call('spotify-connection', { redirect_uri })).json()) as { readonly authorizeUrl: string };
  const back = new URL((await fetch(begun.authorizeUrl, { redirect: 'manual' })).headers.get('location') ?? '').searchParams;
  const exchanged = await call('spotify-auth', { code: back.get('code'), state: back.get('state'), redirect_uri });
  expect([exchanged.status, await exchanged.json()]).toEqual([200, { expires_in: 3600, expires_at: expect.any(String) }]);
  expect(await (await visit('/functions/v1/spotify-now-playing')).json()).toMatchObject({ name: 'Night Watch', isPlaying: true });
  // Nothing of the account is where the owner's own calls could read it.
  expect((await client.from('music_connection').select('*')).error).not.toBeNull();
});

test('a passkey is added and signs in beside the password, by the project’s own calls', async () => {
  const passkey = createTestPasskey();
  // What the project takes for its own page: a real one checks the party that the page names.
  const origin = served.project.url.replace('127.0.0.1', 'localhost');
  const factors = (path: string, body: object) => ask(`/auth/v1/factors${path}`, 'POST', body);
  const enrolled = (await (await factors('', { factor_type: 'webauthn', friendly_name: 'ring' })).json()) as { readonly id: string };
  const challenge = async () =>
    (await (await factors(`/${enrolled.id}/challenge`, {})).json()) as {
      readonly id: string;
      readonly webauthn: { readonly credential_options: { readonly publicKey: AskedOptions } };
    };
  const made = await challenge();
  const response = passkey.make(made.webauthn.credential_options.publicKey, { origin });
  const kept = await factors(`/${enrolled.id}/verify`, {
    challenge_id: made.id,
    webauthn: { type: 'create', credential_response: response },
  });
  expect(kept.status).toBe(200);
  const asked = await challenge();
  const used = passkey.use(asked.webauthn.credential_options.publicKey, { origin });
  const shown = await factors(`/${enrolled.id}/verify`, {
    challenge_id: asked.id,
    webauthn: { type: 'request', credential_response: used },
  });
  expect([shown.status, Object(await shown.json()).user.factors.length]).toEqual([200, 2]);
});

test('the visits of a short link are at the project once the server has ended', async () => {
  expect(await served.server.stop()).toBe(0);
  const pool = openPool(served.project.address, 'postgres', { max: 1 });
  const { rows } = await pool.query(
    `select slug, sum(visits)::int as visits from private.short_link_days join public.short_links on short_links.id = link_id
     where short_link_days.kind = 'visit' group by slug order by slug`,
  );
  await pool.end();
  expect(rows).toEqual([
    { slug: 'closed', visits: 1 },
    { slug: 'once', visits: 1 },
  ]);
});
