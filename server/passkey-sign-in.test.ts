import { type AskedOptions, createTestPasskey } from '@castellan/platform/auth/factors/test-passkey';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticatorCode, createTestOwner, type Owner } from '../tests/support/owner.ts';
import { openOwnerSession } from '../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';
import { asSuperuser, makeEmbeddedData } from '../tests/support/test-data.ts';

const data = makeEmbeddedData(await copyStartedData());
const password = 'lantern under the loud harbour';

let server: RunningServer;
let key: string;
/** A server at an address of loopback makes passkeys for `localhost`. */
let origin: string;
let owner: Owner;
let ownerId: string;
let ownersClient: SupabaseClient;
/** A second factor of the owner's. */
const ownersPasskey = createTestPasskey();

const options = { auth: { persistSession: false, autoRefreshToken: false } };
/** Each client comes from elsewhere: what is refused is refused for who asks, not for how often. */
let clients = 0;

function makeClient(): SupabaseClient {
  clients += 1;
  const from = `198.18.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
  return createClient(server.url, key, { ...options, global: { headers: { 'x-forwarded-for': from } } });
}

beforeAll(async () => {
  server = await startTestServer(data.dataFolder, {
    AUTH_SIGN_UP: 'open',
    AUTH_PASSKEYS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  origin = server.url.replace('127.0.0.1', 'localhost');
  owner = await createTestOwner(data.dataFolder);
  const { client, userId } = await openOwnerSession(server.url, owner, -1);
  ownerId = userId;
  ownersClient = client;
  const html = await (await fetch(`${server.url}/auth-terminal`)).text();
  key = /<meta name="backend-key" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const task = await client.from('tasks').insert({ user_id: userId, title: 'The owner’s' });
  expect(task.error).toBeNull();
  await addSecondFactor(client);
});

afterAll(async () => {
  await server.stop();
  await data.remove();
});

/** By plain HTTP: for factors the client wants a browser's own objects. */
async function addSecondFactor({ auth }: SupabaseClient): Promise<void> {
  const token = (await auth.getSession()).data.session?.access_token ?? '';
  const post = async (path: string, body: unknown) => {
    const headers = { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(`${server.url}/auth/v1/factors${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const enrolled = (await (await post('', { factor_type: 'webauthn', friendly_name: 'ring' })).json()) as { readonly id: string };
  const asked = (await (await post(`/${enrolled.id}/challenge`, {})).json()) as {
    readonly id: string;
    readonly webauthn: { readonly credential_options: { readonly publicKey: AskedOptions } };
  };
  const response = ownersPasskey.make(asked.webauthn.credential_options.publicKey, { origin });
  const webauthn = { type: 'create', credential_response: response };
  expect((await post(`/${enrolled.id}/verify`, { challenge_id: asked.id, webauthn })).status).toBe(200);
}

/** Somebody with a password, and a passkey in its place. */
type Guest = { readonly id: string; readonly passkey: ReturnType<typeof createTestPasskey> };

async function signUpGuest(): Promise<Guest> {
  const { auth } = makeClient();
  const signedUp = await auth.signUp({ email: `guest${clients}@example.test`, password });
  await register(auth, ownersPasskey);
  const passkey = createTestPasskey();
  expect((await register(auth, passkey))?.error).toBeNull();
  return { id: signedUp.data.user?.id ?? '', passkey };
}

async function register({ passkey: calls }: SupabaseClient['auth'], passkey: Guest['passkey']) {
  const { data: asked } = await calls.startRegistration();
  const credential = passkey.make(asked?.options as AskedOptions, { origin }) as never;
  return asked && calls.verifyRegistration({ challengeId: asked.challenge_id, credential });
}

async function signInWith(client: SupabaseClient, passkey: Guest['passkey']) {
  const { data: asked } = await client.auth.passkey.startAuthentication();
  const credential = passkey.use(asked?.options as AskedOptions, { origin }) as never;
  return client.auth.passkey.verifyAuthentication({ challengeId: asked?.challenge_id ?? '', credential });
}

/** What `private.owner_session()` says of the client's session, asked with the claims of its token. */
async function isOwnerSession(client: SupabaseClient): Promise<boolean> {
  const token = (await client.auth.getSession()).data.session?.access_token;
  if (token === undefined) return false;
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const rows = await asSuperuser(data, [
    `select set_config('request.jwt.claims', '${claims.replaceAll("'", "''")}', false)`,
    'select private.owner_session() as owns',
  ]);
  return (rows as readonly { readonly owns: boolean }[]).at(-1)?.owns !== false;
}

test('a passkey of the owner’s, or one that was given to the owner’s account, signs nobody in', async () => {
  const { id, passkey } = await signUpGuest();
  expect((await signInWith(makeClient(), passkey)).error).toBeNull();
  const unknown = (await signInWith(makeClient(), createTestPasskey())).error;
  expect(unknown).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
  expect((await signInWith(makeClient(), ownersPasskey)).error).toEqual(unknown);
  await asSuperuser(data, [`update auth.webauthn_credentials set user_id = '${ownerId}' where user_id = '${id}'`]);
  expect((await signInWith(makeClient(), passkey)).error).toEqual(unknown);
});

/** What a session that began with a passkey may try on its way to the owner's rows. */
const steps: Readonly<Record<string, (client: SupabaseClient, guest: Guest) => Promise<unknown>>> = {
  'a further sign-in by passkey': (client, { passkey }) => signInWith(client, passkey),
  'the owner’s passkey as a sign-in': (client) => signInWith(client, ownersPasskey),
  'the owner’s passkey as its own': ({ auth }) => register(auth, ownersPasskey),
  'a further passkey': ({ auth }) => register(auth, createTestPasskey()),
  'the owner’s code': async ({ auth }) => {
    const code = await authenticatorCode(owner.authenticatorSecret, 1);
    const { data: user } = await auth.getUser();
    for (const { id } of user.user?.factors ?? []) await auth.mfa.challengeAndVerify({ factorId: id, code });
  },
  'an authenticator of its own': async ({ auth }) => {
    const enrolled = await auth.mfa.enroll({ factorType: 'totp' });
    if (enrolled.data?.type !== 'totp') return;
    await auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: await authenticatorCode(enrolled.data.totp.secret) });
  },
  'the owner’s address': ({ auth }) => auth.updateUser({ email: owner.email }),
  'other metadata': ({ auth }) => auth.updateUser({ data: { role: 'service_role', aal: 'aal2' } }),
  'a fresh token': ({ auth }) => auth.refreshSession(),
};

test('no sequence of calls that begins with a sign-in by passkey comes to the owner’s session or rows', async () => {
  expect(await isOwnerSession(ownersClient)).toBe(true);
  const names = fc.uniqueArray(fc.constantFrom(...Object.keys(steps)), { minLength: 3 });
  await fc.assert(
    fc.asyncProperty(names, async (sequence) => {
      const guest = await signUpGuest();
      const client = makeClient();
      expect((await signInWith(client, guest.passkey)).error).toBeNull();
      for (const name of sequence) {
        await steps[name]?.(client, guest);
        expect(await isOwnerSession(client), sequence.join(', ')).toBe(false);
        expect((await client.auth.getUser()).data.user?.id, sequence.join(', ')).toBe(guest.id);
        expect((await client.from('tasks').select('title')).data, sequence.join(', ')).toEqual([]);
      }
    }),
    { numRuns: 12, seed: 20_261_127 },
  );
}, 120_000);
