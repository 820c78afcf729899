import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Answer, claimsOf, startTestAuth } from '../test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.failures.length = 0;
});

const tokenOf = (answer: Answer) => answer.body.access_token;

const renew = (token: string) => auth.send('POST', '/recovery-codes', undefined, { token });

test('ten recovery codes, each good once in place of a code, in any case and with or without the hyphen', async () => {
  const { email, factorId, session } = await auth.signUpWithFactor();
  const { status, body } = await renew(session.access_token);
  expect(status).toBe(200);
  expect(new Set(body.codes).size).toBe(10);
  for (const code of body.codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
  for (const typed of [body.codes[0], body.codes[1].toLowerCase(), ` ${body.codes[2].replace('-', '')} `]) {
    const answer = await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, typed);
    expect(claimsOf(tokenOf(answer))).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'recovery_code' })]),
    });
  }
  const token = tokenOf(await auth.signIn(email));
  expect(await auth.giveCode(token, factorId, body.codes[0])).toMatchObject({
    status: 422,
    body: { code: 'mfa_verification_failed', message: 'Invalid recovery code entered' },
  });
  expect(auth.failures).toMatchObject([{ method: 'recovery_code' }]);
});

test('of five sessions that give one recovery code at the same moment one is lifted', async () => {
  const { email, factorId, session } = await auth.signUpWithFactor();
  const [code] = (await renew(session.access_token)).body.codes;
  const open = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const token = tokenOf(await auth.signIn(email));
      return { token, challenge: (await auth.send('POST', `/factors/${factorId}/challenge`, undefined, { token })).body.id };
    }),
  );
  const answers = await Promise.all(
    open.map(({ token, challenge }) => auth.send('POST', `/factors/${factorId}/verify`, { challenge_id: challenge, code }, { token })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
});

test('new recovery codes replace the older', async () => {
  const { email, factorId, session } = await auth.signUpWithFactor();
  const [old] = (await renew(session.access_token)).body.codes;
  await renew(session.access_token);
  expect((await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, old)).status).toBe(422);
});

test('recovery codes are made by a session with an authenticator’s code of the last five minutes only', async () => {
  const { email, factorId, secret, session } = await auth.signUpWithFactor();
  const [code] = (await renew(session.access_token)).body.codes;
  expect(await renew(tokenOf(await auth.signIn(email)))).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
  const recovered = await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, code);
  expect(await renew(tokenOf(recovered))).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
  auth.time.nowMs += 300_001;
  expect(await renew(session.access_token)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
  await auth.giveCode(session.access_token, factorId, await auth.codeAt(secret));
  expect((await renew(session.access_token)).status).toBe(200);
});

test('a session with an authenticator is told how many codes are left, and one without is told nothing', async () => {
  const { email, factorId, session } = await auth.signUpWithFactor();
  const count = (token: string) => auth.send('GET', '/recovery-codes', undefined, { token });
  expect(await count(session.access_token)).toMatchObject({ status: 200, body: { left: 0 } });
  const { codes } = (await renew(session.access_token)).body;
  await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, codes[0]);
  const told = await count(session.access_token);
  expect([told.status, told.body]).toEqual([200, { left: 9 }]);
  expect(await count(tokenOf(await auth.signIn(email)))).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
  const { session: other } = await auth.signUpWithFactor();
  expect((await count(other.access_token)).body).toEqual({ left: 0 });
});

test('recovery codes vouch for no new authenticator', async () => {
  const { session } = await auth.signUpWithFactor();
  const [code] = (await renew(session.access_token)).body.codes;
  const enrolled = await auth.send('POST', '/factors', { factor_type: 'totp' }, { token: session.access_token });
  expect((await auth.giveCode(session.access_token, enrolled.body.id, code)).status).toBe(422);
});

test('recovery codes are stored as slow hashes only', async () => {
  const { session, userId } = await auth.signUpWithFactor();
  const { codes } = (await renew(session.access_token)).body;
  const { rows } = await auth.admin.query('select row_to_json(t)::text as row from auth.recovery_codes t where user_id = $1', [userId]);
  expect(rows).toHaveLength(10);
  const all = JSON.stringify(rows);
  for (const code of codes) {
    for (const form of [code, code.replace('-', '')]) {
      expect(all).not.toContain(form);
      expect(all).not.toContain(createHash('sha256').update(form).digest('hex'));
    }
  }
});
