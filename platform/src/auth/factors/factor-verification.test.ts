import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, claimsOf, rightPassword, startTestAuth } from '../test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.failures.length = 0;
  auth.ended.length = 0;
  auth.logged.length = 0;
});

const nextStep = () => {
  auth.time.nowMs += 30_000;
};
const wrongCode = { status: 422, body: { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' } };
const usedCode = { status: 422, body: { code: 'mfa_code_already_used', message: 'This code was just used. Wait for the next one' } };
const tokenOf = (answer: Answer) => answer.body.access_token;
const enrol = (token: string, body: object = {}) => auth.send('POST', '/factors', { factor_type: 'totp', ...body }, { token });

/** An account with an authenticator, and a second session that has given its password only. */
async function beginSecondSignIn() {
  const owner = await auth.signUpWithFactor();
  nextStep();
  return { ...owner, token: tokenOf(await auth.signIn(owner.email)) };
}

describe('a code is accepted once', () => {
  test('the code of this step, the one before and the one after are right', async () => {
    for (const offset of [-30_000, 0, 30_000]) {
      const { token, factorId, secret } = await beginSecondSignIn();
      nextStep();
      expect((await auth.giveCode(token, factorId, await auth.codeAt(secret, auth.time.nowMs + offset))).status).toBe(200);
    }
  });

  test('a code that was used while the clock ran a day ahead does not lock the authenticator once it is right again', async () => {
    const { email, factorId, secret } = await beginSecondSignIn();
    auth.time.nowMs += 86_400_000;
    const ahead = tokenOf(await auth.signIn(email));
    expect((await auth.giveCode(ahead, factorId, await auth.codeAt(secret))).status).toBe(200);
    auth.time.nowMs -= 86_400_000;
    const code = await auth.codeAt(secret);
    expect((await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, code)).status).toBe(200);
    expect(auth.logged).toMatchObject([{ level: 'warn', event: expect.stringContaining('the clock was wrong') }]);
    // From here on it is as ever: each code once.
    expect(await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, code)).toMatchObject(usedCode);
  });

  test('codes of two steps away are wrong', async () => {
    const { token, factorId, secret } = await beginSecondSignIn();
    for (const offset of [-60_000, 60_000]) {
      expect(await auth.giveCode(token, factorId, await auth.codeAt(secret, auth.time.nowMs + offset))).toMatchObject(wrongCode);
    }
  });

  test('a second time it is told from a wrong one, and does not count as a failure', async () => {
    const { email, token, factorId, secret } = await beginSecondSignIn();
    const code = await auth.codeAt(secret);
    expect((await auth.giveCode(token, factorId, code)).status).toBe(200);
    const third = tokenOf(await auth.signIn(email));
    for (let index = 0; index < 12; index += 1) expect(await auth.giveCode(third, factorId, code)).toMatchObject(usedCode);
    expect(auth.failures).toEqual([]);
    nextStep();
    expect((await auth.giveCode(third, factorId, await auth.codeAt(secret))).status).toBe(200);
  });

  test('once a later step was accepted, an earlier one is not', async () => {
    const { email, token, factorId, secret } = await beginSecondSignIn();
    const earlier = await auth.codeAt(secret);
    expect((await auth.giveCode(token, factorId, await auth.codeAt(secret, auth.time.nowMs + 30_000))).status).toBe(200);
    expect(await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, earlier)).toMatchObject(usedCode);
  });

  test('the code that verified a new authenticator does not also sign in', async () => {
    const { email, factorId, secret } = await auth.signUpWithFactor();
    expect(await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, await auth.codeAt(secret))).toMatchObject(usedCode);
  });

  test('of five sessions that give it at the same moment one is lifted', async () => {
    const { email, factorId, secret } = await beginSecondSignIn();
    const addresses = Array.from({ length: 5 }, (_, index) => `198.51.100.${index}`);
    const open = await Promise.all(
      addresses.map(async (address) => {
        const token = tokenOf(await auth.signIn(email, { address }));
        const challenge = await auth.send('POST', `/factors/${factorId}/challenge`, undefined, { token, address });
        return { token, address, challenge: challenge.body.id };
      }),
    );
    const code = await auth.codeAt(secret);
    const answers = await Promise.all(
      open.map(({ token, address, challenge }) =>
        auth.send('POST', `/factors/${factorId}/verify`, { challenge_id: challenge, code }, { token, address }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => status < 500)).toBe(true);
    const { rows } = await auth.admin.query(
      "select count(*)::int from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1 and s.aal = 'aal2' and s.created_at = $2",
      [email, new Date(auth.time.nowMs)],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('of five requests of one session with one challenge and one code one succeeds', async () => {
    const { token, factorId, secret } = await beginSecondSignIn();
    const challenge = await auth.send('POST', `/factors/${factorId}/challenge`, undefined, { token });
    const body = { challenge_id: challenge.body.id, code: await auth.codeAt(secret) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => auth.send('POST', `/factors/${factorId}/verify`, body, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });
});

describe('a verified code lifts the session', () => {
  test('to aal2 with the proof and its time in the token, and a refresh keeps them', async () => {
    const { token, factorId, secret } = await beginSecondSignIn();
    const signedInAt = Math.floor(auth.time.nowMs / 1000);
    nextStep();
    const answer = await auth.giveCode(token, factorId, await auth.codeAt(secret));
    const provedAt = Math.floor(auth.time.nowMs / 1000);
    const expected = {
      aal: 'aal2',
      session_id: claimsOf(token)['session_id'],
      amr: [
        { method: 'totp', timestamp: provedAt },
        { method: 'password', timestamp: signedInAt },
      ],
    };
    expect(claimsOf(tokenOf(answer))).toMatchObject(expected);
    expect(answer.body.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    auth.time.nowMs += 3_600_000;
    const refreshed = await auth.send('POST', '/token?grant_type=refresh_token', { refresh_token: answer.body.refresh_token });
    expect(claimsOf(tokenOf(refreshed))).toMatchObject(expected);
  });

  test('and ends every session of the account below aal2 and every unverified authenticator, but no other session', async () => {
    const { email, token, factorId, secret, session } = await beginSecondSignIn();
    const bystander = tokenOf(await auth.signIn(await auth.addAccount()));
    const abandoned = tokenOf(await auth.signIn(email));
    const pending = await enrol(session.access_token);
    expect(pending.status).toBe(200);
    expect((await auth.giveCode(token, factorId, await auth.codeAt(secret))).status).toBe(200);
    const user = (each: string) => auth.send('GET', '/user', undefined, { token: each });
    expect(await user(abandoned)).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
    expect(auth.ended).toEqual([claimsOf(abandoned)['session_id']]);
    expect((await user(session.access_token)).body.factors).toMatchObject([{ id: factorId }]);
    expect((await user(bystander)).status).toBe(200);
  });
});

describe('wrong codes', () => {
  test('five in a quarter of an hour, then none is looked at, from whatever address', async () => {
    const { email, token, factorId, secret } = await beginSecondSignIn();
    for (let index = 0; index < 5; index += 1) {
      expect(await auth.giveCode(token, factorId, '000000', { address: `198.51.100.${index}` })).toMatchObject(wrongCode);
    }
    expect(auth.failures).toHaveLength(5);
    expect(auth.failures[0]).toMatchObject({ method: 'totp', address: '198.51.100.0' });
    const refused = await auth.giveCode(token, factorId, await auth.codeAt(secret), { address: '198.51.100.9' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    expect(refused.headers.get('retry-after')).toBe('900');
    auth.time.nowMs += 899_000;
    const later = await auth.giveCode(token, factorId, await auth.codeAt(secret), { address: '198.51.100.9' });
    expect(later.headers.get('retry-after')).toBe('1');
    auth.time.nowMs += 1000;
    const again = tokenOf(await auth.signIn(email));
    expect((await auth.giveCode(again, factorId, await auth.codeAt(secret))).status).toBe(200);
  });

  test('of twenty given at once five are looked at', async () => {
    const { token, factorId } = await beginSecondSignIn();
    const challenge = await auth.send('POST', `/factors/${factorId}/challenge`, undefined, { token });
    const body = { challenge_id: challenge.body.id, code: '000000' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => auth.send('POST', `/factors/${factorId}/verify`, body, { token })));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(auth.failures).toHaveLength(5);
  });

  test('an answer to no open challenge is refused before its code is looked at, and does not count', async () => {
    const { token, factorId, secret } = await beginSecondSignIn();
    for (let index = 0; index < 12; index += 1) {
      const body = { challenge_id: crypto.randomUUID(), code: await auth.codeAt(secret) };
      expect((await auth.send('POST', `/factors/${factorId}/verify`, body, { token })).body.code).toBe('mfa_factor_not_found');
    }
    expect((await auth.giveCode(token, factorId, await auth.codeAt(secret))).status).toBe(200);
  });

  test('a code of another shape is wrong, not an error', async () => {
    const { token, factorId } = await beginSecondSignIn();
    for (const code of ['1', '12345678', 'ÄÖÜäöü', "' or 1=1", '２３４５６７']) {
      await auth.forgetLimits();
      expect((await auth.giveCode(token, factorId, code)).body.code).toBe('mfa_verification_failed');
    }
    for (const code of ['', 'x'.repeat(65)]) {
      expect((await auth.giveCode(token, factorId, code)).body.code).toBe('validation_failed');
    }
  });

  test('a known device is limited by itself, so that somebody with the password alone does not lock the owner out', async () => {
    const { email, token, factorId, secret, verified } = await beginSecondSignIn();
    const cookie = (verified.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    for (let index = 0; index < 6; index += 1) await auth.giveCode(token, factorId, '000000', { address: `198.51.100.${index}` });
    const own = tokenOf(await auth.signIn(email, { headers: { cookie } }));
    const code = await auth.codeAt(secret);
    expect((await auth.giveCode(own, factorId, code)).status).toBe(429);
    expect((await auth.giveCode(own, factorId, code, { headers: { cookie } })).status).toBe(200);
  });
});

describe('a known device', () => {
  test('gives its code although its address has failed too often, and its own failures count against it alone', async () => {
    const { email, factorId, secret, verified } = await beginSecondSignIn();
    const headers = { cookie: (verified.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
    const own = tokenOf(await auth.signIn(email, { headers }));
    const stranger = tokenOf(await auth.signIn(await auth.addAccount()));
    const pending = (await enrol(stranger)).body.id;
    for (let index = 0; index < 5; index += 1) expect(await auth.giveCode(own, factorId, '000000', { headers })).toMatchObject(wrongCode);
    expect((await auth.giveCode(own, factorId, await auth.codeAt(secret), { headers })).status).toBe(429);
    for (let index = 0; index < 10; index += 1) await auth.signIn(`nobody${index}@example.test`, {}, 'wrong');
    expect((await auth.giveCode(stranger, pending, '000000')).status).toBe(429);
    auth.time.nowMs += 900_000;
    // A quarter of an hour later the device's five are free again; its address is used up once more.
    for (let index = 0; index < 10; index += 1) await auth.signIn(`nobody${index}@example.test`, {}, 'wrong');
    const again = tokenOf(await auth.signIn(email, { headers }));
    const code = await auth.codeAt(secret);
    expect((await auth.giveCode(again, factorId, code)).status).toBe(429);
    expect((await auth.giveCode(again, factorId, code, { headers })).status).toBe(200);
  });
});

describe('an authenticator’s secret in the database', () => {
  const sealedOf = async (factorId: string): Promise<string> =>
    (await auth.admin.query('select secret from auth.mfa_factors where id = $1', [factorId])).rows[0].secret;
  const store = (factorId: string, secret: string | null) =>
    auth.admin.query('update auth.mfa_factors set secret = $2 where id = $1', [factorId, secret]);

  test('is in no dump, before its first code and after', async () => {
    const { userId, secret, session } = await auth.signUpWithFactor();
    const pending = await enrol(session.access_token);
    const { rows } = await auth.admin.query('select row_to_json(f)::text as row from auth.mfa_factors f where user_id = $1', [userId]);
    expect(rows).toHaveLength(2);
    for (const { row } of rows) {
      expect(row).toContain('"secret":"v1.');
      for (const each of [secret, pending.body.totp.secret]) expect(row).not.toContain(each);
      expect(row).not.toMatch(/[A-Z2-7]{32}/);
    }
  });

  test('moved to another factor’s row opens nothing, neither of the same account nor of another', async () => {
    const thief = await auth.signUpWithFactor();
    const owner = await beginSecondSignIn();
    const planted = await sealedOf(thief.factorId);
    await store(owner.factorId, planted);
    for (const secret of [thief.secret, owner.secret]) {
      expect(await auth.giveCode(owner.token, owner.factorId, await auth.codeAt(secret))).toMatchObject(wrongCode);
    }
    expect(auth.failures).toHaveLength(2);
    expect(auth.logged).toMatchObject([
      { level: 'error', event: expect.stringContaining('cannot be opened'), fields: { factor: owner.factorId } },
      { level: 'error' },
    ]);
    for (const text of [planted, thief.secret, owner.secret]) expect(JSON.stringify(auth.logged)).not.toContain(text);
    const pending = await enrol(thief.session.access_token);
    await store(pending.body.id, planted);
    expect(await auth.giveCode(thief.session.access_token, pending.body.id, await auth.codeAt(thief.secret))).toMatchObject(wrongCode);
  });

  test('that was tampered with, replaced or lost is a wrong code and no error of the server; recovery codes still open', async () => {
    const { factorId, secret, token, session } = await beginSecondSignIn();
    const { codes } = (await auth.send('POST', '/recovery-codes', undefined, { token: session.access_token })).body;
    const sealed = await sealedOf(factorId);
    const flipped = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`;
    for (const stored of [flipped, sealed.slice(0, 12), sealed.slice(3), secret, 'GEZDGNBVGY3TQOJQ', '', null]) {
      await auth.forgetLimits();
      auth.logged.length = 0;
      await store(factorId, stored);
      expect(await auth.giveCode(token, factorId, await auth.codeAt(secret)), String(stored)).toMatchObject(wrongCode);
      expect(auth.logged).toMatchObject([{ level: 'error', fields: { factor: factorId } }]);
    }
    expect((await auth.giveCode(token, factorId, codes[0])).status).toBe(200);
  });
});

describe('a challenge', () => {
  const open = (token: string, factorId: string, address = '203.0.113.7') =>
    auth.send('POST', `/factors/${factorId}/challenge`, undefined, { token, address });
  const answer = (token: string, factorId: string, body: object, address = '203.0.113.7') =>
    auth.send('POST', `/factors/${factorId}/verify`, body, { token, address });

  test('is open for 300 seconds', async () => {
    const { token, factorId, secret } = await beginSecondSignIn();
    const challenge = await open(token, factorId);
    expect(challenge.body).toMatchObject({ type: 'totp', expires_at: Math.floor((auth.time.nowMs + 300_000) / 1000) });
    auth.time.nowMs += 300_000;
    const late = await answer(token, factorId, { challenge_id: challenge.body.id, code: await auth.codeAt(secret) });
    expect(late).toMatchObject({ status: 422, body: { code: 'mfa_challenge_expired' } });
  });

  test('is answered once, from the address and by the session that asked', async () => {
    const { email, token, factorId, secret } = await beginSecondSignIn();
    const other = tokenOf(await auth.signIn(email));
    const body = { challenge_id: (await open(token, factorId)).body.id, code: await auth.codeAt(secret) };
    expect((await answer(other, factorId, body)).body.code).toBe('mfa_factor_not_found');
    expect((await answer(token, factorId, body, '198.51.100.1')).body.code).toBe('mfa_ip_address_mismatch');
    expect((await answer(token, factorId, body)).status).toBe(200);
    nextStep();
    const again = { ...body, code: await auth.codeAt(secret) };
    expect((await answer(token, factorId, again)).body.code).toBe('mfa_ip_address_mismatch');
  });

  test('a session keeps ten', async () => {
    const { token, factorId } = await beginSecondSignIn();
    for (let index = 0; index < 15; index += 1) {
      auth.time.nowMs += 1;
      await open(token, factorId);
    }
    const { rows } = await auth.admin.query('select count(*)::int from auth.mfa_challenges where session_id = $1', [
      claimsOf(token)['session_id'],
    ]);
    expect(rows).toEqual([{ count: 10 }]);
  });

  test('of another account’s authenticator is 404', async () => {
    const { factorId } = await auth.signUpWithFactor();
    const stranger = tokenOf(await auth.signIn(await auth.addAccount()));
    expect(await open(stranger, factorId)).toMatchObject({ status: 404, body: { code: 'mfa_factor_not_found' } });
    const body = { challenge_id: crypto.randomUUID(), code: '123456' };
    expect(await answer(stranger, factorId, body)).toMatchObject({ status: 404, body: { code: 'mfa_factor_not_found' } });
    expect(await auth.send('DELETE', `/factors/${factorId}`, undefined, { token: stranger })).toMatchObject({ status: 404 });
  });
});

test('a password that is right tells nobody the second secret', async () => {
  const { email } = await auth.signUpWithFactor();
  const answer = await auth.signIn(email, {}, rightPassword);
  expect(JSON.stringify(answer.body)).not.toMatch(/secret|[A-Z2-7]{32}/);
});
