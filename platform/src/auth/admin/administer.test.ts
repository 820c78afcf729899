import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { rightPassword, startTestAuth } from '../test-auth-service.ts';

const auth = await startTestAuth();
const server = await auth.listen();

afterAll(async () => {
  await server.close();
  await auth.stop();
});

const options = { auth: { persistSession: false, autoRefreshToken: false } };
const makeClient = (key = auth.keys.ring.publishableKey) => createClient(server.url, key, options);
const { admin } = makeClient(auth.keys.ring.secretKey).auth;

const nobody = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

test('the unmodified client makes, finds, lists, changes, shuts out and deletes an account with the secret key', async () => {
  const email = 'Second@example.test';
  const made = await admin.createUser({ email, password: rightPassword, email_confirm: true, user_metadata: { name: 'Second' } });
  expect(made.error).toBeNull();
  expect(made.data.user).toMatchObject({
    email: 'second@example.test',
    user_metadata: { name: 'Second' },
    identities: [{ provider: 'email' }],
  });
  const id = made.data.user?.id ?? '';
  expect((await admin.createUser({ email, password: rightPassword })).error).toMatchObject({ status: 422, code: 'email_exists' });
  expect((await admin.createUser({ email: 'weak@example.test', password: 'abc' })).error).toMatchObject({ code: 'weak_password' });
  expect((await admin.createUser({})).error).toMatchObject({ status: 400, code: 'validation_failed' });

  expect((await admin.getUserById(id)).data.user).toMatchObject({ id, email: 'second@example.test' });
  expect((await admin.getUserById(nobody)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  const listed = await admin.listUsers({ page: 1, perPage: 1 });
  expect(listed.data).toMatchObject({ aud: 'authenticated', users: [{ id }], total: 1, lastPage: 1 });

  const changed = await admin.updateUserById(id, { user_metadata: { name: null, role: 'guest' }, app_metadata: { team: 'a' } });
  expect(changed.data.user).toMatchObject({ user_metadata: { role: 'guest' }, app_metadata: { provider: 'email', team: 'a' } });
  expect(changed.data.user?.user_metadata).not.toHaveProperty('name');
  const client = makeClient();
  expect((await client.auth.signInWithPassword({ email, password: rightPassword })).error).toBeNull();
  expect((await admin.updateUserById(id, { ban_duration: '1h30m' })).data.user?.banned_until).toBeDefined();
  expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_banned' });
  expect((await admin.updateUserById(id, { ban_duration: 'soon' })).error).toMatchObject({ status: 400, code: 'validation_failed' });
  await admin.updateUserById(id, { ban_duration: 'none' });
  expect((await client.auth.getUser()).error).toBeNull();

  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await client.auth.getUser()).error).not.toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({ code: 'user_not_found' });
});

test('an account whose address nobody confirmed does not sign in', async () => {
  const email = 'unconfirmed@example.test';
  const made = await admin.createUser({ email, password: rightPassword });
  const signIn = () => makeClient().auth.signInWithPassword({ email, password: rightPassword });
  expect((await signIn()).error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  await admin.updateUserById(made.data.user?.id ?? '', { email_confirm: true });
  expect((await signIn()).error).toBeNull();
});

test('an account’s authenticators are listed without their secrets, and removed', async () => {
  const { userId, factorId, secret } = await auth.signUpWithFactor();
  const listed = await admin.mfa.listFactors({ userId });
  expect(JSON.stringify(listed)).not.toContain(secret);
  expect(listed.error).toBeNull();
  expect(await auth.send('GET', `/admin/users/${userId}/factors`, undefined, asAdmin)).toMatchObject({
    body: [{ id: factorId, status: 'verified' }],
  });
  expect((await admin.mfa.deleteFactor({ userId, id: nobody })).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull();
  expect((await auth.send('GET', `/admin/users/${userId}/factors`, undefined, asAdmin)).body).toEqual([]);
});

test('the secret key changes neither password, address nor authenticators of the owner, and deletes nothing of it', async () => {
  const { userId, factorId, email } = await auth.signUpWithFactor();
  auth.owner.id = userId;
  const refused = { status: 403, code: 'owner_protected' };
  expect((await admin.updateUserById(userId, { password: 'another fine pass phrase' })).error).toMatchObject(refused);
  expect((await admin.updateUserById(userId, { email: 'thief@example.test' })).error).toMatchObject(refused);
  expect((await admin.updateUserById(userId, { ban_duration: '1h' })).error).toMatchObject(refused);
  expect((await admin.deleteUser(userId)).error).toMatchObject(refused);
  expect((await admin.mfa.deleteFactor({ userId, id: factorId })).error).toMatchObject(refused);
  expect((await admin.updateUserById(userId, { user_metadata: { name: 'Ada' } })).error).toBeNull();
  expect((await auth.signIn(email)).status).toBe(200);
  // A link leads to the half of a sign-in that still wants the authenticator; before there is one, to nothing.
  const link = await admin.generateLink({ type: 'magiclink', email });
  const client = makeClient();
  await client.auth.verifyOtp({ type: 'magiclink', token_hash: link.data.properties?.hashed_token ?? '' });
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await client.auth.updateUser({ password: 'another fine pass phrase' })).error).toMatchObject({ code: 'insufficient_aal' });
  const fresh = await auth.addAccount();
  const [account] = (await admin.listUsers()).data.users.filter((user) => user.email === fresh);
  auth.owner.id = undefined;
  const early = await admin.generateLink({ type: 'magiclink', email: fresh });
  auth.owner.id = account?.id;
  const shown = { type: 'magiclink', token_hash: early.data.properties?.hashed_token ?? '' } as const;
  expect((await makeClient().auth.verifyOtp(shown)).error).toMatchObject({ code: 'otp_expired' });
  expect((await admin.generateLink({ type: 'recovery', email: fresh })).error).toMatchObject(refused);
  auth.owner.id = undefined;
});

