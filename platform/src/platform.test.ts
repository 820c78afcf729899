import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { createUser } from './auth/administration.ts';
import { openDatabase } from './core/database.ts';
import { silentLog } from './core/log.ts';
import type { PlatformContext } from './core/platform-context.ts';
import type { KeyRing } from './core/tokens.ts';
import { createPlatform } from './platform.ts';
import { captureChanges } from './realtime/changes/capture-changes.ts';

const database = await createTestDatabase();
const server = createServer();
const port = await new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? address.port : 0);
  });
});
const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const keys: KeyRing = {
  signingKeys: [{ keyId: 'test', privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) }],
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  sessionKey: new Uint8Array(randomBytes(32)),
  authenticatorKey: new Uint8Array(randomBytes(32)),
};
const logged: { readonly event: string; readonly message: string | undefined; readonly requestId: unknown }[] = [];
const endedSessions: string[] = [];
const context: PlatformContext = {
  database: openDatabase(database.address, () => undefined),
  keys: () => keys,
  clock: { nowMs: () => Date.now() },
  randomBytes: (count) => new Uint8Array(randomBytes(count)),
  log: {
    ...silentLog,
    error: (event, fields) =>
      logged.push({
        event,
        message: fields?.['error'] instanceof Error ? fields['error'].message : undefined,
        requestId: fields?.['requestId'],
      }),
  },
  publicUrl: `http://127.0.0.1:${port}`,
  authEvents: { signInFailed: () => undefined, sessionsEnded: (ids) => endedSessions.push(...ids) },
  passwordCost: 4,
};
const requestContext = { address: '127.0.0.1', secure: false, requestId: 'request-1' };
const platform = createPlatform(context, {
  functions: {
    whoami: { handle: async (_request, { caller }) => Response.json({ role: caller.role, subject: caller.claims?.sub ?? null }) },
    open: { audience: 'public', maximumBodyBytes: 100, handle: async (request) => new Response(await request.text()) },
    picture: { audience: 'public', handle: async () => new Response(Uint8Array.of(1), { headers: { 'content-type': 'image/png' } }) },
    page: { audience: 'public', handle: async () => new Response('<script>1</script>', { headers: { 'content-type': 'text/html' } }) },
    broken: { audience: 'public', handle: () => Promise.reject(new Error('the secret is 42')) },
    refusing: { audience: 'public', handle: async () => Response.json({ message: 'no' }, { status: 422 }) },
  },
});
const sockets = new WebSocketServer({ noServer: true });
server.on('upgrade', (incoming, stream, head) => {
  sockets.handleUpgrade(incoming, stream, head, (socket) =>
    platform.realtime.accept(socket, new Request(new URL(incoming.url ?? '/', context.publicUrl)), requestContext),
  );
});
await captureChanges(database.address);
await platform.start();
afterAll(async () => {
  await platform.stop();
  await new Promise((resolve) => server.close(resolve));
  await context.database.close();
  await database.drop();
});

const handle = (path: string, init: RequestInit = {}) => platform.handle(new Request(`${context.publicUrl}${path}`, init), requestContext);
const connect = () =>
  createClient(context.publicUrl, keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => platform.handle(new Request(input, init), requestContext) },
  });

const password = 'a fine long pass phrase';
const ownerId = await createUser(context.database.auth, { email: 'owner@example.test', password, passwordCost: 4 });
await createUser(context.database.auth, { email: 'guest@example.test', password, passwordCost: 4 });
await context.database.auth.query('select private.claim_ownership($1)', [ownerId]);

async function signIn(email: string) {
  const client = connect();
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  await client.realtime.setAuth();
  return client;
}

test('a function for the owner is called by the owner in a full session', async () => {
  const { data } = await (await signIn('owner@example.test')).functions.invoke('whoami');
  expect(data).toEqual({ role: 'authenticated', subject: ownerId });
});

test('a function for the owner is refused to anybody else, by the gateway', async () => {
  const service = createClient(context.publicUrl, keys.secretKey, {
    auth: { persistSession: false },
    global: { fetch: (input, init) => platform.handle(new Request(input, init), requestContext) },
  });
  const ended = await signIn('owner@example.test');
  const token = (await ended.auth.getSession()).data.session?.access_token;
  await ended.auth.signOut();
  const answers = [
    await connect().functions.invoke('whoami'),
    await (await signIn('guest@example.test')).functions.invoke('whoami'),
    await service.functions.invoke('whoami'),
    await connect().functions.invoke('whoami', { headers: { Authorization: `Bearer ${token}` } }),
    await connect().functions.invoke('whoami', { headers: { Authorization: 'Bearer nonsense' } }),
  ];
  expect(answers.map(({ error }) => error instanceof FunctionsRelayError)).toEqual([true, true, true, true, true]);
  expect(answers.map(({ response }) => response?.status)).toEqual([401, 401, 401, 401, 401]);
});

