import { createSecretKey, randomUUID } from 'node:crypto';
import { base64url, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { claimsOf, makeKeys, rightPassword, startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);

describe('a malformed request is refused in the shape of the service', () => {
  const calls = [
    ['POST', '/token?grant_type=password'],
    ['POST', '/token?grant_type=refresh_token'],
    ['POST', '/signup'],
    ['POST', '/factors'],
    ['POST', '/factors/enrolment-grant'],
    ['PUT', '/user'],
    ['POST', `/factors/${randomUUID()}/verify`],
  ] as const;

  test.each(calls)('%s %s refuses malformed JSON with 400 bad_json', async (method, path) => {
    const tooDeep = '['.repeat(30_000);
    for (const body of [
      '{"email":',
      'hello',
      '',
      '{"email":"a\\u0000b"}',
      '{"email":"\\ud800"}',
      tooDeep,
      `${tooDeep}${']'.repeat(30_000)}`,
    ]) {
      const answer = await auth.send(method, path, body, { headers: { 'content-type': 'application/json' } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_json', message: expect.any(String) } });
      expect(answer.headers.get('x-sb-error-code')).toBe('bad_json');
    }
  });

  test.each(calls)('%s %s refuses a body of another type of value with 400 validation_failed', async (method, path) => {
    for (const body of [
      'null',
      '[]',
      '7',
      '"text"',
      '{"email":7,"factor_type":7,"refresh_token":7,"domain":7,"challenge_id":7,"secret":7}',
    ]) {
      expect(await auth.send(method, path, body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });

  test.each(calls)('%s %s refuses another content type with 415', async (method, path) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await auth.send(method, path, '{}', { headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, body: { code: 'bad_json' } });
    }
  });

  test.each(calls)('%s %s refuses a body above 64 KiB with 413', async (method, path) => {
    const answer = await auth.send(method, path, { email: 'x'.repeat(65 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } });
  });

  test('a body that comes in pieces without a length is cut off at 64 KiB', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(32));
      },
    });
    const headers = { apikey: auth.keys.ring.publishableKey, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    const response = await auth.handle(new Request('http://castellan.test/auth/v1/signup', init));
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(80 * 1024);
  });

  test('a client that goes away while sending is no failure of the server: debug, without a stack', async () => {
    const controller = new AbortController();
    const body = new ReadableStream({
      pull: (stream) => {
        controller.abort();
        stream.error(new Error('aborted'));
      },
    });
    const headers = { apikey: auth.keys.ring.publishableKey, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half', signal: controller.signal } as const;
    auth.logged.length = 0;
    const response = await auth.handle(new Request('http://castellan.test/auth/v1/token?grant_type=password', init));
    expect(response.status).toBe(400);
    expect(auth.logged).toEqual([{ level: 'debug', event: expect.stringContaining('went away'), fields: { requestId: 'test' } }]);
  });

  test('a body that fails while its client is still there is a failure of the server', async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('broken adapter')) });
    const headers = { apikey: auth.keys.ring.publishableKey, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    auth.logged.length = 0;
    const response = await auth.handle(new Request('http://castellan.test/auth/v1/signup', init));
    expect(response.status).toBe(500);
    expect(auth.logged).toMatchObject([{ level: 'error', fields: { error: { message: 'broken adapter' } } }]);
  });

  test('text that is not UTF-8 is refused with 400 bad_json', async () => {
    const headers = { apikey: auth.keys.ring.publishableKey, 'content-type': 'application/json' };
    const body = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    const response = await auth.handle(new Request('http://castellan.test/auth/v1/signup', { method: 'POST', headers, body }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: 'bad_json' });
  });
});

describe('errors have the shape of the API version that was asked for', () => {
  test('with the version of string codes: code and message, and the version is echoed', async () => {
    for (const version of ['2024-01-01', '2026-12-31']) {
      const answer = await auth.send('GET', '/user', undefined, { headers: { 'x-supabase-api-version': version } });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' });
      expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    }
  });

  test('without it, with an older and with a malformed one: code, error_code and msg', async () => {
    for (const version of ['', '2019-01-01', 'latest', '2024-01-01; x']) {
      const answer = await auth.send('GET', '/user', undefined, { headers: { 'x-supabase-api-version': version } });
      expect(answer.body).toEqual({ code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' });
      expect(answer.headers.get('x-supabase-api-version')).toBeNull();
      expect(answer.headers.get('x-sb-error-code')).toBe('no_authorization');
    }
  });
});

describe('the gateway wants an API key', () => {
  test('without one: 401 in the shape of the gateway', async () => {
    for (const path of ['/settings', '/user', '/nothing']) {
      const response = await auth.handle(new Request(`http://castellan.test/auth/v1${path}`));
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ message: 'No API key found in request' });
    }
  });

  test('a token that is none is no API key', async () => {
    const headers = { authorization: 'Bearer nothing', 'content-type': 'application/json' };
    const request = new Request('http://castellan.test/auth/v1/token?grant_type=password', { method: 'POST', headers, body: '{}' });
    const response = await auth.handle(request);
    expect(await response.json()).toMatchObject({ message: 'No API key found in request' });
  });

  test('a wrong one: 401', async () => {
    const answer = await auth.send('GET', '/settings', undefined, { headers: { apikey: 'sb_publishable_wrong' } });
    expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid API key' } });
  });

  test('health and the public keys are open', async () => {
    for (const path of ['/health', '/.well-known/jwks.json']) {
      expect((await auth.handle(new Request(`http://castellan.test/auth/v1${path}`))).status).toBe(200);
    }
  });
});

