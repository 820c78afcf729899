import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestAuth } from '../test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.failures.length = 0;
});

const tokenOf = (answer: Answer) => answer.body.access_token;
const nextStep = () => {
  auth.time.nowMs += 30_000;
};
const enrol = (token: string, body: object = {}) => auth.send('POST', '/factors', { factor_type: 'totp', ...body }, { token });

describe('enrolling', () => {
  test('waits 300 seconds for the first code', async () => {
    const token = tokenOf(await auth.signIn(await auth.addAccount()));
    const { body } = await enrol(token);
    auth.time.nowMs += 300_000;
    const { totp } = body;
    expect(await auth.send('POST', `/factors/${body.id}/challenge`, undefined, { token })).toMatchObject({ status: 404 });
    expect((await auth.send('GET', '/user', undefined, { token })).body.factors).toBeUndefined();
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('a mistyped first code is refused and counted, and no failed sign-in is told of: nobody was let in by it before', async () => {
    const token = tokenOf(await auth.signIn(await auth.addAccount()));
    const { body } = await enrol(token);
    const wrong = await auth.giveCode(token, body.id, '000000');
    expect(wrong).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
    expect(auth.failures).toEqual([]);
    expect((await auth.giveCode(token, body.id, await auth.codeAt(body.totp.secret))).status).toBe(200);
    await auth.giveCode(token, body.id, '000000');
    expect(auth.failures).toMatchObject([{ method: 'totp' }]);
  });

  test('another one takes aal2 and a code of the last five minutes, and keeps the old one until the new one is verified', async () => {
    const { email, factorId, secret, session } = await auth.signUpWithFactor();
    nextStep();
    const token = tokenOf(await auth.signIn(email));
    expect(await enrol(token)).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
    const lifted = tokenOf(await auth.giveCode(token, factorId, await auth.codeAt(secret)));
    auth.time.nowMs += 300_001;
    expect(await enrol(lifted)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
    expect(await enrol(session.access_token)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
    await auth.giveCode(lifted, factorId, await auth.codeAt(secret));
    const enrolled = await enrol(lifted);
    expect(enrolled.status).toBe(200);
    nextStep();
    // The old one still signs in.
    const third = tokenOf(await auth.signIn(email));
    const pendingCode = await auth.codeAt(enrolled.body.totp.secret);
    // Whoever has the password alone cannot finish what the owner began, even with its code.
    expect(await auth.giveCode(third, enrolled.body.id, pendingCode)).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
    expect((await auth.giveCode(lifted, enrolled.body.id, pendingCode)).status).toBe(200);
    nextStep();
    const fourth = tokenOf(await auth.signIn(email));
    const old = await auth.send('POST', `/factors/${factorId}/challenge`, undefined, { token: fourth });
    expect(old).toMatchObject({ status: 404, body: { code: 'mfa_factor_not_found' } });
    expect((await auth.giveCode(fourth, enrolled.body.id, await auth.codeAt(enrolled.body.totp.secret))).status).toBe(200);
  });

  test('may follow a recovery code, for whoever lost the old one', async () => {
    const { email, factorId, session } = await auth.signUpWithFactor();
    const { codes } = (await auth.send('POST', '/recovery-codes', undefined, { token: session.access_token })).body;
    auth.time.nowMs += 3_600_000;
    const recovered = tokenOf(await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, codes[0]));
    expect((await enrol(recovered)).status).toBe(200);
  });

  test('other kinds, too many and one name twice are refused', async () => {
    const token = tokenOf(await auth.signIn(await auth.addAccount()));
    const code = async (body: object) => (await auth.send('POST', '/factors', body, { token })).body.code;
    expect(await code({ factor_type: 'phone', phone: '1' })).toBe('mfa_phone_enroll_not_enabled');
    expect(await code({ factor_type: 'smoke' })).toBe('validation_failed');
    expect(await code({ factor_type: 'totp', friendly_name: 'a\nb' })).toBe('validation_failed');
    expect((await enrol(token, { friendly_name: 'phone', issuer: 'House & Home' })).body.totp.uri).toContain('House%20%26%20Home:');
    expect(await code({ factor_type: 'totp', friendly_name: 'phone' })).toBe('mfa_factor_name_conflict');
    for (let index = 0; index < 9; index += 1) expect((await enrol(token)).status).toBe(200);
    expect(await code({ factor_type: 'totp' })).toBe('too_many_enrolled_mfa_factors');
  });
});

describe('removing', () => {
  const remove = (token: string, factorId: string) => auth.send('DELETE', `/factors/${factorId}`, undefined, { token });

  test('the last verified authenticator is kept', async () => {
    const { email, factorId, session } = await auth.signUpWithFactor();
    expect(await remove(session.access_token, factorId)).toMatchObject({ status: 422, body: { code: 'last_factor_not_deletable' } });
    expect(await remove(tokenOf(await auth.signIn(email)), factorId)).toMatchObject({ status: 422, body: { code: 'insufficient_aal' } });
    const { rows } = await auth.admin.query('select status from auth.mfa_factors where id = $1', [factorId]);
    expect(rows).toEqual([{ status: 'verified' }]);
  });

  test('one of two verified ones goes', async () => {
    const { factorId, userId, session } = await auth.signUpWithFactor();
    await auth.admin.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'GEZDGNBVGY3TQOJQ')",
      [userId],
    );
    expect(await remove(session.access_token, factorId)).toMatchObject({ status: 200, body: { id: factorId } });
  });

  test('two removals at once of the last two leave one', async () => {
    const { factorId, userId, session } = await auth.signUpWithFactor();
    const { rows } = await auth.admin.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'GEZDGNBVGY3TQOJQ') returning id",
      [userId],
    );
    const answers = await Promise.all([remove(session.access_token, factorId), remove(session.access_token, rows[0].id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('an unverified one goes, but not by the password alone where one is verified', async () => {
    const token = tokenOf(await auth.signIn(await auth.addAccount()));
    const first = await enrol(token);
    expect(await remove(token, first.body.id)).toMatchObject({ status: 200 });
    const { email, session } = await auth.signUpWithFactor();
    const pending = await enrol(session.access_token);
    expect((await remove(tokenOf(await auth.signIn(email)), pending.body.id)).status).toBe(403);
    expect((await remove(session.access_token, pending.body.id)).status).toBe(200);
  });
});
