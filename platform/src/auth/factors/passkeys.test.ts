import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { endSessions, issueEnrolmentSecret, removeFactors } from '../administration.ts';
import { type Answer, claimsOf, startTestAuth } from '../test-auth-service.ts';
import { createTestPasskey, type Tampering } from './test-passkey.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.failures.length = 0;
  auth.logged.length = 0;
});

const tokenOf = (answer: Answer) => answer.body.access_token;
const wrong = { status: 422, body: { code: 'mfa_verification_failed', message: 'Invalid passkey response' } };
const spent = { status: 422, body: { code: 'mfa_ip_address_mismatch' } };

/** An owner with an app and a passkey, and a second session that has given its password only. */
async function beginSecondSignIn() {
  const owner = await auth.signUpWithFactor();
  const added = await auth.addPasskey(owner.session.access_token);
  expect(added.verified.status).toBe(200);
  const token = tokenOf(await auth.signIn(owner.email));
  auth.time.nowMs += 1000;
  return { owner, passkey: added.passkey, factorId: added.factorId, full: tokenOf(added.verified), token };
}

const factorsOf = async (userId: string) =>
  (
    await auth.admin.query('select id, factor_type, status from auth.mfa_factors where user_id = $1 order by factor_type, created_at, id', [
      userId,
    ])
  ).rows;

describe('a passkey is the second factor', () => {
  test('enrolled beside the app, which stays; its answer lifts a later session to aal2 as mfa/webauthn', async () => {
    const { owner, passkey, factorId, token } = await beginSecondSignIn();
    expect(await factorsOf(owner.userId)).toEqual([
      { id: owner.factorId, factor_type: 'totp', status: 'verified' },
      { id: factorId, factor_type: 'webauthn', status: 'verified' },
    ]);
    const lifted = await auth.givePasskey(token, factorId, passkey);
    expect(lifted.status).toBe(200);
    expect(claimsOf(tokenOf(lifted))).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, { method: 'password' }] });
    expect(lifted.headers.get('set-cookie')).toContain('castellan-device=');
    expect(auth.failures).toEqual([]);
  });

  test('the calls answer in the hosted shapes, for the public address alone and with the holder verified', async () => {
    const owner = await auth.signUpWithFactor();
    const token = owner.session.access_token;
    const enrolled = await auth.send('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'ring' }, { token });
    expect(enrolled.body).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'ring' });
    const asked = await auth.send('POST', `/factors/${enrolled.body.id}/challenge`, {}, { token });
    expect(asked.body).toEqual({
      id: expect.any(String),
      type: 'webauthn',
      expires_at: Math.floor(auth.time.nowMs / 1000) + 300,
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            rp: { name: 'Castellan', id: 'castellan.test' },
            user: {
              id: Buffer.from(enrolled.body.id.replaceAll('-', ''), 'hex').toString('base64url'),
              name: `${owner.email} (ring)`,
              displayName: `${owner.email} (ring)`,
            },
            challenge: expect.stringMatching(/^[\w-]{43}$/),
            pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
            timeout: 300_000,
            excludeCredentials: [],
            authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
            attestation: 'none',
          },
        },
      },
    });
    const passkey = createTestPasskey();
    const { type, credential_options: options } = asked.body.webauthn;
    const response = passkey.make(options.publicKey);
    const verified = await auth.answerPasskey(token, enrolled.body.id, { challengeId: asked.body.id, type, response });
    expect(verified.status).toBe(200);
    const again = await auth.send('POST', `/factors/${enrolled.body.id}/challenge`, {}, { token: tokenOf(verified) });
    const address = { type: 'public-key', id: passkey.id, transports: ['internal'] };
    expect(again.body.webauthn).toEqual({
      type: 'request',
      credential_options: {
        publicKey: {
          challenge: expect.stringMatching(/^[\w-]{43}$/),
          timeout: 300_000,
          rpId: 'castellan.test',
          allowCredentials: [address],
          userVerification: 'required',
        },
      },
    });
    const other = await auth.send('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'laptop' }, { token: tokenOf(verified) });
    const next = await auth.send('POST', `/factors/${other.body.id}/challenge`, {}, { token: tokenOf(verified) });
    expect(next.body.webauthn.credential_options.publicKey).toMatchObject({ excludeCredentials: [address] });
    const listed = await auth.send('GET', '/user', undefined, { token: tokenOf(verified) });
    expect(listed.body.factors?.find(({ id }) => id === enrolled.body.id)).toEqual({
      id: enrolled.body.id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      status: 'verified',
      friendly_name: 'ring',
      factor_type: 'webauthn',
      last_challenged_at: expect.any(String),
    });
  });

  test('another passkey of the owner may answer in its place, and a newer app leaves both', async () => {
    const { owner, passkey, factorId, full } = await beginSecondSignIn();
    const second = await auth.addPasskey(full, 'laptop');
    expect((await auth.givePasskey(tokenOf(await auth.signIn(owner.email)), factorId, second.passkey)).status).toBe(200);
    const app = await auth.send('POST', '/factors', { factor_type: 'totp', friendly_name: 'new' }, { token: tokenOf(second.verified) });
    const replaced = await auth.giveCode(tokenOf(second.verified), app.body.id, await auth.codeAt(app.body.totp.secret));
    expect(replaced.status).toBe(200);
    const left = (await factorsOf(owner.userId)).map(({ id }) => id);
    expect(left.sort()).toEqual([factorId, second.factorId, app.body.id].sort());
    expect((await auth.givePasskey(tokenOf(await auth.signIn(owner.email)), factorId, passkey)).status).toBe(200);
  });

  test('one that does not count its signatures signs in again and again', async () => {
    const { owner, factorId, passkey } = await beginSecondSignIn();
    await auth.admin.query('update auth.mfa_factors set web_authn_counter = 0 where id = $1', [factorId]);
    for (let index = 0; index < 2; index += 1) {
      const token = tokenOf(await auth.signIn(owner.email));
      expect((await auth.givePasskey(token, factorId, passkey, { counter: 0 })).status).toBe(200);
    }
  });

  test('the first of an account makes a second factor required for good', async () => {
    const token = tokenOf(await auth.signIn(await auth.addAccount()));
    const { verified, factorId } = await auth.addPasskey(token);
    expect(claimsOf(tokenOf(verified))).toMatchObject({ aal: 'aal2' });
    const { rows } = await auth.admin.query('select factor_required from auth.users where id = $1', [verified.body.user.id]);
    expect(rows).toEqual([{ factor_required: true }]);
    const last = await auth.send('DELETE', `/factors/${factorId}`, undefined, { token: tokenOf(verified) });
    expect(last).toMatchObject({ status: 422, body: { code: 'last_factor_not_deletable' } });
  });

  test('it is a fresh proof: recovery codes may be made, and one of them signs in where the passkey is lost', async () => {
    const email = await auth.addAccount();
    const { verified, factorId } = await auth.addPasskey(tokenOf(await auth.signIn(email)));
    const made = await auth.send('POST', '/recovery-codes', undefined, { token: tokenOf(verified) });
    expect(made.status).toBe(200);
    const recovered = await auth.giveCode(tokenOf(await auth.signIn(email)), factorId, made.body.codes[0]);
    expect(claimsOf(tokenOf(recovered))).toMatchObject({ aal: 'aal2' });
  });
});

