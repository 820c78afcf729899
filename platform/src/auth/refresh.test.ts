import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { claimsOf, makeKeys, startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.ended.length = 0;
});

const refresh = (token: string, address = '203.0.113.7') =>
  auth.send('POST', '/token?grant_type=refresh_token', { refresh_token: token }, { address });

const hourMs = 3_600_000;

async function begin() {
  const email = await auth.addAccount();
  const { body } = await auth.signIn(email);
  return { email, first: body.refresh_token, sessionId: String(claimsOf(body.access_token)['session_id']) };
}

const countSessions = async (sessionId: string) =>
  (await auth.admin.query('select 1 from auth.sessions where id = $1', [sessionId])).rows.length;

test('a refresh gives a new pair for the same session', async () => {
  const { first, sessionId } = await begin();
  auth.time.nowMs += 60_000;
  const { status, body } = await refresh(first);
  expect(status).toBe(200);
  expect(body.refresh_token).not.toBe(first);
  expect(body.expires_at).toBe(Math.floor(auth.time.nowMs / 1000) + 900);
  const { rows } = await auth.admin.query('select refreshed_at from auth.sessions where id = $1', [sessionId]);
  expect(rows[0].refreshed_at).toEqual(new Date(auth.time.nowMs));
});

describe('reuse', () => {
  test('the spent token gets the same new one within ten seconds, since the answer may have been lost', async () => {
    const { first } = await begin();
    const second = (await refresh(first)).body.refresh_token;
    auth.time.nowMs += 10_000;
    expect(await refresh(first)).toMatchObject({ status: 200, body: { refresh_token: second } });
    expect((await refresh(second)).status).toBe(200);
  });

  test('after ten seconds it ends the session for both who hold its tokens, and says so', async () => {
    const { first, sessionId } = await begin();
    const second = (await refresh(first)).body.refresh_token;
    auth.time.nowMs += 10_001;
    expect(await refresh(first)).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
    expect(auth.ended).toEqual([sessionId]);
    expect(await countSessions(sessionId)).toBe(0);
    expect(await refresh(second)).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } });
  });

  test('a token spent two refreshes ago ends the session at once', async () => {
    const { first, sessionId } = await begin();
    const second = (await refresh(first)).body.refresh_token;
    await refresh(second);
    expect(await refresh(first)).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
    expect(auth.ended).toEqual([sessionId]);
  });

  test('twenty refreshes at once with one token all get the one next token', async () => {
    const { first, sessionId } = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const { rows } = await auth.admin.query('select revoked from auth.refresh_tokens where session_id = $1 order by id', [sessionId]);
    expect(rows).toEqual([{ revoked: true }, { revoked: false }]);
  });

  test('the token of before a code is not traded for one of the lifted session', async () => {
    const { email, factorId, secret } = await auth.signUpWithFactor();
    auth.time.nowMs += 60_000;
    const low = await auth.signIn(email);
    const lifted = await auth.giveCode(low.body.access_token, factorId, await auth.codeAt(secret));
    expect(lifted.status).toBe(200);
    expect(await refresh(low.body.refresh_token)).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
  });

  test('once the keys were changed, the spent token is not answered again', async () => {
    const { first } = await begin();
    await refresh(first);
    const before = auth.keys.ring;
    auth.keys.ring = { ...before, sessionKey: (await makeKeys()).sessionKey };
    const answer = await refresh(first);
    auth.keys.ring = before;
    expect(answer).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
  });
});

describe('the end of a session', () => {
  test('twelve hours without a refresh', async () => {
    const { first, sessionId } = await begin();
    auth.time.nowMs += 12 * hourMs - 1;
    const second = (await refresh(first)).body.refresh_token;
    auth.time.nowMs += 12 * hourMs;
    const answer = await refresh(second);
    expect(answer).toMatchObject({ status: 400, body: { code: 'session_expired', message: expect.stringContaining('Inactivity') } });
    expect(auth.ended).toEqual([sessionId]);
    expect(await countSessions(sessionId)).toBe(0);
  });

  test('seven days, however often it was refreshed; the last access token ends with it', async () => {
    const { first } = await begin();
    let token = first;
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      auth.time.nowMs += 8 * hourMs;
      token = (await refresh(token)).body.refresh_token;
    }
    auth.time.nowMs += 8 * hourMs - 60_000;
    const last = await refresh(token);
    expect(last.body.expires_in).toBe(60);
    auth.time.nowMs += 60_000;
    expect(await refresh(last.body.refresh_token)).toMatchObject({ status: 400, body: { code: 'session_expired' } });
  });

  test('a session that still owes the authenticator’s code lives an hour, and a lifted one seven days', async () => {
    const { email, session } = await auth.signUpWithFactor();
    const pending = await auth.signIn(email);
    auth.time.nowMs += hourMs;
    expect(await refresh(pending.body.refresh_token)).toMatchObject({ status: 400, body: { code: 'session_expired' } });
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });

  test('sessions that have run out are cleared away at the next sign-in', async () => {
    const { email, sessionId } = await begin();
    auth.time.nowMs += 12 * hourMs;
    await auth.signIn(email);
    expect(await countSessions(sessionId)).toBe(0);
    expect(auth.ended).toEqual([sessionId]);
  });
});

test('an unknown refresh token is 400', async () => {
  expect(await refresh('nothing')).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } });
  expect(await refresh('')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});

test('one address sends 150 unknown tokens in five minutes, and not one more', async () => {
  for (let index = 0; index < 150; index += 1) await refresh('nothing');
  const answer = await refresh('nothing');
  expect(answer).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
  expect(answer.headers.get('retry-after')).toBe('300');
  expect((await refresh('nothing', '203.0.113.8')).status).toBe(400);
});

test('however many unknown tokens came from an address, a valid one is refreshed, and a spent one still ends its session', async () => {
  const { first, sessionId } = await begin();
  for (let index = 0; index < 151; index += 1) await refresh('nothing');
  expect((await refresh('nothing')).status).toBe(429);
  const second = await refresh(first);
  expect(second.status).toBe(200);
  // The answer was lost, and asked for again.
  expect(await refresh(first)).toMatchObject({ status: 200, body: { refresh_token: second.body.refresh_token } });
  auth.time.nowMs += 10_001;
  expect(await refresh(first)).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
  expect(auth.ended).toEqual([sessionId]);
  expect((await refresh(first)).status).toBe(429);
});

test('valid refreshes count nothing against their address', async () => {
  let { first: token } = await begin();
  for (let index = 0; index < 160; index += 1) token = (await refresh(token)).body.refresh_token;
  expect((await refresh('nothing')).status).toBe(400);
});
