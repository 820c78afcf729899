import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type SignUpSettings, signUpClosed } from '../../core/platform-context.ts';
import { rightPassword, startTestAuth } from '../test-auth-service.ts';
import { claimMail, markHanded, settleMail } from './mail-queue.ts';
import { openTestOutbox } from './test-outbox.ts';

const set: { -readonly [Name in keyof SignUpSettings]: SignUpSettings[Name] } = { ...signUpClosed };
let written = 0;
const auth = await startTestAuth({ signUps: set, mails: { onWritten: () => (written += 1) } });
const server = await auth.listen();
const makeClient = (key = auth.keys.ring.publishableKey) =>
  createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth;
const { admin } = makeClient(auth.keys.ring.secretKey);

afterAll(async () => {
  await server.close();
  await auth.stop();
});

beforeEach(async () => {
  await auth.admin.query('delete from auth.users');
  await auth.admin.query('delete from auth.mails');
  auth.owner.id = undefined;
  Object.assign(set, signUpClosed);
  await auth.forgetLimits();
});

const { secret, list: outbox, newest } = openTestOutbox(auth);

/** The owner, with or without an authenticator. */
async function addOwner(hasAuthenticator: boolean): Promise<string> {
  const email = await auth.addAccount();
  const { rows } = await auth.admin.query<{ id: string }>('select id from auth.users where email = $1', [email]);
  auth.owner.id = rows[0]?.id;
  if (hasAuthenticator) await auth.admin.query('update auth.users set factor_required = true where email = $1', [email]);
  return email;
}

async function addGuest(): Promise<string> {
  await addOwner(true);
  return auth.addAccount();
}

test('what is answered and counted is the same for an address with an account and for one without, and one has a mail', async () => {
  const known = await addGuest();
  for (const email of [known, 'nobody@example.test']) {
    for (let asked = 0; asked < 5; asked += 1) {
      expect(await auth.send('POST', '/recover', { email })).toMatchObject({ status: 200, body: {} });
    }
    const refused = await auth.send('POST', '/recover', { email });
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } });
    expect(refused.body.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  }
  const mails = await outbox();
  expect(mails.every(({ recipient }) => recipient === known)).toBe(true);
  // Each replaces the one before, whose link is void.
  expect(mails.map(({ state }) => state).sort()).toEqual(['expired', 'expired', 'expired', 'expired', 'waiting']);
});

test('an address block has thirty mails an hour, whomever it names', async () => {
  for (let asked = 0; asked < 30; asked += 1) await auth.send('POST', '/recover', { email: `a${asked}@example.test` });
  expect(await auth.send('POST', '/recover', { email: 'last@example.test' })).toMatchObject({ status: 429 });
  expect(await auth.send('POST', '/recover', { email: 'last@example.test' }, { address: '198.51.100.9' })).toMatchObject({ status: 200 });
});