describe('who may enrol and remove one', () => {
  const enrol = (token: string, name = 'ring') =>
    auth.send('POST', '/factors', { factor_type: 'webauthn', friendly_name: name }, { token });

  test('the password alone adds none beside an app, nor does an old proof', async () => {
    const { email, session } = await auth.signUpWithFactor();
    expect(await enrol(tokenOf(await auth.signIn(email)))).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
    auth.time.nowMs += 300_001;
    expect(await enrol(session.access_token)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
  });

  test('the password alone finishes none that the owner began', async () => {
    const { email, session } = await auth.signUpWithFactor();
    const { body } = await enrol(session.access_token);
    const thief = tokenOf(await auth.signIn(email));
    const { options, ...asked } = await auth.askPasskey(thief, body.id);
    const answer = await auth.answerPasskey(thief, body.id, { ...asked, response: createTestPasskey().make(options) });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
  });

  test('passkeys count towards the ten factors of an account, and a name is taken once', async () => {
    const { session } = await auth.signUpWithFactor();
    for (let index = 0; index < 9; index += 1) expect((await enrol(session.access_token, `key ${index}`)).status).toBe(200);
    expect((await enrol(session.access_token, 'one more')).body.code).toBe('too_many_enrolled_mfa_factors');
    expect((await enrol(session.access_token, 'key 3')).body.code).toBe('mfa_factor_name_conflict');
  });

  test('one is removed by a full session with a fresh proof, and signs nobody in any more', async () => {
    const { owner, passkey, factorId, full, token } = await beginSecondSignIn();
    const remove = (bearer: string) => auth.send('DELETE', `/factors/${factorId}`, undefined, { token: bearer });
    expect(await remove(token)).toMatchObject({ status: 422, body: { code: 'insufficient_aal' } });
    auth.time.nowMs += 300_001;
    expect(await remove(full)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
    await auth.givePasskey(full, factorId, passkey);
    expect(await remove(full)).toMatchObject({ status: 200 });
    expect((await factorsOf(owner.userId)).map(({ factor_type: type }) => type)).toEqual(['totp']);
  });

  test('on the machine all are removed, a second factor stays required, and the one-time secret lets a passkey be the next', async () => {
    const { owner, factorId } = await beginSecondSignIn();
    await removeFactors(auth.admin, owner.userId);
    await endSessions(auth.admin, owner.userId, 'all');
    const secret = await issueEnrolmentSecret(auth.admin, owner.userId);
    expect(await factorsOf(owner.userId)).toEqual([]);
    const token = tokenOf(await auth.signIn(owner.email));
    expect(await auth.send('POST', `/factors/${factorId}/challenge`, {}, { token })).toMatchObject({ status: 404 });
    expect(await enrol(token)).toMatchObject({ status: 403, body: { code: 'enrolment_grant_required' } });
    expect((await auth.send('POST', '/factors/enrolment-grant', { secret }, { token })).status).toBe(200);
    const again = await auth.addPasskey(token, 'next');
    expect(claimsOf(tokenOf(again.verified))).toMatchObject({ aal: 'aal2' });
    const { rows } = await auth.admin.query('select factor_required from auth.users where id = $1', [owner.userId]);
    expect(rows).toEqual([{ factor_required: true }]);
  });

  test('an app whose address is a bare number offers none, and says so', async () => {
    const token = tokenOf(await auth.signIn(await auth.addAccount()));
    const body = JSON.stringify({ factor_type: 'webauthn' });
    const headers = {
      apikey: auth.keys.ring.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    };
    const request = new Request('http://castellan.test/auth/v1/factors', { method: 'POST', headers, body });
    const numbered = { ...auth.context, publicUrl: 'https://192.0.2.7' };
    const answer = await auth.handle(request, numbered);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'mfa_webauthn_enroll_not_enabled' });
  });
});

