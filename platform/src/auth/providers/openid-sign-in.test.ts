import { randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimsOf } from '../test-auth-service.ts';
import { openTestBrowser, startTestProvider, testClient } from './test-openid-provider.ts';
import { startTestWays } from './test-ways.ts';

const provider = await startTestProvider();
const { auth, owner, url, stop } = await startTestWays({
  providers: [
    { name: 'keycloak', issuer: provider.issuer, clientId: testClient.id, clientSecret: testClient.secret, alsoFor: [] },
    { name: 'gitlab', issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y', alsoFor: [] },
  ],
  linking: true,
});

afterAll(async () => {
  await stop();
  await provider.stop();
});

beforeEach(async () => {
  await auth.forgetLimits();
  provider.present.refuses = false;
});

const redirectTo = 'http://castellan.test/welcome';

function makeClient(flowType: 'pkce' | 'implicit' = 'pkce'): SupabaseClient {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const options = { flowType, storage, persistSession: true, autoRefreshToken: false, detectSessionInUrl: false };
  return createClient(url, auth.keys.ring.publishableKey, { auth: options });
}

async function beginSignIn(client: SupabaseClient, name: 'keycloak' | 'gitlab' = 'keycloak') {
  const begun = await client.auth.signInWithOAuth({ provider: name, options: { redirectTo, skipBrowserRedirect: true } });
  return begun.data.url ?? '';
}

/** The whole way of a person through the provider. */
async function signIn(client = makeClient()) {
  const landed = await openTestBrowser(url).signIn(await beginSignIn(client));
  return { client, landed, exchanged: await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '') };
}

let people = 0;
function newPerson(changed: { readonly email_verified?: boolean; readonly email?: string } = {}) {
  people += 1;
  provider.present.person = {
    sub: `person-${people}`,
    email: `person${people}@example.test`,
    email_verified: true,
    name: 'Ada',
    ...changed,
  };
  return provider.present.person;
}

async function ownersClient(): Promise<SupabaseClient> {
  auth.time.nowMs += 30_000;
  const signedIn = await auth.signIn(owner.email);
  const verified = await auth.giveCode(signedIn.body.access_token, owner.factorId, await auth.codeAt(owner.secret));
  const client = makeClient();
  const set = await client.auth.setSession({ access_token: verified.body.access_token, refresh_token: verified.body.refresh_token });
  expect(set.error).toBeNull();
  return client;
}

