import { afterAll, expect, test } from 'vitest';
import { startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
afterAll(() => auth.stop());

const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

test('a mail is promised to no address more than to another, and a code signs nobody in', async () => {
  const known = await auth.addAccount();
  for (const email of [known, 'nobody@example.test']) {
    expect(await auth.send('POST', '/recover', { email })).toMatchObject({ status: 200, body: {} });
    expect(await auth.send('POST', '/resend', { type: 'signup', email })).toMatchObject({ status: 200, body: {} });
    expect(await auth.send('POST', '/otp', { email })).toMatchObject({ status: 422, body: { code: 'otp_disabled' } });
    const verified = await auth.send('POST', '/verify', { type: 'email', email, token: '123456' });
    expect(verified).toMatchObject({ status: 403, body: { code: 'otp_expired', message: 'Token has expired or is invalid' } });
  }
});

test('each of these calls names what it misses, in the service’s words', async () => {
  for (const [path = '', body, status, code] of [
    ['/otp', {}, 400, 'validation_failed'],
    ['/otp', { phone: '+491701234567' }, 422, 'phone_provider_disabled'],
    ['/recover', {}, 400, 'validation_failed'],
    ['/resend', { type: 'other', email: 'a@example.test' }, 400, 'validation_failed'],
    ['/resend', { type: 'sms', phone: '+491701234567' }, 422, 'phone_provider_disabled'],
    ['/verify', { email: 'a@example.test', token: '1' }, 400, 'validation_failed'],
    ['/verify', { type: 'constructor', email: 'a@example.test', token: '1' }, 400, 'validation_failed'],
    ['/verify', { type: 'sms', phone: '+49 170 1234567', token: '1' }, 403, 'otp_expired'],
    ['/verify', { type: 'sms', phone: '0170-1234567', token: '1' }, 400, 'validation_failed'],
    ['/verify', { type: 'recovery', token_hash: 'unknown' }, 403, 'otp_expired'],
    ['/token?grant_type=pkce', {}, 400, 'validation_failed'],
    ['/token?grant_type=pkce', { auth_code: id, code_verifier: 'v'.repeat(43) }, 404, 'flow_state_not_found'],
    ['/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['/token?grant_type=web3', { chain: 'ethereum' }, 422, 'web3_provider_disabled'],
    ['/token?grant_type=web3', { chain: 'other' }, 400, 'web3_unsupported_chain'],
  ] as const) {
    expect(await auth.send('POST', path, body), path).toMatchObject({ status, body: { code } });
  }
  expect(await auth.send('POST', '/token?grant_type=id_token', {})).toMatchObject({
    status: 400,
    body: { error: 'invalid request', error_description: 'id_token required' },
  });
  expect(await auth.send('GET', '/authorize?provider=github')).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: 'Unsupported provider: provider is not enabled' },
  });
});

test('an account keeps the one identity it has, and what a session alone may ask wants one', async () => {
  const token = (await auth.signIn(await auth.addAccount())).body.access_token;
  for (const [method = '', path = ''] of [
    ['GET', '/reauthenticate'],
    ['GET', '/user/identities/authorize?provider=github'],
    ['DELETE', `/user/identities/${id}`],
  ]) {
    expect(await auth.send(method, path), path).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
  }
  expect(await auth.send('GET', '/reauthenticate', undefined, { token })).toMatchObject({ status: 200, body: {} });
  const linking = await auth.send('GET', '/user/identities/authorize?provider=github', undefined, { token });
  const refusal = { status: 404, body: { code: 'manual_linking_disabled', message: 'Manual linking is disabled' } };
  expect(linking).toMatchObject(refusal);
  const unlinking = await auth.send('DELETE', `/user/identities/${id}`, undefined, { token });
  expect(unlinking).toMatchObject(refusal);
});
