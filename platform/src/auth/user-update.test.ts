import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { claimsOf, rightPassword, startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.ended.length = 0;
});

const newPassword = 'another fine pass phrase';
const put = (token: string, body: object) => auth.send('PUT', '/user', body, { token });
const tokenFor = async (email: string) => (await auth.signIn(email)).body.access_token;

describe('a new password', () => {
  test('lets in from now on, in place of the old one, and ends the other sessions', async () => {
    const email = await auth.addAccount();
    const [own, other] = [await tokenFor(email), await tokenFor(email)];
    const otherSession = claimsOf(other)['session_id'];
    expect((await put(own, { password: newPassword })).status).toBe(200);
    expect(auth.ended).toEqual([otherSession]);
    expect((await auth.send('GET', '/user', undefined, { token: own })).status).toBe(200);
    expect((await auth.signIn(email)).status).toBe(400);
    expect((await auth.signIn(email, {}, newPassword)).status).toBe(200);
  });

  test('is not the old one', async () => {
    const token = await tokenFor(await auth.addAccount());
    expect(await put(token, { password: rightPassword })).toMatchObject({ status: 422, body: { code: 'same_password' } });
  });

  test('is not a weak one, and the reasons are told', async () => {
    const email = await auth.addAccount();
    const token = await tokenFor(email);
    const reasons = async (password: string) => {
      const answer = await put(token, { password });
      expect(answer).toMatchObject({ status: 422, body: { code: 'weak_password' } });
      return answer.body.weak_password.reasons;
    };
    expect(await reasons('eleven char')).toEqual(['length']);
    expect(await reasons(`${'é'.repeat(30)}abcdefgh ijklmno`)).toEqual(['length']);
    expect(await reasons('password1234')).toEqual(['pwned']);
    expect(await reasons(email)).toEqual(['pwned']);
  });

  test('takes a sign-in of the last day where there is no authenticator', async () => {
    const { body } = await auth.signIn(await auth.addAccount());
    auth.time.nowMs += 11 * 3_600_000;
    const once = await auth.send('POST', '/token?grant_type=refresh_token', { refresh_token: body.refresh_token });
    auth.time.nowMs += 11 * 3_600_000;
    const twice = await auth.send('POST', '/token?grant_type=refresh_token', { refresh_token: once.body.refresh_token });
    auth.time.nowMs += 3 * 3_600_000;
    const thrice = await auth.send('POST', '/token?grant_type=refresh_token', { refresh_token: twice.body.refresh_token });
    const answer = await put(thrice.body.access_token, { password: newPassword });
    expect(answer).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
  });

  test('takes aal2 and a code of the last five minutes where there is one', async () => {
    const { email, factorId, secret, session } = await auth.signUpWithFactor();
    expect(await put(await tokenFor(email), { password: newPassword })).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
    auth.time.nowMs += 300_001;
    const stale = await put(session.access_token, { password: newPassword });
    expect(stale).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
    await auth.giveCode(session.access_token, factorId, await auth.codeAt(secret));
    expect((await put(session.access_token, { password: newPassword })).status).toBe(200);
  });

  test('given while the old one is being checked wins over a sign-in with the old one', async () => {
    const email = await auth.addAccount();
    const token = await tokenFor(email);
    const [changed, ...signIns] = await Promise.all([
      put(token, { password: newPassword }),
      ...Array.from({ length: 3 }, () => auth.signIn(email)),
    ]);
    expect(changed.status).toBe(200);
    for (const { status, body } of signIns) {
      if (status !== 200) continue;
      // It was let in before the change, and the change ended it.
      expect((await auth.send('GET', '/user', undefined, { token: body.access_token })).status).toBe(403);
    }
  });
});

describe('a new address', () => {
  test('takes aal2', async () => {
    const token = await tokenFor(await auth.addAccount());
    expect(await put(token, { email: 'elsewhere@example.test' })).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
  });

  test('is the one to sign in with from now on', async () => {
    const { session, userId } = await auth.signUpWithFactor();
    const answer = await put(session.access_token, { email: 'New.Home@Example.Test' });
    expect(answer).toMatchObject({ status: 200, body: { email: 'new.home@example.test' } });
    expect(answer.body.identities).toMatchObject([
      { identity_data: { email: 'new.home@example.test', sub: userId }, email: 'new.home@example.test' },
    ]);
    expect((await auth.signIn('new.home@example.test')).status).toBe(200);
  });

  test('is an address, and nobody else’s', async () => {
    const taken = await auth.addAccount();
    const { email, session } = await auth.signUpWithFactor();
    const token = session.access_token;
    expect(await put(token, { email: 'nothing' })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await put(token, { email: `${'x'.repeat(260)}@example.test` })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await put(token, { email: taken })).toMatchObject({ status: 422, body: { code: 'email_exists' } });
    expect(await put(token, { email: email.toUpperCase() })).toMatchObject({ status: 200, body: { email } });
  });
});

describe('metadata', () => {
  test('is merged, and null takes a key away', async () => {
    const token = await tokenFor(await auth.addAccount());
    await put(token, { data: { theme: 'dark', size: 2 } });
    const { body } = await put(token, { data: { size: null, 'a"b': [1, { c: 'é' }] } });
    expect(body.user_metadata).toEqual({ email_verified: true, theme: 'dark', 'a"b': [1, { c: 'é' }] });
  });

  test('has 4096 bytes at most, since every token carries it', async () => {
    const token = await tokenFor(await auth.addAccount());
    expect(await put(token, { data: { text: 'x'.repeat(4096) } })).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  test('is not the place for __proto__ to do anything', async () => {
    const token = await tokenFor(await auth.addAccount());
    const answer = await auth.send('PUT', '/user', '{"data":{"__proto__":{"polluted":true}}}', { token });
    expect(answer.status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('of the app is the server’s alone', async () => {
    const token = await tokenFor(await auth.addAccount());
    expect(await put(token, { app_metadata: { role: 'admin' } })).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    expect((await put(token, { role: 'service_role', aud: 'x', factor_required: false })).body).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });

  test('is not changed by the password alone where there is an authenticator', async () => {
    const { email } = await auth.signUpWithFactor();
    expect(await put(await tokenFor(email), { data: { theme: 'dark' } })).toMatchObject({
      status: 401,
      body: { code: 'insufficient_aal' },
    });
  });
});

test('a phone cannot be set', async () => {
  const token = await tokenFor(await auth.addAccount());
  expect(await put(token, { phone: '123456' })).toMatchObject({ status: 422, body: { code: 'phone_provider_disabled' } });
});
