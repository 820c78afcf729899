import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimsOf, rightPassword } from '../../test-auth-service.ts';
import { startTestWays } from '../test-ways.ts';

const secret = randomBytes(32);
const received: { readonly body: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];
const hook = { status: 200 };
const hookServer = createServer(async (request, response) => {
  received.push({ body: await text(request), headers: request.headers });
  response.writeHead(hook.status, { 'content-type': 'application/json' }).end('{}');
});
await new Promise<void>((resolve) => hookServer.listen(0, '127.0.0.1', resolve));
const hookUrl = `http://127.0.0.1:${(hookServer.address() as AddressInfo).port}/sms`;

const { auth, owner, makeClient, stop } = await startTestWays({ smsHook: { url: hookUrl, secret } });

afterAll(async () => {
  await stop();
  hookServer.closeAllConnections();
  await new Promise<void>((resolve) => hookServer.close(() => resolve()));
});

beforeEach(async () => {
  hook.status = 200;
  await auth.forgetLimits();
});

let numbers = 0;
function newNumber(): string {
  numbers += 1;
  return `4917012345${String(numbers).padStart(2, '0')}`;
}

/** The newest code that the hook got. */
function lastCode(): string {
  return JSON.parse(received.at(-1)?.body ?? '{}').sms.otp;
}

async function enter(phone: string, client = makeClient()) {
  expect((await client.auth.signInWithOtp({ phone: `+${phone}` })).error).toBeNull();
  return client.auth.verifyOtp({ phone: `+${phone}`, token: lastCode(), type: 'sms' });
}

test('the unmodified client signs in by a code to a phone, again to the same account', async () => {
  const phone = newNumber();
  const first = await enter(phone);
  expect(first.error).toBeNull();
  expect(first.data.user).toMatchObject({ phone, email: '', app_metadata: { provider: 'phone' }, is_anonymous: false });
  expect(claimsOf(first.data.session?.access_token ?? '')).toMatchObject({ phone, aal: 'aal1', amr: [{ method: 'otp' }] });
  expect((await enter(phone)).data.user?.id).toBe(first.data.user?.id);
  expect(await auth.send('GET', '/settings')).toMatchObject({ body: { external: { phone: true } } });
});

test('the unmodified client signs up with a number and a password, and signs in by it once the code was shown', async () => {
  const phone = newNumber();
  const signUp = (password = rightPassword) =>
    makeClient().auth.signUp({ phone: `+${phone}`, password, options: { data: { hello: 'x' } } });
  const signIn = (password = rightPassword) => makeClient().auth.signInWithPassword({ phone: `+${phone}`, password });
  expect((await signUp('short')).error).toMatchObject({ code: 'weak_password' });
  expect((await signUp(phone)).error).toMatchObject({ code: 'weak_password' });
  const promised = await signUp();
  expect(promised.error).toBeNull();
  expect(promised.data).toMatchObject({ session: null, user: { phone, user_metadata: { hello: 'x' } } });
  expect((await signIn()).error).toMatchObject({ code: 'invalid_credentials' });

  await makeClient().auth.resend({ type: 'sms', phone });
  const confirmed = await makeClient().auth.verifyOtp({ phone, token: lastCode(), type: 'sms' });
  expect(confirmed.error).toBeNull();
  expect(confirmed.data.user).toMatchObject({ id: promised.data.user?.id, phone, user_metadata: { hello: 'x' } });
  const signedIn = await signIn();
  expect(signedIn.error).toBeNull();
  expect(signedIn.data.user?.id).toBe(confirmed.data.user?.id);
  expect(claimsOf(signedIn.data.session?.access_token ?? '')).toMatchObject({ phone, amr: [{ method: 'password' }] });
  expect((await signIn('another fine pass phrase')).error).toMatchObject({ code: 'invalid_credentials' });
});

test('signing up with a number that has an account looks the same, and leaves its password as it is', async () => {
  const phone = newNumber();
  const client = makeClient();
  await enter(phone, client);
  expect((await client.auth.updateUser({ password: rightPassword })).error).toBeNull();
  const fresh = newNumber();
  const answers = [];
  for (const number of [phone, fresh]) {
    const { data } = await makeClient().auth.signUp({ phone: number, password: 'another fine pass phrase' });
    answers.push({ ...data, user: { ...data.user, id: typeof data.user?.id, phone: data.user?.phone === number } });
    expect(JSON.parse(received.at(-1)?.body ?? '{}').user.phone).toBe(number);
    if (number === phone) expect((await makeClient().auth.verifyOtp({ phone, token: lastCode(), type: 'sms' })).error).toBeNull();
  }
  expect(answers[0]).toEqual(answers[1]);
  expect((await makeClient().auth.signInWithPassword({ phone, password: rightPassword })).error).toBeNull();
  const other = await makeClient().auth.signInWithPassword({ phone, password: 'another fine pass phrase' });
  expect(other.error).toMatchObject({ code: 'invalid_credentials' });
});

test('a password that somebody writes beside a code is none, and no number with a password signs the owner in', async () => {
  const phone = newNumber();
  await makeClient().auth.signUp({ phone, password: rightPassword });
  const { rows } = await auth.admin.query<{ encrypted_password: string }>('select encrypted_password from auth.users where id = $1', [
    owner.userId,
  ]);
  await auth.admin.query(
    `update auth.phone_codes set wanted_account = jsonb_set(wanted_account::jsonb, '{passwordHash}', to_jsonb($2::text))::text where phone = $1`,
    [phone, rows[0]?.encrypted_password],
  );
  const verified = await makeClient().auth.verifyOtp({ phone, token: lastCode(), type: 'sms' });
  expect(verified.error).toMatchObject({ code: 'otp_expired' });
  const taken = newNumber();
  await enter(taken);
  await auth.admin.query(`update auth.identities set user_id = $1 where provider = 'phone' and provider_id = $2`, [owner.userId, taken]);
  expect((await makeClient().auth.signInWithPassword({ phone: taken, password: rightPassword })).error).toMatchObject({
    code: 'invalid_credentials',
  });
});

