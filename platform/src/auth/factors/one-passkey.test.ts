import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Answer, startTestAuth } from '../test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(auth.forgetLimits);

const tokenOf = (answer: Answer) => answer.body.access_token;

/** An owner with two passkeys, in a full session. */
async function beginWithTwo() {
  const owner = await auth.signUpWithFactor();
  const ring = await auth.addPasskey(owner.session.access_token, 'ring');
  const laptop = await auth.addPasskey(tokenOf(ring.verified), 'laptop');
  auth.time.nowMs += 1000;
  return { ring, laptop, token: tokenOf(laptop.verified) };
}

async function ask(token: string, factorId: string, webauthn: unknown) {
  const { status, body } = await auth.send('POST', `/factors/${factorId}/challenge`, { webauthn }, { token });
  expect(status).toBe(200);
  const options = body.webauthn.credential_options.publicKey;
  const named = (options.allowCredentials ?? []).map(({ id }) => id);
  return { named, options, asked: { challengeId: body.id, type: body.webauthn.type } };
}

test('a challenge for one passkey alone names that one, takes its answer, and no answer of another of the account', async () => {
  const { ring, laptop, token } = await beginWithTwo();
  const first = await ask(token, laptop.factorId, { rpId: 'castellan.test', only_this_factor: true });
  expect(first.named).toEqual([laptop.passkey.id]);
  const other = await auth.answerPasskey(token, laptop.factorId, { ...first.asked, response: ring.passkey.use(first.options) });
  expect(other).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
  const second = await ask(token, laptop.factorId, { only_this_factor: true });
  const own = await auth.answerPasskey(token, laptop.factorId, { ...second.asked, response: laptop.passkey.use(second.options) });
  expect(own.status).toBe(200);
});

test.each([undefined, { only_this_factor: false }, { only_this_factor: 'yes' }, 'text'])(
  'a challenge that does not say so (%j) names every passkey, and takes any of them',
  async (webauthn) => {
    const { ring, laptop, token } = await beginWithTwo();
    const { named, options, asked } = await ask(token, laptop.factorId, webauthn);
    expect([...named].sort()).toEqual([ring.passkey.id, laptop.passkey.id].sort());
    expect((await auth.answerPasskey(token, laptop.factorId, { ...asked, response: ring.passkey.use(options) })).status).toBe(200);
  },
);