test('the unmodified client signs a new guest in, and the same person again to the same account', async () => {
  const person = newPerson();
  const { exchanged, landed } = await signIn();
  expect(landed.href).toMatch(/^http:\/\/castellan\.test\/welcome\?code=[0-9a-f-]{36}$/);
  expect(exchanged.error).toBeNull();
  expect(exchanged.data.user).toMatchObject({ email: person.email, app_metadata: { provider: 'keycloak', providers: ['keycloak'] } });
  expect(claimsOf(exchanged.data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
  expect((await signIn()).exchanged.data.user?.id).toBe(exchanged.data.user?.id);
  const listed = await (await signIn()).client.auth.getUserIdentities();
  expect(listed.data?.identities).toMatchObject([{ provider: 'keycloak', id: person.sub }]);
});

test('without a challenge the session comes in the fragment', async () => {
  newPerson();
  const landed = await openTestBrowser(url).signIn(await beginSignIn(makeClient('implicit')));
  const fields = new URLSearchParams(landed.hash.slice(1));
  expect(claimsOf(fields.get('access_token') ?? '')).toMatchObject({ aal: 'aal1' });
  expect(landed.search).toBe('');
});

test('a sign-in ends once, in the browser and with the verifier that it began with', async () => {
  newPerson();
  const browser = openTestBrowser(url);
  const client = makeClient();
  const callback = await browser.goToCallback(await beginSignIn(client));
  const elsewhere = await openTestBrowser(url).landOn(callback);
  expect(elsewhere.searchParams.get('error_code')).toBe('bad_oauth_state');
  expect((await browser.landOn(callback)).searchParams.get('error_code')).toBe('bad_oauth_state');

  const { landed } = await signIn();
  const code = landed.searchParams.get('code') ?? '';
  // The first exchange spent it.
  expect(await auth.send('POST', '/token?grant_type=pkce', { auth_code: code, code_verifier: 'v'.repeat(43) })).toMatchObject({
    status: 404,
    body: { code: 'flow_state_not_found' },
  });
  const next = await browser.signIn(await beginSignIn(client));
  const stolen = { auth_code: next.searchParams.get('code'), code_verifier: 'v'.repeat(43) };
  expect((await auth.send('POST', '/token?grant_type=pkce', stolen)).body).toMatchObject({ code: 'bad_code_verifier' });
  expect((await client.auth.exchangeCodeForSession(next.searchParams.get('code') ?? '')).error).toMatchObject({
    code: 'flow_state_not_found',
  });
});

test('a sign-in is over after five minutes, before and after the provider’s answer', async () => {
  newPerson();
  const browser = openTestBrowser(url);
  const client = makeClient();
  const landed = await browser.signIn(await beginSignIn(client));
  auth.time.nowMs += 5 * 60_000;
  expect((await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')).error).toMatchObject({
    code: 'flow_state_expired',
  });
  const callback = await browser.goToCallback(await beginSignIn(client));
  auth.time.nowMs += 5 * 60_000;
  expect((await browser.landOn(callback)).searchParams.get('error_code')).toBe('bad_oauth_state');
});

test('what the provider refuses, or another issuer answers, signs nobody in', async () => {
  newPerson();
  provider.present.refuses = true;
  const refused = await openTestBrowser(url).signIn(await beginSignIn(makeClient()));
  expect(refused.searchParams.get('error')).toBe('access_denied');
  provider.present.refuses = false;
  for (const [key, value] of [
    ['iss', 'https://another.example'],
    ['code', 'made-up'],
  ] as const) {
    const browser = openTestBrowser(url);
    const callback = new URL(await browser.goToCallback(await beginSignIn(makeClient())));
    callback.searchParams.set(key, value);
    expect((await browser.landOn(callback.href)).searchParams.get('error_code'), key).toBe('bad_oauth_callback');
  }
});

test('a sign-in leads on to this site alone, whatever the client asks', async () => {
  newPerson();
  for (const wanted of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    'javascript:alert(1)',
    'http://castellan.test.elsewhere.example',
  ]) {
    const client = makeClient();
    const begun = await client.auth.signInWithOAuth({ provider: 'keycloak', options: { redirectTo: wanted, skipBrowserRedirect: true } });
    const landed = await openTestBrowser(url).signIn(begun.data.url ?? '');
    expect(landed.origin, wanted).toBe('http://castellan.test');
  }
});

test('an address that the provider did not verify is nobody’s, and the owner’s joins nothing', async () => {
  const unverified = newPerson({ email_verified: false });
  const { exchanged } = await signIn();
  expect(exchanged.data.user).toMatchObject({
    email: '',
    identities: [{ identity_data: { email: unverified.email, email_verified: false } }],
  });
  for (const verified of [true, false]) {
    newPerson({ email: owner.email, email_verified: verified });
    const tried = await signIn();
    expect(tried.exchanged.data.user?.id).not.toBe(owner.userId);
    if (verified) expect(tried.exchanged.error).toMatchObject({ code: 'email_exists' });
  }
});

test('a guest’s confirmed account is joined by its verified address', async () => {
  const email = await auth.addAccount();
  const id = (await auth.signIn(email)).body.user.id;
  newPerson({ email });
  const { exchanged } = await signIn();
  expect(exchanged.data.user).toMatchObject({ id, app_metadata: { providers: ['email', 'keycloak'] } });
});

test('the owner’s account opens by an identity that the owner linked, and then not without the authenticator', async () => {
  newPerson();
  const before = await signIn();
  expect(before.exchanged.data.user?.id).not.toBe(owner.userId);

  const person = newPerson();
  const client = await ownersClient();
  const begun = await client.auth.linkIdentity({ provider: 'keycloak', options: { redirectTo, skipBrowserRedirect: true } });
  expect(begun.error).toBeNull();
  const landed = await openTestBrowser(url).signIn(begun.data?.url ?? '');
  const linked = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '');
  expect(linked.data.user?.id).toBe(owner.userId);
  expect(claimsOf(linked.data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1' });

  const { exchanged, client: signedIn } = await signIn();
  expect(exchanged.data.user?.id).toBe(owner.userId);
  expect(claimsOf(exchanged.data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
  expect((await signedIn.auth.refreshSession()).data.session?.access_token).toSatisfy((token: string) => claimsOf(token)['aal'] === 'aal1');
  // Half a session links and unlinks nothing.
  const identity = exchanged.data.user?.identities?.find(({ provider: name }) => name === 'keycloak');
  expect(identity?.id).toBe(person.sub);
  if (identity === undefined) throw new Error('no identity');
  expect((await signedIn.auth.unlinkIdentity(identity)).error).toMatchObject({ code: 'insufficient_aal' });
  const half = await signedIn.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } });
  expect(half.error).toMatchObject({ code: 'insufficient_aal' });

  const full = await ownersClient();
  expect((await full.auth.unlinkIdentity(identity)).error).toBeNull();
  expect((await signIn()).exchanged.data.user?.id).not.toBe(owner.userId);
});

test('an identity that a row gives to the owner’s account opens nothing', async () => {
  const person = newPerson();
  const { exchanged } = await signIn();
  await auth.admin.query('update auth.identities set user_id = $1 where provider_id = $2', [owner.userId, person.sub]);
  expect((await signIn()).exchanged.error).toMatchObject({ code: 'identity_not_found' });
  await auth.admin.query('update auth.identities set user_id = $1 where provider_id = $2', [exchanged.data.user?.id, person.sub]);
  expect((await signIn()).exchanged.data.user?.id).toBe(exchanged.data.user?.id);
});

test('an identity outlives the keys of sessions, as a restore makes them anew, and opens nothing under another kept key', async () => {
  newPerson();
  const { exchanged } = await signIn();
  const { ring } = auth.keys;
  auth.keys.ring = { ...ring, sessionKey: randomBytes(32) };
  expect((await signIn()).exchanged.data.user?.id).toBe(exchanged.data.user?.id);
  auth.keys.ring = { ...ring, authenticatorKey: randomBytes(32) };
  expect((await signIn()).exchanged.error).toMatchObject({ code: 'identity_not_found' });
  auth.keys.ring = ring;
});

test('a sign-in whose row was changed in the database ends nowhere', async () => {
  newPerson();
  const { body } = await auth.signIn(owner.email);
  const sessionId = claimsOf(body.access_token)['session_id'];
  const browser = openTestBrowser(url);
  const callback = await browser.goToCallback(await beginSignIn(makeClient()));
  await auth.admin.query('update auth.flow_state set linking_session = $1', [sessionId]);
  expect((await browser.landOn(callback)).searchParams.get('error_code')).toBe('bad_oauth_state');
});

test('identities are linked and unlinked in the service’s words', async () => {
  const taken = newPerson();
  await signIn();
  const email = await auth.addAccount();
  const { body } = await auth.signIn(email);
  const client = makeClient();
  await client.auth.setSession({ access_token: body.access_token, refresh_token: body.refresh_token });
  const link = async () => {
    const begun = await client.auth.linkIdentity({ provider: 'keycloak', options: { redirectTo, skipBrowserRedirect: true } });
    const landed = await openTestBrowser(url).signIn(begun.data?.url ?? '');
    return client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '');
  };
  provider.present.person = taken;
  expect((await link()).error).toMatchObject({ code: 'identity_already_exists', message: 'Identity is already linked to another user' });
  const own = (await client.auth.getUserIdentities()).data?.identities ?? [];
  const [only] = own;
  if (only === undefined) throw new Error('no identity');
  expect((await client.auth.unlinkIdentity(only)).error).toMatchObject({ code: 'single_identity_not_deletable' });
  expect((await client.auth.unlinkIdentity({ ...only, identity_id: taken.sub })).error).toMatchObject({ code: 'validation_failed' });
  const nobodys = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
  expect((await client.auth.unlinkIdentity({ ...only, identity_id: nobodys })).error).toMatchObject({ code: 'identity_not_found' });
  newPerson();
  expect((await link()).error).toBeNull();
  expect((await link()).error).toMatchObject({ code: 'identity_already_exists', message: 'Identity is already linked' });
});

