import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestBrowser, startTestProvider, testClient } from '@castellan/platform/auth/providers/test-openid-provider';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticatorCode, createTestOwner, type Owner } from '../tests/support/owner.ts';
import { openOwnerSession } from '../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';
import { asSuperuser, makeEmbeddedData } from '../tests/support/test-data.ts';

const data = makeEmbeddedData(await copyStartedData());
const folder = mkdtempSync(join(tmpdir(), 'castellan-providers-'));
/** The person whom the owner linked. */
const ownersPerson = 'the owner at the provider';

let provider: Awaited<ReturnType<typeof startTestProvider>>;
let server: RunningServer;
let key: string;
let owner: Owner;
let ownerId: string;

beforeAll(async () => {
  const port = await findPort();
  provider = await startTestProvider(`http://127.0.0.1:${port}/auth/v1/callback`);
  const file = join(folder, 'providers.json');
  const { id: client_id, secret: client_secret } = testClient;
  writeFileSync(file, JSON.stringify([{ name: 'keycloak', issuer: provider.issuer, client_id, client_secret }]));
  chmodSync(file, 0o600);
  server = await startTestServer(data.dataFolder, {
    PORT: String(port),
    AUTH_SIGN_UP: 'confirmed',
    AUTH_SIGN_UPS_PER_HOUR: '1000',
    AUTH_PROVIDERS_FILE: file,
    AUTH_MANUAL_LINKING: 'on',
    TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  owner = await createTestOwner(data.dataFolder);
  const { client, userId } = await openOwnerSession(server.url, owner, -1);
  ownerId = userId;
  const html = await (await fetch(`${server.url}/auth-terminal`)).text();
  key = /<meta name="backend-key" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await client.from('tasks').insert({ user_id: userId, title: 'The owner’s' })).error).toBeNull();
  expect(await isOwnerSession(client)).toBe(true);
  const linked = await client.auth.linkIdentity({ provider: 'keycloak', token: await tokenOf(ownersPerson) });
  expect(linked.error).toBeNull();
});

afterAll(async () => {
  await server.stop();
  await provider.stop();
  await data.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A port of its own, which the provider is told before the server is there. */
async function findPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

let count = 0;

/** A client of an address of its own: what is refused is refused for who asks, not for how often. */
function makeClient() {
  count += 1;
  const headers = { 'x-forwarded-for': `198.18.${Math.floor(count / 250)}.${(count % 250) + 1}` };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const auth = { storage, flowType: 'pkce', persistSession: true, autoRefreshToken: false, detectSessionInUrl: false } as const;
  return { client: createClient(server.url, key, { auth, global: { headers } }), browser: openTestBrowser(server.url, headers) };
}

type Visitor = ReturnType<typeof makeClient>;

function tokenOf(sub: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  count += 1;
  const now = Math.floor(Date.now() / 1000);
  return provider.sign({ iss: provider.issuer, aud: testClient.id, sub, iat: now, exp: now + 600, jti: String(count), ...more });
}

/** To the provider and back, as whoever is signed in there. */
async function finish({ client, browser }: Visitor, begun: { readonly data: { readonly url?: string | null } | null }) {
  if (!begun.data?.url) return undefined;
  const landed = await browser.signIn(begun.data.url);
  return client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '');
}

async function enter(visitor: Visitor, sub: string, email = `${sub.replaceAll(' ', '.')}@example.test`) {
  provider.present.person = { sub, email, email_verified: true };
  return finish(visitor, await visitor.client.auth.signInWithOAuth({ provider: 'keycloak', options: { skipBrowserRedirect: true } }));
}

async function link(visitor: Visitor, sub: string) {
  provider.present.person = { sub };
  return finish(visitor, await visitor.client.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } }));
}

async function claimsOf({ auth }: SupabaseClient): Promise<{ readonly sub?: string; readonly aal?: string; readonly text: string }> {
  const token = (await auth.getSession()).data.session?.access_token ?? '';
  const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return text === '' ? { text } : { ...JSON.parse(text), text };
}