test('a link or its six digits begin one session, once, for their own purpose', async () => {
  const email = await auth.addAccount();
  const made = await admin.generateLink({ type: 'recovery', email, options: { redirectTo: 'http://castellan.test/auth-terminal' } });
  expect(made.error).toBeNull();
  const { properties } = made.data;
  expect(properties?.email_otp).toMatch(/^\d{6}$/);
  const link = new URL(properties?.action_link ?? '');
  expect(link.pathname).toBe('/auth/v1/verify');
  const token = properties?.email_otp ?? '';
  expect((await makeClient().auth.verifyOtp({ type: 'magiclink', email, token })).error).toMatchObject({
    status: 403,
    code: 'otp_expired',
  });
  const client = makeClient();
  const verified = await client.auth.verifyOtp({ type: 'recovery', email, token });
  expect(verified.data.user?.email).toBe(email);
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  expect((await makeClient().auth.verifyOtp({ type: 'recovery', email, token })).error).toMatchObject({ code: 'otp_expired' });

  const second = await admin.generateLink({ type: 'magiclink', email, options: { redirectTo: 'https://elsewhere.example/' } });
  const follow = () => auth.handle(new Request(second.data.properties?.action_link ?? ''));
  const followed = new URL((await follow()).headers.get('location') ?? '');
  expect(followed.origin).toBe('http://castellan.test');
  expect(Object.fromEntries(new URLSearchParams(followed.hash.slice(1)))).toMatchObject({ token_type: 'bearer', type: 'magiclink' });
  const again = await follow();
  expect(again.status).toBe(303);
  const said = new URLSearchParams(new URL(again.headers.get('location') ?? '').hash.slice(1));
  expect(Object.fromEntries(said)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
  expect((await admin.generateLink({ type: 'recovery', email: 'nobody@example.test' })).error).toMatchObject({ code: 'user_not_found' });
});

test('five wrong digits end a token, and an hour does', async () => {
  await auth.forgetLimits();
  const email = await auth.addAccount();
  const issue = async () => (await admin.generateLink({ type: 'magiclink', email })).data.properties?.email_otp ?? '';
  const verify = (token: string) => auth.send('POST', '/verify', { type: 'magiclink', email, token }, { address: `203.0.113.${tries++}` });
  let tries = 20;
  const first = await issue();
  const wrong = first === '000000' ? '111111' : '000000';
  for (let count = 0; count < 5; count += 1) expect((await verify(wrong)).body.code).toBe('otp_expired');
  expect((await verify(first)).body.code).toBe('otp_expired');
  const late = await issue();
  auth.time.nowMs += 61 * 60_000;
  expect((await verify(late)).body.code).toBe('otp_expired');
});

test('an invitation makes an account that its link confirms', async () => {
  const email = 'guest@example.test';
  const invited = await admin.inviteUserByEmail(email, { data: { name: 'Guest' } });
  expect(invited.data.user).toMatchObject({ email, user_metadata: { name: 'Guest' } });
  expect(invited.data.user?.email_confirmed_at).toBeUndefined();
  const link = await admin.generateLink({ type: 'invite', email });
  const verified = await makeClient().auth.verifyOtp({ type: 'invite', token_hash: link.data.properties?.hashed_token ?? '' });
  expect(verified.data.user?.email_confirmed_at).toBeDefined();
  expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' });
});

const asAdmin = { headers: { apikey: auth.keys.ring.secretKey } };

test('nobody else is an administrator', async () => {
  const token = (await auth.signIn(await auth.addAccount())).body.access_token;
  for (const [method = '', path = ''] of [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${nobody}`],
    ['PUT', `/admin/users/${nobody}`],
    ['DELETE', `/admin/users/${nobody}`],
    ['GET', `/admin/users/${nobody}/factors`],
    ['DELETE', `/admin/users/${nobody}/factors/${nobody}`],
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
  ]) {
    expect(await auth.send(method, path), path).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    expect(await auth.send(method, path, undefined, { token }), path).toMatchObject({ status: 403, body: { code: 'not_admin' } });
  }
  expect(await auth.send('GET', '/admin/users/x', undefined, asAdmin)).toMatchObject({ status: 404, body: { code: 'validation_failed' } });
});