test('a link leads to the public address whatever host was asked, and on to no other site', async () => {
  const email = await addGuest();
  for (const redirectTo of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)', 'http://castellan.test/done']) {
    const headers = { apikey: auth.keys.ring.publishableKey, host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const request = new Request(`http://evil.example/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect((await auth.handle(request)).status).toBe(200);
    const { link } = await newest();
    expect(new URL(link).origin).toBe('http://castellan.test');
    const target = new URL(new URL(link).searchParams.get('redirect_to') ?? '');
    expect(target.origin).toBe('http://castellan.test');
  }
});

test('recovery by mail gives the owner a first factor alone, without digits, and nothing before there is an authenticator', async () => {
  const bare = await addOwner(false);
  await auth.send('POST', '/recover', { email: bare });
  await auth.send('POST', '/otp', { email: bare, create_user: false });
  expect(await outbox()).toEqual([]);
  const email = await addOwner(true);
  await auth.send('POST', '/recover', { email });
  const { link, digits, kind } = await newest();
  expect({ digits, kind }).toEqual({ digits: undefined, kind: 'recovery' });
  const { searchParams } = new URL(link);
  const session = await auth.send('POST', '/verify', { type: 'recovery', token_hash: searchParams.get('token') });
  expect(session.status).toBe(200);
  const change = await auth.send('PUT', '/user', { password: 'another fine pass phrase' }, { token: session.body.access_token });
  expect(change).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
  const { rows } = await auth.admin.query('select factor_required from auth.users where email = $1', [email]);
  expect(rows).toEqual([{ factor_required: true }]);
});

test('the text of a mail is gone once its token is spent, replaced or too old, and the database holds none in clear', async () => {
  const email = await addGuest();
  await auth.send('POST', '/recover', { email });
  const mail = await newest();
  const token = new URL(mail.link).searchParams.get('token') ?? '';
  const { rows } = await auth.admin.query<{ row: string }>('select m::text as row from auth.mails m');
  expect(rows.map(({ row }) => row).join()).not.toContain(token);
  expect(JSON.stringify(auth.logged)).not.toContain(token);
  expect((await auth.send('POST', '/verify', { type: 'recovery', token: mail.digits, email })).status).toBe(200);
  expect(await auth.send('GET', `/admin/mails/${mail.id}`, undefined, secret())).toMatchObject({ status: 404 });
  await auth.send('POST', '/recover', { email });
  const second = await newest();
  auth.time.nowMs += 3_600_001;
  expect((await outbox())[0]).toMatchObject({ id: second.id, state: 'expired' });
  expect(await auth.send('GET', `/admin/mails/${second.id}`, undefined, secret())).toMatchObject({ status: 404 });
});

test('confirming, inviting, signing in and changing an address each have their mails', async () => {
  await addOwner(true);
  Object.assign(set, { signUp: 'confirmed', oneTimeCodes: true });
  const email = 'ada@example.test';
  const signedUp = await makeClient().signUp({ email, password: rightPassword });
  expect(signedUp.data.user).not.toHaveProperty('confirmation_sent_at');
  expect(await newest()).toMatchObject({ kind: 'signup', recipient: email });
  await makeClient().resend({ type: 'signup', email });
  const confirmed = await makeClient().verifyOtp({ email, token: (await newest()).digits ?? '', type: 'signup' });
  expect(confirmed.data.session).not.toBeNull();

  expect((await admin.inviteUserByEmail('bob@example.test')).data.user?.invited_at).toBeDefined();
  expect(await newest()).toMatchObject({ kind: 'invite', recipient: 'bob@example.test' });

  await makeClient().signInWithOtp({ email, options: { shouldCreateUser: false } });
  const client = makeClient();
  expect((await client.verifyOtp({ email, token: (await newest()).digits ?? '', type: 'email' })).error).toBeNull();
});

test('digits by mail confirm a new password in a session older than a day: once, within an hour, and not after five wrong ones', async () => {
  const email = await addGuest();
  const signedIn = await auth.signIn(email);
  const token = signedIn.body.access_token;
  await auth.admin.query(`update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1`, [
    signedIn.body.user.id,
  ]);
  const change = (password: string, nonce?: string) => auth.send('PUT', '/user', { password, nonce }, { token });
  const notValid = { status: 422, body: { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' } };
  const ask = async () => {
    expect(await auth.send('GET', '/reauthenticate', undefined, { token })).toMatchObject({ status: 200, body: {} });
    const mail = await newest();
    expect(mail).toMatchObject({ kind: 'reauthentication', recipient: email, link: '' });
    return /^\d{6}$/m.exec(mail.text)?.[0] ?? '';
  };
  expect(await change('another fine pass phrase')).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
  const first = await ask();
  expect(await change('short', first)).toMatchObject({ status: 422, body: { code: 'weak_password' } });
  // Nobody who asks for a way back in voids them, and they are no such way themselves.
  await auth.send('POST', '/recover', { email });
  auth.time.nowMs += 1000;
  expect(await auth.send('POST', '/verify', { type: 'email', email, token: first })).toMatchObject({ status: 403 });
  expect((await change('another fine pass phrase', first)).status).toBe(200);
  expect(await change('a third fine pass phrase', first)).toMatchObject(notValid);

  const second = await ask();
  const wrong = String((Number(second) + 1) % 1_000_000).padStart(6, '0');
  for (let tries = 0; tries < 5; tries += 1) expect(await change('a third fine pass phrase', wrong)).toMatchObject(notValid);
  expect(await change('a third fine pass phrase', second)).toMatchObject(notValid);
  const third = await ask();
  await auth.admin.query(`update auth.one_time_tokens set expires_at = $1`, [new Date(auth.time.nowMs)]);
  expect(await change('a third fine pass phrase', third)).toMatchObject(notValid);
});

test('an account with an authenticator, and the owner’s, is mailed no digits: its code, or a new sign-in, is what a change wants', async () => {
  const email = await addOwner(false);
  const { access_token: token } = (await auth.signIn(email)).body;
  expect(await auth.send('GET', '/reauthenticate', undefined, { token })).toMatchObject({ status: 200, body: {} });
  const guest = await auth.signUpWithFactor();
  const asked = await auth.send('GET', '/reauthenticate', undefined, { token: guest.session.access_token });
  expect(asked).toMatchObject({ status: 200, body: {} });
  expect(await outbox()).toEqual([]);
});

test('a new password voids what was mailed to sign in by', async () => {
  const email = await addGuest();
  await auth.send('POST', '/recover', { email });
  const { link } = await newest();
  const { access_token: token } = (await auth.signIn(email)).body;
  expect((await auth.send('PUT', '/user', { password: 'another fine pass phrase' }, { token })).status).toBe(200);
  const shown = await auth.send('POST', '/verify', { type: 'recovery', token_hash: new URL(link).searchParams.get('token') });
  expect(shown).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
});

test('a session or a stranger lists no mails', async () => {
  const email = await addGuest();
  expect(await auth.send('GET', '/admin/mails')).toMatchObject({ status: 401 });
  const { access_token: token } = (await auth.signIn(email)).body;
  expect(await auth.send('GET', '/admin/mails', undefined, { token })).toMatchObject({ status: 403, body: { code: 'not_admin' } });
});

test('where five hundred wait there is no room for another, and that is said of every address', async () => {
  const known = await addGuest();
  await auth.admin.query(`insert into auth.mails (id, kind, recipient, next_at, created_at, expires_at)
    select gen_random_uuid(), 'test', 'x@example.test', now(), now(), now() + interval '1 day' from generate_series(1, 500)`);
  for (const email of [known, 'nobody@example.test']) {
    expect(await auth.send('POST', '/recover', { email })).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } });
  }
});

test('an account says that a mail was sent once the mail server took it, and not before', async () => {
  const email = await addGuest();
  await auth.send('POST', '/recover', { email });
  const pool = auth.context.database.auth;
  const told = async () => {
    const { data } = await admin.listUsers();
    return data.users.find((user) => user.email === email)?.recovery_sent_at;
  };
  for (const code of ['not_now', 'sent'] as const) {
    auth.time.nowMs += 60_000;
    const claimed = await claimMail(pool, auth.context);
    if (claimed === undefined) throw new Error('nothing is due');
    expect(await markHanded(pool, auth.context, claimed)).toBe(true);
    expect(await told()).toBeUndefined();
    await settleMail(pool, auth.context, claimed, { code, reply: code });
    expect(await told()).toBe(code === 'sent' ? new Date(auth.time.nowMs).toISOString() : undefined);
  }
  expect(await claimMail(pool, auth.context)).toBeUndefined();
});