/** What `private.owner_session()` says of the client's session, asked with the claims of its token. */
async function isOwnerSession(client: SupabaseClient): Promise<boolean> {
  const { text } = await claimsOf(client);
  if (text === '') return false;
  const rows = await asSuperuser(data, [
    `select set_config('request.jwt.claims', '${text.replaceAll("'", "''")}', false)`,
    'select private.owner_session() as owns',
  ]);
  return (rows as readonly { readonly owns: boolean }[]).at(-1)?.owns !== false;
}

/** What a session that began at the provider may try on its way to the owner's rows. */
const steps: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
  'a person of the owner’s address': (visitor) => enter(visitor, `liar ${count}`, owner.email),
  'a token of the owner’s address': async ({ client }) =>
    client.auth.signInWithIdToken({
      provider: 'keycloak',
      token: await tokenOf(`liar ${count}`, { email: owner.email, email_verified: true }),
    }),
  'the owner’s identity as its own': (visitor) => link(visitor, ownersPerson),
  'a token of the owner’s identity as its own': async ({ client }) =>
    client.auth.linkIdentity({ provider: 'keycloak', token: await tokenOf(ownersPerson) }),
  'a further identity': (visitor) => link(visitor, `further ${count}`),
  'one identity less': async ({ client }) => {
    for (const identity of (await client.auth.getUserIdentities()).data?.identities ?? []) await client.auth.unlinkIdentity(identity);
  },
  'an authenticator of its own': async ({ client: { auth } }) => {
    const enrolled = await auth.mfa.enroll({ factorType: 'totp' });
    if (enrolled.data?.type !== 'totp') return;
    await auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: await authenticatorCode(enrolled.data.totp.secret) });
  },
  'the owner’s address': ({ client }) => client.auth.updateUser({ email: owner.email }),
  'a password': ({ client }) => client.auth.updateUser({ password: 'lantern under the loud harbour' }),
  'other metadata': ({ client }) => client.auth.updateUser({ data: { aal: 'aal2', provider: 'email' } }),
  'a fresh token': ({ client }) => client.auth.refreshSession(),
};

/** The owner's code, given for whatever authenticator the session's account has. */
async function giveOwnersCode({ client: { auth } }: Visitor): Promise<void> {
  const code = await authenticatorCode(owner.authenticatorSecret, 1);
  for (const { id } of (await auth.getUser()).data.user?.factors ?? []) await auth.mfa.challengeAndVerify({ factorId: id, code });
}

async function expectNotTheOwners(client: SupabaseClient, sequence: string) {
  expect(await isOwnerSession(client), sequence).toBe(false);
  expect((await client.from('tasks').select('title')).data ?? [], sequence).toEqual([]);
}

const sequences = fc.uniqueArray(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 8 });

test('no sequence of calls that begins with somebody else’s identity comes to the owner’s session or rows', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const visitor = makeClient();
      expect((await enter(visitor, `guest ${count}`))?.error).toBeNull();
      for (const name of sequence) {
        await steps[name]?.(visitor);
        await giveOwnersCode(visitor);
        await expectNotTheOwners(visitor.client, sequence.join(', '));
        expect((await claimsOf(visitor.client)).sub, sequence.join(', ')).not.toBe(ownerId);
      }
    }),
    { numRuns: 8, seed: 20_261_127 },
  );
}, 120_000);

test('the identity that the owner linked opens half a session, which no sequence of calls without the owner’s code makes whole', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const visitor = makeClient();
      expect((await enter(visitor, ownersPerson))?.error).toBeNull();
      expect(await claimsOf(visitor.client)).toMatchObject({ sub: ownerId, aal: 'aal1' });
      for (const name of sequence) {
        await steps[name]?.(visitor);
        await expectNotTheOwners(visitor.client, sequence.join(', '));
        const { sub, aal } = await claimsOf(visitor.client);
        if (sub === ownerId) expect(aal, sequence.join(', ')).toBe('aal1');
      }
    }),
    { numRuns: 8, seed: 20_261_127 },
  );
}, 120_000);