describe('a token that this server did not sign for a live session opens nothing', async () => {
  const email = await auth.addAccount();
  const { body } = await auth.signIn(email);
  const claims = claimsOf(body.access_token);
  const [header = '', payload = '', signature = ''] = body.access_token.split('.');
  const [key] = auth.keys.ring.signingKeys;
  const otherKeys = await makeKeys();
  const encode = (value: unknown) => base64url.encode(JSON.stringify(value));
  const publicPem = JSON.stringify(key.publicJwk);
  const signed = (changed: Record<string, unknown>, protectedHeader = { alg: 'ES256', kid: key.keyId }) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader(protectedHeader).sign(key.privateKey);

  const refused = {
    'its payload was changed': `${header}.${encode({ ...claims, aal: 'aal2' })}.${signature}`,
    'its signature is cut off': `${header}.${payload}.`,
    'it is no token': 'not.a.token',
    'its algorithm is none': `${encode({ alg: 'none', kid: key.keyId })}.${payload}.`,
    'it is HS256 under the public key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key.keyId })
      .sign(createSecretKey(Buffer.from(publicPem))),
    'it was signed by the key of another server': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: otherKeys.signingKeys[0].keyId })
      .sign(otherKeys.signingKeys[0].privateKey),
    'it was signed by another key under the id of ours': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
      .sign(otherKeys.signingKeys[0].privateKey),
    'it names no key': await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key.privateKey),
    'its issuer is another': await signed({ iss: 'http://elsewhere.test/auth/v1' }),
    'its audience is another': await signed({ aud: 'anon' }),
    'its subject is no UUID': await signed({ sub: 'admin' }),
    'it never expires': await signed({ exp: undefined }),
  };

  test.each(Object.entries(refused))('%s: 403 bad_jwt', async (_reason, token) => {
    const answer = await auth.send('GET', '/user', undefined, { token });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt', message: expect.stringMatching(/^invalid JWT: unable to parse/) },
    });
  });

  test('the token itself opens the account', async () => {
    expect(await auth.send('GET', '/user', undefined, { token: body.access_token })).toMatchObject({ status: 200, body: { email } });
  });

  test('its user is gone: 403 user_not_found; its session is not the user’s: 403 session_not_found', async () => {
    const stranger = await signed({ sub: randomUUID() });
    expect(await auth.send('GET', '/user', undefined, { token: stranger })).toMatchObject({
      status: 403,
      body: { code: 'user_not_found' },
    });
    const other = await auth.signIn(await auth.addAccount());
    for (const session of [randomUUID(), claimsOf(other.body.access_token)['session_id'], undefined]) {
      const token = await signed({ session_id: session });
      expect(await auth.send('GET', '/user', undefined, { token })).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
    }
  });

  test('its user is banned: 403 user_banned, and neither password nor refresh token opens a session', async () => {
    const banned = await auth.addAccount();
    const session = await auth.signIn(banned);
    await auth.admin.query("update auth.users set banned_until = now() + interval '1 day' where email = $1", [banned]);
    const token = session.body.access_token;
    expect(await auth.send('GET', '/user', undefined, { token })).toMatchObject({ status: 403, body: { code: 'user_banned' } });
    expect(await auth.signIn(banned)).toMatchObject({ status: 400, body: { code: 'user_banned' } });
    const refresh = { refresh_token: session.body.refresh_token };
    expect(await auth.send('POST', '/token?grant_type=refresh_token', refresh)).toMatchObject({
      status: 400,
      body: { code: 'user_banned' },
    });
  });

  test('its session has run out in the database: 403 session_not_found', async () => {
    const session = await auth.signIn(await auth.addAccount());
    const token = session.body.access_token;
    await auth.admin.query('update auth.sessions set not_after = $2 where id = $1', [
      claimsOf(token)['session_id'],
      new Date(auth.time.nowMs),
    ]);
    expect(await auth.send('GET', '/user', undefined, { token })).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
  });

  test('a quarter of an hour later it has expired: 403 bad_jwt', async () => {
    auth.time.nowMs += 900_000;
    const answer = await auth.send('GET', '/user', undefined, { token: body.access_token });
    auth.time.nowMs -= 900_000;
    expect(answer).toMatchObject({ status: 403, body: { code: 'bad_jwt', message: expect.stringContaining('token is expired') } });
  });

  test('nobody signed in: the API key as a bearer is 401, the service key has no user', async () => {
    const { publishableKey, secretKey } = auth.keys.ring;
    const anonymous = await auth.send('GET', '/user', undefined, { token: publishableKey });
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    const service = await auth.send('GET', '/user', undefined, { token: secretKey });
    expect(service).toMatchObject({ status: 403, body: { code: 'bad_jwt', message: 'invalid claim: missing sub claim' } });
  });
});