test('a function for anybody needs no key, and refuses a wrong one', async () => {
  const answer = await handle('/functions/v1/open', { method: 'POST', body: 'hello' });
  expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
  expect((await handle('/functions/v1/open', { headers: { apikey: 'sb_publishable_other' } })).status).toBe(401);
});

test('a body over the limit never reaches the function, however its length is told', async () => {
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(60)),
  });
  const told = await handle('/functions/v1/open', { method: 'POST', body: 'x'.repeat(101) });
  const untold = await platform.handle(
    new Request(`${context.publicUrl}/functions/v1/open`, { method: 'POST', body: stream, duplex: 'half' }),
    requestContext,
  );
  expect([told.status, untold.status, told.headers.get('x-relay-error')]).toEqual([413, 413, 'true']);
});

test.each(['/functions/v1/nothing', '/functions/v1/constructor', '/functions/v1/__proto__', '/functions/v1/', '/functions/v1'])(
  '%s is not found',
  async (path) => {
    const answer = await handle(path, { method: 'POST' });
    expect([answer.status, answer.headers.get('x-relay-error')]).toEqual([404, 'true']);
  },
);

test('what a function throws is logged with the request and told to nobody', async () => {
  logged.length = 0;
  const { error } = await connect().functions.invoke('broken');
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(error?.context.status).toBe(500);
  expect(await error?.context.text()).not.toContain('42');
  expect(logged).toEqual([{ event: 'function_failed', message: 'the secret is 42', requestId: 'request-1' }]);
});

test('a refusal of the function itself is the function’s, not the gateway’s', async () => {
  const { error } = await connect().functions.invoke('refusing');
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(await error?.context.json()).toEqual({ message: 'no' });
});

test('what a function answers is a download in a sandbox, unless it is a picture', async () => {
  const page = await handle('/functions/v1/page');
  expect(page.headers.get('content-disposition')).toBe('attachment');
  expect(page.headers.get('content-security-policy')).toContain('sandbox');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await handle('/functions/v1/picture')).headers.get('content-disposition')).toBeNull();
});

test.each([
  ['/auth/v1/health', 200],
  ['/auth/v1/user', 401],
  ['/rest/v1/nothing', 401],
  ['/functions/v1/open', 403],
  ['/functions/v1/broken', 403],
  ['/realtime/v1/nothing', 401],
  ['/storage/v1/object', 404],
  ['/', 404],
])('%s answers %i, readable by pages of any origin', async (path, status) => {
  const answer = await handle(path, { headers: { origin: 'https://elsewhere.example' } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  expect(answer.headers.get('access-control-expose-headers')).toContain('content-range');
});

test('a preflight allows what the client library sends, and no cookies', async () => {
  const answer = await handle('/rest/v1/anything', {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  for (const header of ['authorization', 'apikey', 'x-client-info', 'content-type', 'prefer', 'x-supabase-api-version', 'x-retry-count']) {
    expect(answer.headers.get('access-control-allow-headers')).toContain(header);
  }
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test('no answer with data stays in the store of a browser', async () => {
  const client = await signIn('owner@example.test');
  const { data } = await client.auth.getSession();
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` };
  for (const path of ['/rest/v1/tasks', '/rest/v1/nothing', '/auth/v1/user', '/functions/v1/whoami', '/functions/v1/nothing']) {
    expect((await handle(path, { headers })).headers.get('cache-control'), path).toBe('no-store');
  }
  await client.auth.signOut();
});

test('an unexpected failure of a service becomes a 500 that says nothing and is logged', async () => {
  logged.length = 0;
  const broken = createPlatform(
    {
      ...context,
      keys: () => {
        throw new Error('the key file is gone');
      },
    },
    { functions: {} },
  );
  const answer = await broken.handle(new Request(`${context.publicUrl}/rest/v1/notes`, { headers: { apikey: 'x' } }), requestContext);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.text()).not.toContain('key file');
  expect(logged).toEqual([{ event: 'request_failed', message: 'the key file is gone', requestId: 'request-1' }]);
});

test('signing out closes the sockets of the session, and tells the product', async () => {
  const client = await signIn('owner@example.test');
  const claims = (await client.auth.getClaims()).data?.claims;
  const subscribed = Promise.withResolvers<string>();
  client.channel('private room', { config: { private: true } }).subscribe((status) => subscribed.resolve(status));
  expect(await subscribed.promise).toBe('SUBSCRIBED');
  expect(platform.realtime.connectionCount()).toBe(1);
  endedSessions.length = 0;
  const [socket] = [...sockets.clients];
  const closed = new Promise<number>((resolve) => socket?.once('close', resolve));
  await handle('/auth/v1/logout', {
    method: 'POST',
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}` },
  });
  expect(platform.realtime.connectionCount()).toBe(0);
  expect(endedSessions).toEqual([claims?.['session_id']]);
  await client.realtime.disconnect();
  await closed;
});
