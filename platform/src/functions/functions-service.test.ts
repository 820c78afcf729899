import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../core/database.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { type SigningKey, signToken } from '../core/tokens.ts';
import { createFunctionsService, embeddedHost } from './functions-service.ts';

const said: string[] = [];
const hearing = (level: string) => (event: string) => void said.push(`${level} ${event}`);

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const signingKey: SigningKey = { keyId: 'test', privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) };

/** The database is never asked: what anybody may call needs no session. */
const context: PlatformContext = {
  database: openDatabase({ host: '127.0.0.1', port: 1, database: 'none', password: '' }, () => undefined),
  keys: () => ({
    signingKeys: [signingKey],
    publishableKey: 'sb_publishable_test',
    secretKey: 'sb_secret_test',
    sessionKey: new Uint8Array(32),
    authenticatorKey: new Uint8Array(32),
  }),
  clock: { nowMs: () => 0 },
  randomBytes: (count) => new Uint8Array(randomBytes(count)),
  log: { debug: hearing('debug'), info: hearing('info'), warn: hearing('warn'), error: hearing('error') },
  publicUrl: 'http://functions.test',
  authEvents: { signInFailed: () => undefined, sessionsEnded: () => undefined },
  passwordCost: 4,
};
afterAll(context.database.close);

const service = createFunctionsService(embeddedHost(context), {
  measure: { audience: 'public', handle: async (request) => Response.json((await request.arrayBuffer()).byteLength) },
});

function measure(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}): Promise<Response> {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  const requestContext = { address: '127.0.0.1', secure: false, requestId: 'test' };
  return service.handle(new Request('http://functions.test/functions/v1/measure', init), requestContext);
}

test('who is not signed in may send 64 KiB, and the service key a mebibyte', async () => {
  const service = { apikey: 'sb_secret_test' };
  const statuses = [
    (await measure(new Uint8Array(64 * 1024))).status,
    (await measure(new Uint8Array(64 * 1024 + 1))).status,
    (await measure(new Uint8Array(1024 * 1024), service)).status,
    (await measure(new Uint8Array(1024 * 1024 + 1), service)).status,
  ];
  expect(statuses).toEqual([200, 413, 200, 413]);
});

test('an upload that breaks off is its sender’s fault', async () => {
  said.length = 0;
  const answer = await measure(new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) }));
  expect([answer.status, answer.headers.get('x-relay-error')]).toEqual([400, 'true']);
  expect(said).toEqual(['debug request_body_interrupted']);
});

test.each(['https://attacker.example', 'null', 'http://functions.test.attacker.example', 'http://functions.test:81'])(
  'a page of %s gets no answer of a function that anybody may call, with a key or without',
  async (origin) => {
    for (const headers of [{ origin }, { origin, apikey: 'sb_publishable_test' }]) {
      const answer = await measure('x', headers);
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'FORBIDDEN_ORIGIN' }]);
    }
  },
);

test('a page of this site, and a program that is no page, get theirs', async () => {
  expect((await measure('x', { origin: 'http://functions.test' })).status).toBe(200);
  expect((await measure('x')).status).toBe(200);
});

test('somebody signed in who is not the owner is refused without a question to the database', async () => {
  const ofOwner = createFunctionsService(embeddedHost({ ...context, isGuest: async () => true }), {
    lend: { handle: async () => Response.json('lent') },
  });
  const claims = { sub: randomUUID(), role: 'authenticated', aud: 'authenticated', iss: 'http://functions.test/auth/v1', exp: 600 };
  const headers = { apikey: 'sb_publishable_test', authorization: `Bearer ${await signToken(context.keys(), claims)}` };
  const request = new Request('http://functions.test/functions/v1/lend', { headers });
  const answered = await ofOwner.handle(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
  expect([answered.status, Object(await answered.json()).code]).toEqual([401, 'UNAUTHORIZED_NO_OWNER_SESSION']);
});
