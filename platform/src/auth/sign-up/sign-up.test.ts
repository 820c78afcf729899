import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignUpSettings, signUpClosed } from '../../core/platform-context.ts';
import { rightPassword, startTestAuth } from '../test-auth-service.ts';

/** What a test sets; the service reads it at each call. */
const set: { -readonly [Name in keyof SignUpSettings]: SignUpSettings[Name] } = { ...signUpClosed, signUpsPerHour: 8, mostAccounts: 4 };
const auth = await startTestAuth({ signUps: set });
const server = await auth.listen();
const options = { auth: { persistSession: false, autoRefreshToken: false } };
const makeClient = (key = auth.keys.ring.publishableKey) => createClient(server.url, key, options).auth;
const { admin } = makeClient(auth.keys.ring.secretKey);

afterAll(async () => {
  await server.close();
  await auth.stop();
});

let ownersEmail: string;
beforeAll(async () => {
  ownersEmail = await auth.addAccount();
});

beforeEach(async () => {
  await auth.admin.query('delete from auth.users where email is distinct from $1', [ownersEmail]);
  const { rows } = await auth.admin.query<{ id: string }>('select id from auth.users');
  auth.owner.id = rows[0]?.id;
  Object.assign(set, { ...signUpClosed, signUpsPerHour: 8, mostAccounts: 4 });
  await auth.forgetLimits();
});

const email = 'guest@example.test';
const signUp = (address = email, password = rightPassword) =>
  makeClient().signUp({ email: address, password, options: { data: { hello: 'x' } } });
const names = async () => (await auth.admin.query('select email from auth.users where email is distinct from $1', [ownersEmail])).rows;