describe('attacks on the answer', () => {
  const refused = async (tampering: Tampering) => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    expect(await auth.givePasskey(token, factorId, passkey, tampering)).toMatchObject(wrong);
    expect(auth.failures).toMatchObject([{ method: 'passkey' }]);
    expect(claimsOf(token)).toMatchObject({ aal: 'aal1' });
  };

  test('signed for another origin', () => refused({ origin: 'https://castellan.test.evil.example' }));
  test('signed for another port of the same name', () => refused({ origin: 'http://castellan.test:8080' }));
  test('signed for another relying party', () => refused({ rpId: 'evil.example' }));
  test('signed inside a frame of a foreign page', () => refused({ crossOrigin: true }));
  test('signed without verifying its holder', () => refused({ flags: 0x01 }));
  test('signed without anybody present', () => refused({ flags: 0x04 }));
  test('signed for a challenge nobody gave', () => refused({ challenge: Buffer.alloc(32, 7).toString('base64url') }));
  test('an answer of the other ceremony', () => refused({ clientType: 'webauthn.create' }));
  test('the user handle of somebody else', () => refused({ userHandle: Buffer.alloc(16, 9).toString('base64url') }));

  test('a challenge is answered once: a replay of the right answer is refused', async () => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    const { options, ...asked } = await auth.askPasskey(token, factorId);
    const answered = { ...asked, response: passkey.use(options) };
    const lifted = await auth.answerPasskey(token, factorId, answered);
    expect(lifted.status).toBe(200);
    expect(await auth.answerPasskey(tokenOf(lifted), factorId, answered)).toMatchObject(spent);
  });

  test('two right answers to one challenge at once lift one session once', async () => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    const { options, ...asked } = await auth.askPasskey(token, factorId);
    const answered = { ...asked, response: passkey.use(options) };
    const answers = await Promise.all([0, 1].map(() => auth.answerPasskey(token, factorId, answered)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('a wrong answer spends the challenge: the right one comes too late', async () => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    const { options, ...asked } = await auth.askPasskey(token, factorId);
    expect(await auth.answerPasskey(token, factorId, { ...asked, response: passkey.use(options, { flags: 1 }) })).toMatchObject(wrong);
    expect(await auth.answerPasskey(token, factorId, { ...asked, response: passkey.use(options) })).toMatchObject(spent);
  });

  test('an answer that was recorded for an earlier challenge', async () => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    const earlier = await auth.askPasskey(token, factorId);
    const recorded = passkey.use(earlier.options);
    const { options: _, ...asked } = await auth.askPasskey(token, factorId);
    expect(await auth.answerPasskey(token, factorId, { ...asked, response: recorded })).toMatchObject(wrong);
  });

  test('an expired challenge', async () => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    const { options, ...asked } = await auth.askPasskey(token, factorId);
    auth.time.nowMs += 300_000;
    const late = await auth.answerPasskey(token, factorId, { ...asked, response: passkey.use(options) });
    expect(late).toMatchObject({ status: 422, body: { code: 'mfa_challenge_expired' } });
  });

  test('a challenge taken to another address or another session', async () => {
    const { owner, factorId, passkey, token } = await beginSecondSignIn();
    const { options, ...asked } = await auth.askPasskey(token, factorId);
    const answered = { ...asked, response: passkey.use(options) };
    expect(await auth.answerPasskey(token, factorId, answered, { address: '198.51.100.9' })).toMatchObject(spent);
    const third = tokenOf(await auth.signIn(owner.email));
    expect(await auth.answerPasskey(third, factorId, answered)).toMatchObject({ status: 422, body: { code: 'mfa_factor_not_found' } });
  });

  test("another account's passkey", async () => {
    const mine = await beginSecondSignIn();
    const theirs = await beginSecondSignIn();
    expect(await auth.givePasskey(mine.token, mine.factorId, theirs.passkey, { userHandle: '' })).toMatchObject(wrong);
    const foreign = await auth.send('POST', `/factors/${theirs.factorId}/challenge`, {}, { token: mine.token });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'mfa_factor_not_found' } });
  });

  test('a passkey that another account has cannot be enrolled a second time', async () => {
    const { passkey } = await beginSecondSignIn();
    const other = await auth.signUpWithFactor();
    const { body } = await auth.send('POST', '/factors', { factor_type: 'webauthn' }, { token: other.session.access_token });
    const { options, ...asked } = await auth.askPasskey(other.session.access_token, body.id);
    const answered = { ...asked, response: passkey.make(options) };
    expect(await auth.answerPasskey(other.session.access_token, body.id, answered)).toMatchObject(wrong);
  });

  test('a copied passkey: a counter that does not go up is refused and told', async () => {
    const { owner, factorId, passkey, token } = await beginSecondSignIn();
    expect((await auth.givePasskey(token, factorId, passkey, { counter: 40 })).status).toBe(200);
    for (const counter of [40, 39, 0]) {
      const next = tokenOf(await auth.signIn(owner.email));
      expect(await auth.givePasskey(next, factorId, passkey, { counter })).toMatchObject(wrong);
    }
    expect(auth.logged.filter(({ level, event }) => level === 'error' && event.includes('counter'))).toHaveLength(3);
  });

  test('tampered client data, authenticator data or signature', async () => {
    const flip = (text: string) => {
      const bytes = Buffer.from(text, 'base64url');
      bytes[bytes.length - 4] = (bytes[bytes.length - 4] ?? 0) ^ 1;
      return bytes.toString('base64url');
    };
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const { factorId, passkey, token } = await beginSecondSignIn();
      const { options, ...asked } = await auth.askPasskey(token, factorId);
      const right = passkey.use(options);
      const response = { ...right, response: { ...right.response, [part]: flip(right.response[part]) } };
      expect(await auth.answerPasskey(token, factorId, { ...asked, response })).toMatchObject(wrong);
    }
  });

  test('an answer that is no answer is refused and never a fault of the server', async () => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    const { options, ...asked } = await auth.askPasskey(token, factorId);
    const right = passkey.use(options);
    for (const response of [undefined, {}, { ...right, id: 'a+b' }, { ...right, type: 'password' }, { ...right, response: {} }]) {
      const answer = await auth.answerPasskey(token, factorId, { ...asked, response });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    for (const broken of [
      { ...right.response, authenticatorData: 'AA' },
      { ...right.response, clientDataJSON: 'AAAA' },
      { ...right.response, signature: 'AA' },
      { clientDataJSON: right.response.clientDataJSON },
    ]) {
      const { options: _, ...fresh } = await auth.askPasskey(token, factorId);
      await auth.forgetLimits();
      expect(await auth.answerPasskey(token, factorId, { ...fresh, response: { ...right, response: broken } })).toMatchObject(wrong);
    }
    expect(auth.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('a code for a passkey, and a passkey for an app, are told apart from a wrong one', async () => {
    const { owner, factorId, passkey, token } = await beginSecondSignIn();
    expect(await auth.giveCode(token, factorId, '123456')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const asked = await auth.askPasskey(token, factorId);
    const challenge = await auth.send('POST', `/factors/${owner.factorId}/challenge`, {}, { token });
    const answered = { challengeId: challenge.body.id, type: 'request', response: passkey.use(asked.options) };
    expect(await auth.answerPasskey(token, owner.factorId, answered)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(auth.failures).toEqual([]);
  });

  test('guessing is slowed as codes are: the sixth wrong answer waits', async () => {
    const { factorId, passkey, token } = await beginSecondSignIn();
    for (let index = 0; index < 5; index += 1) {
      expect(await auth.givePasskey(token, factorId, passkey, { flags: 1 })).toMatchObject(wrong);
    }
    expect(await auth.givePasskey(token, factorId, passkey)).toMatchObject({ status: 429 });
    expect(auth.failures).toHaveLength(5);
  });
});

describe('attacks on the making of one', () => {
  const refused = async (tampering: Tampering) => {
    const { session, userId } = await auth.signUpWithFactor();
    const { body } = await auth.send('POST', '/factors', { factor_type: 'webauthn' }, { token: session.access_token });
    const { options, ...asked } = await auth.askPasskey(session.access_token, body.id);
    const answered = { ...asked, response: createTestPasskey().make(options, tampering) };
    expect(await auth.answerPasskey(session.access_token, body.id, answered)).toMatchObject(wrong);
    expect((await factorsOf(userId)).filter(({ status }) => status === 'verified')).toHaveLength(1);
  };

  test('made for another origin', () => refused({ origin: 'https://evil.example' }));
  test('made for another relying party', () => refused({ rpId: 'evil.example' }));
  test('made without verifying its holder', () => refused({ flags: 0x01 }));
  test('made for a challenge nobody gave', () => refused({ challenge: 'AAAA' }));
  test('made inside a frame of a foreign page', () => refused({ crossOrigin: true }));

  test('an id that the authenticator did not sign', async () => {
    const { session } = await auth.signUpWithFactor();
    const { body } = await auth.send('POST', '/factors', { factor_type: 'webauthn' }, { token: session.access_token });
    const { options, ...asked } = await auth.askPasskey(session.access_token, body.id);
    const other = createTestPasskey().id;
    const response = { ...createTestPasskey().make(options), id: other, rawId: other };
    expect(await auth.answerPasskey(session.access_token, body.id, { ...asked, response })).toMatchObject(wrong);
  });
});

describe('attacks on the rows', () => {
  test('a public key put into the row by somebody who can write to the database opens nothing', async () => {
    const mine = await beginSecondSignIn();
    const theirs = await beginSecondSignIn();
    await auth.admin.query('update auth.mfa_factors set web_authn_credential = null where id = $1', [theirs.factorId]);
    await auth.admin.query(
      `update auth.mfa_factors set secret = other.secret, web_authn_credential = jsonb_build_object('id', $3::text, 'transports', '[]'::jsonb)
        from auth.mfa_factors other where mfa_factors.id = $1 and other.id = $2`,
      [mine.factorId, theirs.factorId, theirs.passkey.id],
    );
    expect(await auth.givePasskey(mine.token, mine.factorId, theirs.passkey, { userHandle: '' })).toMatchObject(wrong);
    expect(auth.logged.at(-1)).toMatchObject({ level: 'error', fields: { passkey: mine.factorId } });
  });

  test('a passkey relabelled as an app takes no code', async () => {
    const { factorId, token } = await beginSecondSignIn();
    await auth.admin.query(`update auth.mfa_factors set factor_type = 'totp' where id = $1`, [factorId]);
    expect(await auth.giveCode(token, factorId, '123456')).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
  });
});
