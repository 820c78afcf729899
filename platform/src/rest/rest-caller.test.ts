import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKeyRing } from '../core/test-key-ring.ts';
import { signToken } from '../core/tokens.ts';
import { startTestRest } from './start-test-rest.ts';
import { answerOf } from './test-answer.ts';
import { testSchema } from './test-schema.ts';

const rest = await startTestRest(testSchema);
afterAll(rest.stop);
const user = await rest.makeUser();

beforeEach(async () => {
  await rest.owner.query(
    'truncate public.remarks, public.settings, public.pairs, public.counted, public.children restart identity cascade',
  );
});

describe('the caller', () => {
  test('without an API key is answered as the gateway does', async () => {
    const response = await rest.handle(new Request('http://rest.test/rest/v1/settings'));
    expect(await answerOf(response)).toMatchObject({
      status: 401,
      body: { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    });
  });

  test('with a wrong API key is refused', async () => {
    const request = new Request('http://rest.test/rest/v1/settings', { headers: { apikey: 'sb_publishable_wrong' } });
    expect(await answerOf(await rest.handle(request))).toMatchObject({ status: 401, body: { message: 'Invalid API key' } });
  });

  test('may give its API key in the address', async () => {
    const response = await rest.handle(new Request(`http://rest.test/rest/v1/settings?apikey=${rest.keys.publishableKey}&select=name`));
    expect(await answerOf(response)).toMatchObject({ status: 200, body: [] });
  });

  test('with an expired token hears so', async () => {
    const response = await rest.send('/settings', {}, await rest.makeUser(-10));
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token", error_description="JWT expired"');
    expect(await answerOf(response)).toMatchObject({
      status: 401,
      body: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
    });
  });

  test.each(['garbage', 'a.b.c', 'e30.e30.e30'])('with the token %s is refused', async (token) => {
    const response = await rest.send('/settings', {}, { id: user.id, token });
    expect(await answerOf(response)).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
  });

  test('with a token of another ring is refused', async () => {
    const claims = {
      sub: user.id,
      role: 'service_role',
      aud: 'authenticated',
      iss: 'http://rest.test/auth/v1',
      exp: rest.time.nowMs / 1000 + 900,
    };
    const token = await signToken(await makeKeyRing(), claims);
    expect(await answerOf(await rest.send('/settings', {}, { id: user.id, token }))).toMatchObject({
      status: 401,
      body: { code: 'PGRST301' },
    });
  });

  test('is what the database sees', async () => {
    const body = await (await rest.send('/rpc/who', { method: 'POST' }, user)).json();
    expect(body).toMatchObject({ role: 'authenticated', claims: { sub: user.id }, method: 'POST', address: '127.0.0.1' });
    expect(await (await rest.send('/rpc/who')).json()).toMatchObject({ role: 'anon', method: 'GET' });
  });

  test('leaves nothing of itself on the connection', async () => {
    await Promise.all(Array.from({ length: 30 }, () => rest.send('/rpc/who', {}, user)));
    const seen = await Promise.all(Array.from({ length: 30 }, async () => (await rest.send('/rpc/who')).json()));
    for (const who of seen) expect(who).toMatchObject({ role: 'anon', claims: { role: 'anon' } });
    expect(JSON.stringify(seen)).not.toContain(user.id);
  });

  test('who is nobody hears 401 where a privilege is missing, somebody 403', async () => {
    const anonymous = await rest.send('/hidden');
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answerOf(anonymous)).toMatchObject({
      status: 401,
      body: { code: '42501', message: 'permission denied for table hidden' },
    });
    expect(await answerOf(await rest.send('/hidden', {}, user))).toMatchObject({ status: 403, body: { code: '42501' } });
    expect(await answerOf(await rest.send('/rpc/owners_only'))).toMatchObject({ status: 401, body: { code: '42501' } });
  });
});

test('nobody’s statement ends after the three seconds that nobody has', async () => {
  expect(await answerOf(await rest.send('/rpc/sleepy', { method: 'POST' }))).toMatchObject({
    status: 500,
    body: { code: '57014', message: 'canceling statement due to statement timeout' },
  });
});