test('nobody signs up in any way unless the owner of the server says so, and nothing is kept of the attempt', async () => {
  expect((await signUp()).error).toMatchObject({ status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' });
  expect((await makeClient().signInAnonymously()).error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
  expect((await makeClient().signInWithOtp({ email })).error).toMatchObject({ status: 422, code: 'otp_disabled' });
  expect(await names()).toEqual([]);
  expect((await auth.send('GET', '/settings')).body).toMatchObject({ disable_signup: true, external: { anonymous_users: false } });
});

test('before there is an owner nobody signs up, so that nobody takes the owner’s address', async () => {
  auth.owner.id = undefined;
  Object.assign(set, { signUp: 'open', anonymous: true, oneTimeCodes: true });
  expect((await signUp()).error).toMatchObject({ code: 'signup_disabled' });
  expect((await makeClient().signInAnonymously()).error).toMatchObject({ code: 'anonymous_provider_disabled' });
  expect((await makeClient().signInWithOtp({ email })).error).toMatchObject({ code: 'otp_disabled' });
  expect(await names()).toEqual([]);
});

test('an open sign-up begins a session at once, and an address has one account', async () => {
  set.signUp = 'open';
  const signedUp = await signUp('Guest@example.test');
  expect(signedUp.error).toBeNull();
  expect(signedUp.data.user).toMatchObject({
    email,
    user_metadata: { hello: 'x' },
    app_metadata: { provider: 'email' },
    identities: [{ provider: 'email' }],
  });
  expect(signedUp.data.user?.email_confirmed_at).toBeDefined();
  expect(signedUp.data.session?.access_token).toBeDefined();
  expect((await makeClient().signInWithPassword({ email, password: rightPassword })).error).toBeNull();
  for (const address of [email, ownersEmail]) {
    expect((await signUp(address)).error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' });
  }
  expect((await auth.send('GET', '/settings')).body).toMatchObject({ disable_signup: false, mailer_autoconfirm: true });
});

test('an account that wants confirming has no session before its link or code was shown, and nothing is said to be sent', async () => {
  set.signUp = 'confirmed';
  const signedUp = await signUp();
  expect(signedUp).toMatchObject({ error: null, data: { session: null, user: { email, identities: [{}] } } });
  expect(signedUp.data.user).not.toHaveProperty('confirmation_sent_at');
  expect(signedUp.data.user).not.toHaveProperty('email_confirmed_at');
  expect((await makeClient().signInWithPassword({ email, password: rightPassword })).error).toMatchObject({ code: 'email_not_confirmed' });
  const link = await admin.generateLink({ type: 'signup', email, password: rightPassword });
  const confirmed = await makeClient().verifyOtp({ email, token: link.data.properties?.email_otp ?? '', type: 'signup' });
  expect(confirmed.data.session).not.toBeNull();
  expect((await makeClient().signInWithPassword({ email, password: rightPassword })).error).toBeNull();
});

test('where confirming is wanted, an address with an account is answered as another, and its account stays as it is', async () => {
  set.signUp = 'confirmed';
  for (const address of [email, ownersEmail]) {
    if (address === email) await admin.createUser({ email, password: rightPassword, email_confirm: true });
    const again = await signUp(address, 'another fine pass phrase');
    expect(again).toMatchObject({ error: null, data: { session: null, user: { email: address, identities: [] } } });
    expect((await makeClient().signInWithPassword({ email: address, password: rightPassword })).error).toBeNull();
  }
  // An invited account is confirmed by its invitation alone.
  await admin.inviteUserByEmail('invited@example.test');
  set.signUp = 'open';
  expect((await signUp('invited@example.test')).error).toMatchObject({ code: 'user_already_exists' });
});

test('somebody without a name has a session, an empty address and no authenticator', async () => {
  set.anonymous = true;
  const client = makeClient();
  const signedIn = await client.signInAnonymously({ options: { data: { hello: 'x' } } });
  expect(signedIn).toMatchObject({ error: null, data: { user: { is_anonymous: true, user_metadata: { hello: 'x' }, identities: [] } } });
  expect((await client.getClaims()).data?.claims).toMatchObject({
    is_anonymous: true,
    role: 'authenticated',
    amr: [{ method: 'anonymous' }],
  });
  expect((await client.refreshSession()).data.user?.is_anonymous).toBe(true);
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ status: 403, code: 'no_authorization' });
  expect((await client.reauthenticate()).error).toMatchObject({ status: 400, code: 'validation_failed' });
  expect((await makeClient().signInWithPassword({ email: '', password: '' })).error).not.toBeNull();
});

test('an address alone makes an account that its first code confirms; the same is answered for one that is there', async () => {
  set.oneTimeCodes = true;
  for (const address of [email, email, ownersEmail]) {
    expect(await makeClient().signInWithOtp({ email: address })).toMatchObject({ error: null, data: { user: null, session: null } });
    expect((await makeClient().signInWithOtp({ email: address, options: { shouldCreateUser: false } })).error).toMatchObject({
      code: 'otp_disabled',
    });
  }
  expect(await names()).toEqual([{ email }]);
  const link = await admin.generateLink({ type: 'magiclink', email });
  const token = link.data.properties?.email_otp ?? '';
  expect((await makeClient().verifyOtp({ email, token, type: 'email' })).data.user?.email_confirmed_at).toBeDefined();
});

test('a fixed code signs in its own address, once for each time it was asked for, and never the owner', async () => {
  Object.assign(set, { oneTimeCodes: true, fixedCodes: new Map([email, ownersEmail].map((address) => [address, '123456'])) });
  const verify = (address: string) => makeClient().verifyOtp({ email: address, token: '123456', type: 'email' });
  for (const address of [email, ownersEmail]) await makeClient().signInWithOtp({ email: address });
  expect((await verify(email)).error).toBeNull();
  expect((await verify(email)).error).toMatchObject({ code: 'otp_expired' });
  expect((await verify(ownersEmail)).error).toMatchObject({ code: 'otp_expired' });
});

test('the shortest password is the set one for others, and twelve characters for the owner', async () => {
  Object.assign(set, { signUp: 'open', shortestPassword: 6 });
  expect((await signUp(email, '12345')).error).toMatchObject({
    code: 'weak_password',
    message: expect.stringContaining('at least 6 characters'),
  });
  expect((await signUp(email, 'r7tzk2')).error).toBeNull();
  const owner = makeClient();
  await owner.signInWithPassword({ email: ownersEmail, password: rightPassword });
  expect((await owner.updateUser({ password: 'r7tzk2' })).error).toMatchObject({
    message: expect.stringContaining('at least 12 characters'),
  });
});

test('one address block and one person ask for so many accounts an hour, over all servers', async () => {
  Object.assign(set, { signUp: 'open', anonymous: true, mostAccounts: 100 });
  const from = (address: string, body: unknown) => auth.send('POST', '/signup', body, { address });
  auth.restart();
  for (let count = 0; count < 8; count += 1) expect((await from('2001:db8::1', {})).status).toBe(200);
  auth.restart();
  expect(await from('2001:db8::2', {})).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
  expect((await from('2001:db8:0:1::1', {})).status).toBe(200);
  for (let count = 0; count < 5; count += 1) await from(`203.0.113.${count}`, { email, password: rightPassword });
  expect(await from('203.0.113.99', { email, password: rightPassword })).toMatchObject({ status: 429 });
  auth.time.nowMs += 61 * 60_000;
  expect((await from('203.0.113.99', { email, password: rightPassword })).status).toBe(422);
});

test('there are never more such accounts than the set number; the unused and unconfirmed of yesterday give way', async () => {
  Object.assign(set, { signUp: 'open', anonymous: true, signUpsPerHour: 1000 });
  auth.restart();
  const from = (count: number) => auth.send('POST', '/signup', {}, { address: `203.0.113.${count}` });
  const statuses = (await Promise.all(Array.from({ length: 12 }, (_, count) => from(count)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  // Their sessions have run out.
  auth.time.nowMs += 8 * 24 * 60 * 60_000;
  expect((await from(50)).status).toBe(200);
  expect(await names()).toHaveLength(1);
});

test('signing in and refreshing again and again keeps a bounded number of rows of somebody else than the owner', async () => {
  set.signUp = 'open';
  await signUp();
  const count = async (table: string) =>
    Number((await auth.admin.query(`select count(*) from auth.${table} where user_id <> $1`, [auth.owner.id])).rows[0].count);
  for (let times = 0; times < 24; times += 1) await auth.signIn(email, { address: `203.0.113.${times}` });
  expect(await count('sessions')).toBe(20);
  const client = makeClient();
  await client.signInWithPassword({ email, password: rightPassword });
  const before = await count('refresh_tokens');
  for (let times = 0; times < 60; times += 1) expect((await client.refreshSession()).error).toBeNull();
  expect((await count('refresh_tokens')) - before).toBe(49);
});

test('no device of somebody else than the owner is known, so that none of theirs stands before the owner’s', async () => {
  set.signUp = 'open';
  await signUp();
  expect((await auth.signIn(email)).headers.get('set-cookie')).toBeNull();
  expect((await auth.signIn(ownersEmail)).headers.get('set-cookie')).toContain('castellan-device=');
});

/** Somebody with an account and an authenticator, where addresses are confirmed. */
async function signUpWithAuthenticator() {
  set.signUp = 'open';
  const client = makeClient();
  await client.signUp({ email, password: rightPassword });
  const enrolled = await client.mfa.enroll({ factorType: 'totp' });
  if (enrolled.data?.type !== 'totp') throw new Error('no authenticator was enrolled');
  await client.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: await auth.codeAt(enrolled.data.totp.secret) });
  set.signUp = 'confirmed';
  return client;
}

test('where addresses are confirmed, a new one waits for the links to both', async () => {
  const client = await signUpWithAuthenticator();
  const newEmail = 'new@example.test';
  expect((await client.updateUser({ email: newEmail })).data.user).toMatchObject({ email, new_email: newEmail });
  const link = (type: 'email_change_current' | 'email_change_new') => admin.generateLink({ type, email, newEmail });
  const [current, fresh] = [await link('email_change_current'), await link('email_change_new')];
  expect(current.data).toMatchObject({ user: { new_email: newEmail }, properties: { verification_type: 'email_change_current' } });
  const half = await auth.send('POST', '/verify', { type: 'email_change', token_hash: current.data.properties?.hashed_token });
  expect(half).toMatchObject({
    status: 200,
    body: { code: '200', msg: expect.stringContaining('Please proceed to confirm link sent to the other email') },
  });
  expect((await client.getUser()).data.user?.email).toBe(email);
  const whole = await makeClient().verifyOtp({ type: 'email_change', email: newEmail, token: fresh.data.properties?.email_otp ?? '' });
  expect(whole.data.user).toMatchObject({ email: newEmail, identities: [{ identity_data: { email: newEmail } }] });
  expect((await admin.generateLink({ type: 'email_change_current', email: ownersEmail, newEmail: 'x@example.test' })).error).toMatchObject({
    code: 'owner_protected',
  });
});

test('the link to one new address confirms no other that was asked for meanwhile', async () => {
  const client = await signUpWithAuthenticator();
  const [own, others] = ['own@example.test', 'others@example.test'];
  expect((await client.updateUser({ email: own })).error).toBeNull();
  const shownLater = await admin.generateLink({ type: 'email_change_new', email, newEmail: own });
  expect((await client.updateUser({ email: others })).data.user).toMatchObject({ new_email: others });
  const { hashed_token: link, email_otp: code } = shownLater.data.properties ?? {};
  expect(await auth.send('POST', '/verify', { type: 'email_change', token_hash: link })).toMatchObject({ status: 403 });
  expect((await makeClient().verifyOtp({ type: 'email_change', email: others, token: code ?? '' })).error).not.toBeNull();
  const current = await admin.generateLink({ type: 'email_change_current', email, newEmail: others });
  await auth.send('POST', '/verify', { type: 'email_change', token_hash: current.data.properties?.hashed_token });
  expect((await client.getUser()).data.user).toMatchObject({ email, new_email: others });
});

test('where addresses are confirmed, who asks for another’s is told nothing of it and does not get it', async () => {
  const client = await signUpWithAuthenticator();
  expect(await client.updateUser({ email: ownersEmail })).toMatchObject({ error: null, data: { user: { email, new_email: ownersEmail } } });
  expect((await admin.generateLink({ type: 'email_change_new', email, newEmail: ownersEmail })).error).toMatchObject({
    code: 'email_exists',
  });
  expect((await makeClient().signInWithPassword({ email: ownersEmail, password: rightPassword })).data.user?.id).toBe(auth.owner.id);
});

test('also where no more accounts are taken, nobody is told whether an address has one', async () => {
  Object.assign(set, { signUp: 'confirmed', oneTimeCodes: true, mostAccounts: 0 });
  const statuses = (answers: readonly { readonly error: { readonly status?: number | undefined } | null }[]) =>
    new Set(answers.map(({ error }) => error?.status));
  expect(statuses([await signUp(ownersEmail), await signUp('free@example.test')])).toEqual(new Set([429]));
  const ask = (address: string) => makeClient().signInWithOtp({ email: address });
  expect(statuses([await ask(ownersEmail), await ask('free@example.test')])).toEqual(new Set([undefined]));
  expect(await names()).toEqual([]);
});

test('a list of accounts refuses a page that is none, and an invitation says when it was made', async () => {
  for (const query of ['page=-1&per_page=10', 'page=x', 'per_page=-5', 'page=1.5']) {
    const listed = await auth.send('GET', `/admin/users?${query}`, undefined, { headers: { apikey: auth.keys.ring.secretKey } });
    expect(listed, query).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringContaining('Bad Pagination Parameters') },
    });
  }
  expect((await admin.inviteUserByEmail(email)).data.user?.invited_at).toBe(new Date(auth.time.nowMs).toISOString());
});