test('nobody signs in while there is no owner, and no more than five thousand are on their way', async () => {
  newPerson();
  auth.owner.id = undefined;
  expect((await signIn()).exchanged.error).toMatchObject({ code: 'signup_disabled' });
  auth.owner.id = owner.userId;
  await auth.admin.query(
    `insert into auth.flow_state (id, provider, browser_hash, return_to, mark, created_at, expires_at)
      select gen_random_uuid(), 'keycloak', sha256('x'), '', sha256('y'), now(), $1 from generate_series(1, 5000)`,
    [new Date(auth.time.nowMs + 60_000)],
  );
  expect((await auth.send('GET', '/authorize?provider=keycloak')).status).toBe(429);
  auth.time.nowMs += 60_000;
  expect((await openTestBrowser(url).visit(await beginSignIn(makeClient()))).status).toBe(302);
});

test('a provider that does not answer is asked once in a while, and an address block thirty times in five minutes', async () => {
  const url = await beginSignIn(makeClient(), 'gitlab');
  const browser = openTestBrowser(url);
  const answers = [];
  for (let count = 0; count < 31; count += 1) answers.push((await browser.visit(url)).status);
  expect(answers).toEqual([...Array.from({ length: 30 }, () => 422), 429]);
  const warned = auth.logged.filter(({ level }) => level === 'warn');
  expect(warned).toEqual([{ level: 'warn', event: 'a provider of sign-ins does not answer as it should', fields: { provider: 'gitlab' } }]);
});