describe('what anybody may ask', () => {
  test('the public keys are public only, and may be kept for ten minutes', async () => {
    const { body, headers } = await auth.send('GET', '/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    const { kty, crv, x, y } = auth.keys.ring.signingKeys[0].publicJwk;
    const kid = auth.keys.ring.signingKeys[0].keyId;
    expect(body).toEqual({ keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }] });
  });

  test('the settings say that passwords are the way in and that sign-up is closed', async () => {
    const { body } = await auth.send('GET', '/settings');
    expect(body).toMatchObject({ disable_signup: true, external: { email: true, phone: false, github: false, anonymous_users: false } });
  });

  test('sign-up is closed to a well-formed request, and checks the form first', async () => {
    const password = 'another fine pass phrase';
    const signUp = async (body: object) => (await auth.send('POST', '/signup', body)).body.code;
    expect(await signUp({ email: 'new@example.test', password })).toBe('signup_disabled');
    expect(await signUp({ email: 'new@', password })).toBe('validation_failed');
    expect(await signUp({ email: 'new@example.test' })).toBe('validation_failed');
    expect(await signUp({ email: 'new@example.test', password: 'é'.repeat(37) })).toBe('validation_failed');
    expect(await signUp({ email: 'new@example.test', phone: '123456', password })).toBe('validation_failed');
    expect(await signUp({ phone: '123456', password })).toBe('phone_provider_disabled');
    expect(await signUp({ data: {} })).toBe('anonymous_provider_disabled');
    expect((await auth.admin.query("select 1 from auth.users where email like 'new%'")).rows).toEqual([]);
  });

  test('single sign-on has no provider', async () => {
    expect(await auth.send('POST', '/sso', { domain: 'example.test' })).toMatchObject({
      status: 404,
      body: { code: 'saml_provider_disabled' },
    });
    // Said before anything that was sent is looked at.
    for (const body of [{}, { domain: 1 }, []]) {
      expect(await auth.send('POST', '/sso', body)).toMatchObject({ status: 404, body: { code: 'saml_provider_disabled' } });
    }
  });

  test('every other call and method is 404 in the shape of the service', async () => {
    const calls = [
      ['GET', '/'],
      ['GET', '/nothing'],
      ['GET', '/token'],
      ['DELETE', '/user'],
      ['PATCH', '/admin/users'],
      ['POST', `/admin/users/${randomUUID()}`],
      ['POST', `/factors/${randomUUID()}/verify/more`],
      ['GET', '/constructor'],
      ['GET', '/%00'],
    ];
    for (const [method = '', path = ''] of calls) {
      expect(await auth.send(method, path), path).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('a factor’s malformed id is spoken of to a session only', async () => {
    const token = (await auth.signIn(await auth.addAccount())).body.access_token;
    for (const [method = '', path = ''] of [
      ['POST', '/factors/not-a-uuid/verify'],
      ['POST', '/factors/not-a-uuid/challenge'],
      ['DELETE', '/factors/%00'],
    ]) {
      expect(await auth.send(method, path), path).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
      expect(await auth.send(method, path, undefined, { token }), path).toMatchObject({
        status: 404,
        body: { code: 'validation_failed', message: 'factor_id must be an UUID' },
      });
    }
  });

  test('another grant is refused as upstream words it', async () => {
    for (const query of ['', '?grant_type=', '?grant_type=device']) {
      expect(await auth.send('POST', `/token${query}`, {})).toMatchObject({
        status: 400,
        body: { code: 'invalid_credentials', message: 'unsupported_grant_type' },
      });
    }
  });

  test('a failure of the database is 500 without its text, and is logged with it', async () => {
    const logged: unknown[] = [];
    const failing = { query: () => Promise.reject(new Error('relation "secret" is broken')) };
    const context = { ...auth.context, log: { ...auth.context.log, error: (...line: unknown[]) => void logged.push(line) } };
    Object.assign(context, { database: { ...auth.context.database, auth: failing } });
    const headers = { apikey: auth.keys.ring.publishableKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'a@example.test', password: rightPassword });
    const request = new Request('http://castellan.test/auth/v1/token?grant_type=password', { method: 'POST', headers, body });
    const response = await auth.handle(request, context);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(logged).toMatchObject([['An auth call failed.', { requestId: 'test', error: { message: 'relation "secret" is broken' } }]]);
  });
});