test('in a session older than a day a new password takes the digits that come to the phone, once', async () => {
  const phone = newNumber();
  const { data } = await enter(phone);
  await auth.admin.query(`update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1`, [data.user?.id]);
  const token = data.session?.access_token;
  const change = (password: string, nonce?: string) => auth.send('PUT', '/user', { password, nonce }, { token });
  expect(await change(rightPassword)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
  expect((await auth.send('GET', '/reauthenticate', undefined, { token })).status).toBe(200);
  expect(await auth.send('POST', '/verify', { type: 'sms', phone, token: lastCode() })).toMatchObject({ status: 403 });
  expect((await change(rightPassword, lastCode())).status).toBe(200);
  expect(await change('another fine pass phrase', lastCode())).toMatchObject({ status: 422, body: { code: 'reauthentication_not_valid' } });
});

test('the hook gets number and code, signed by the Standard Webhooks scheme', async () => {
  const phone = newNumber();
  await makeClient().auth.signInWithOtp({ phone });
  const { body = '', headers = {} } = received.at(-1) ?? {};
  expect(JSON.parse(body)).toEqual({ user: { phone }, sms: { otp: expect.stringMatching(/^\d{6}$/) } });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(auth.time.nowMs / 1000)));
});

test('a code works once, for five minutes, and not after five wrong ones', async () => {
  const phone = newNumber();
  const verify = (token: string) => auth.send('POST', '/verify', { type: 'sms', phone, token });
  const expired = { status: 403, body: { code: 'otp_expired' } };
  await enter(phone);
  expect(await verify(lastCode())).toMatchObject(expired);

  await makeClient().auth.signInWithOtp({ phone });
  const wrong = String((Number(lastCode()) + 1) % 1_000_000).padStart(6, '0');
  for (let tries = 0; tries < 5; tries += 1) expect(await verify(wrong)).toMatchObject(expired);
  expect(await verify(lastCode())).toMatchObject(expired);

  await makeClient().auth.resend({ type: 'sms', phone });
  expect((await verify(lastCode())).status).toBe(200);
  await makeClient().auth.signInWithOtp({ phone });
  auth.time.nowMs += 5 * 60_000;
  expect(await verify(lastCode())).toMatchObject(expired);
});

test('what the hook did not take is not called sent', async () => {
  hook.status = 500;
  const refused = await makeClient().auth.signInWithOtp({ phone: newNumber() });
  expect(refused.error).toMatchObject({ status: 422, code: 'sms_send_failed' });
});

test('whether a number has an account is told to who holds it alone', async () => {
  const known = newNumber();
  await enter(known);
  const answers = [];
  for (const phone of [known, newNumber()]) {
    const sent = received.length;
    answers.push((await makeClient().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })).error);
    expect(received.length).toBe(sent + 1);
  }
  expect(answers).toEqual([null, null]);
  const phone = newNumber();
  await makeClient().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
  const verified = await makeClient().auth.verifyOtp({ phone, token: lastCode(), type: 'sms' });
  expect(verified.error).toMatchObject({ code: 'otp_expired' });
});

test('a guest’s number changes once the new one is shown, and is nobody else’s', async () => {
  const [before, after, taken] = [newNumber(), newNumber(), newNumber()];
  await enter(taken);
  const client = makeClient();
  const id = (await enter(before, client)).data.user?.id;
  const change = async (phone: string) => {
    expect((await client.auth.updateUser({ phone })).error).toBeNull();
    return client.auth.verifyOtp({ phone, token: lastCode(), type: 'phone_change' });
  };
  expect((await change(taken)).error).toMatchObject({ code: 'identity_already_exists' });
  expect((await change(after)).data.user).toMatchObject({ id, phone: after });
  expect((await enter(after)).data.user?.id).toBe(id);
  expect((await enter(before)).data.user?.id).not.toBe(id);
});

test('no phone opens the owner’s account, by a change or by a row', async () => {
  const changed = await auth.send('PUT', '/user', { phone: newNumber() }, { token: owner.session.access_token });
  expect(changed).toMatchObject({ status: 422, body: { code: 'phone_provider_disabled' } });
  const phone = newNumber();
  await enter(phone);
  await auth.admin.query(`update auth.identities set user_id = $1 where provider = 'phone' and provider_id = $2`, [owner.userId, phone]);
  expect((await enter(phone)).error).toMatchObject({ code: 'identity_not_found' });
  // Nor by a session of the owner's that somebody writes beside a code.
  const next = newNumber();
  await makeClient().auth.signInWithOtp({ phone: next });
  await auth.admin.query('update auth.phone_codes set session_id = $1 where phone = $2', [
    claimsOf(owner.session.access_token)['session_id'],
    next,
  ]);
  expect((await makeClient().auth.verifyOtp({ phone: next, token: lastCode(), type: 'sms' })).error).toMatchObject({ code: 'otp_expired' });
});

test('five codes an hour go to one number, and thirty to all', async () => {
  const phone = newNumber();
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await auth.send('POST', '/otp', { phone })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const others = [];
  for (let count = 0; count < 26; count += 1) {
    others.push((await auth.send('POST', '/otp', { phone: newNumber() }, { address: `198.51.100.${count}` })).status);
  }
  expect(others).toEqual([...Array.from({ length: 25 }, () => 200), 429]);
});
