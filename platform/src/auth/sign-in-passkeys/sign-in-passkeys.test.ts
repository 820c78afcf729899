import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpClosed } from '../../core/platform-context.ts';
import { createTestPasskey, type Tampering } from '../factors/test-passkey.ts';
import { claimsOf, rightPassword } from '../test-auth-service.ts';
import { startTestPasskeys } from './test-sign-in-passkeys.ts';

const world = await startTestPasskeys();
const { auth, set, makeClient, signInGuest, register, guestWithPasskey, ask, signIn } = world;
afterAll(world.stop);

const ownerId = auth.owner.id;
beforeEach(async () => {
  Object.assign(set, { ...signUpClosed, passkeys: true });
  auth.owner.id = ownerId;
  auth.failures.length = 0;
  auth.logged.length = 0;
  await auth.forgetLimits();
});

const wrong = { status: 400, code: 'webauthn_verification_failed', message: 'Credential verification failed' };
const notFound = { status: 400, code: 'webauthn_challenge_not_found', message: 'Challenge not found or already used' };
const sessionsOf = async (userId: string) =>
  (await auth.admin.query('select id from auth.sessions where user_id = $1', [userId])).rows.length;
const admin = makeClient(auth.keys.ring.secretKey).admin;

describe('through the unmodified client', () => {
  test('a passkey is made, listed and named, signs in at aal1, and signs in no longer once it is removed', async () => {
    const guest = await guestWithPasskey();
    const { data: first } = await guest.client.passkey.list();
    expect(first).toEqual([{ id: guest.passkeyId, friendly_name: 'Passkey', created_at: expect.any(String) }]);
    const renamed = await guest.client.passkey.update({ passkeyId: guest.passkeyId, friendlyName: 'ring' });
    expect(renamed.data).toMatchObject({ id: guest.passkeyId, friendly_name: 'ring' });

    const signedIn = await signIn(guest.passkey);
    expect(signedIn.error).toBeNull();
    expect(signedIn.data?.user?.id).toBe(guest.userId);
    expect(claimsOf(signedIn.data?.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
    expect((await signedIn.client.getUser()).data.user?.id).toBe(guest.userId);
    expect((await guest.client.passkey.list()).data).toMatchObject([{ friendly_name: 'ring', last_used_at: expect.any(String) }]);

    expect(await guest.client.passkey.delete({ passkeyId: guest.passkeyId })).toEqual({ data: null, error: null });
    expect((await guest.client.passkey.list()).data).toEqual([]);
    expect((await signIn(guest.passkey)).error).toMatchObject(wrong);
  });

  test('an administrator lists and removes them', async () => {
    const { userId, passkeyId } = await guestWithPasskey();
    expect((await admin.passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }]);
    expect((await admin.passkey.deletePasskey({ userId, passkeyId: randomUUID() })).error).toMatchObject({ status: 404 });
    expect((await admin.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull();
    expect((await admin.passkey.listPasskeys({ userId })).data).toEqual([]);
    const owners = await admin.passkey.deletePasskey({ userId: ownerId ?? '', passkeyId });
    expect(owners.error).toMatchObject({ status: 403, code: 'owner_protected' });
  });

  test('nobody else lists, renames or removes one', async () => {
    const { passkeyId } = await guestWithPasskey();
    const { client } = await signInGuest();
    expect((await client.passkey.list()).data).toEqual([]);
    const missing = { status: 404, code: 'validation_failed', message: 'Passkey not found' };
    for (const id of [passkeyId, randomUUID(), 'no-id']) {
      expect((await client.passkey.update({ passkeyId: id, friendlyName: 'mine' })).error).toMatchObject(missing);
      expect((await client.passkey.delete({ passkeyId: id })).error).toMatchObject(missing);
    }
    for (const [method, path] of [
      ['GET', '/passkeys'],
      ['PATCH', `/passkeys/${passkeyId}`],
      ['DELETE', `/passkeys/${passkeyId}`],
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/registration/verify'],
    ] as const) {
      expect(await auth.send(method, path, method === 'GET' ? undefined : {})).toMatchObject({
        status: 401,
        body: { code: 'no_authorization' },
      });
    }
  });

  test('where they are off, or the public address can have none, each call says so and the settings too', async () => {
    const off = { status: 404, body: { code: 'passkey_disabled', message: 'Passkeys are disabled' } };
    const { token } = await guestWithPasskey();
    expect((await auth.send('GET', '/settings')).body).toMatchObject({ passkeys_enabled: true });
    set.passkeys = false;
    expect((await auth.send('GET', '/settings')).body).toMatchObject({ passkeys_enabled: false });
    for (const part of ['registration', 'authentication']) {
      for (const step of ['options', 'verify'])
        expect(await auth.send('POST', `/passkeys/${part}/${step}`, {}, { token })).toMatchObject(off);
    }
    expect(await auth.send('GET', '/passkeys', undefined, { token })).toMatchObject(off);
    set.passkeys = true;
    const headers = { apikey: auth.keys.ring.publishableKey };
    const request = new Request('http://castellan.test/auth/v1/passkeys/authentication/options', { method: 'POST', headers });
    const answer = await auth.handle(request, { ...auth.context, publicUrl: 'https://192.0.2.7' });
    expect(answer.status).toBe(404);
  });
});

describe('the owner', () => {
  test('makes no passkey in the place of the password', async () => {
    const client = makeClient();
    await client.signInWithPassword({ email: world.ownersEmail, password: rightPassword });
    expect((await client.passkey.startRegistration()).error).toMatchObject({ status: 403, code: 'owner_protected' });
    const { data } = await (await guestWithPasskey()).client.passkey.startRegistration();
    const credential = createTestPasskey().make(data?.options as never) as never;
    const verified = await client.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? '', credential });
    expect(verified.error).toMatchObject({ status: 403, code: 'owner_protected' });
  });

  test('is refused like somebody unknown, whose ever the account was, and so is everybody while there is no owner', async () => {
    const { passkey, userId } = await guestWithPasskey();
    const before = await sessionsOf(userId);
    const unknown = await signIn(createTestPasskey());
    for (const owner of [userId, undefined]) {
      auth.owner.id = owner;
      const refused = await signIn(passkey);
      expect(refused.error).toMatchObject(wrong);
      expect(refused.error).toEqual(unknown.error);
    }
    expect(await sessionsOf(userId)).toBe(before);
    expect(auth.failures.map(({ method }) => method)).toEqual(['passkey', 'passkey', 'passkey']);
    auth.owner.id = ownerId;
    expect((await signIn(passkey)).error).toBeNull();
  });

  test('has second factors that sign nobody in', async () => {
    const account = await auth.signUpWithFactor();
    const { passkey, verified } = await auth.addPasskey(account.session.access_token);
    expect(verified.status).toBe(200);
    expect((await signIn(passkey)).error).toMatchObject(wrong);
  });
});

describe('an answer that is wrong in anything', () => {
  const anything = fc.oneof(
    fc.record({ origin: fc.constantFrom('https://castellan.test', 'http://castellan.test.evil.example', 'http://evil.example') }),
    fc.record({ rpId: fc.constantFrom('test', 'evil.example', 'sub.castellan.test') }),
    fc.record({ challenge: fc.string({ minLength: 43, maxLength: 43, unit: fc.constantFrom(...'abcXYZ019-_') }) }),
    fc.record({ clientType: fc.constantFrom('webauthn.create', 'payment.get', '') }),
    fc.record({ crossOrigin: fc.constant(true) }),
    // Whoever is not verified by the authenticator is a found or stolen key's bearer.
    fc.record({ flags: fc.constantFrom(0, 1, 4) }),
    fc.record({
      userHandle: fc.oneof(
        fc.constant(''),
        fc.uuid().map((id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')),
      ),
    }),
  ) as fc.Arbitrary<Tampering>;

  test('begins no session, and is answered and counted like a passkey that nobody has', async () => {
    const { passkey, userId } = await guestWithPasskey();
    const before = await sessionsOf(userId);
    const unknown = await signIn(createTestPasskey());
    await fc.assert(
      fc.asyncProperty(anything, async (tampering) => {
        await auth.forgetLimits();
        auth.failures.length = 0;
        const refused = await signIn(passkey, tampering);
        expect(refused.error).toEqual(unknown.error);
        expect(auth.failures).toMatchObject([{ method: 'passkey' }]);
      }),
      { numRuns: 40 },
    );
    expect(await sessionsOf(userId)).toBe(before);
  });

  test('makes no passkey', async () => {
    const { client } = await signInGuest();
    for (const tampering of fc.sample(anything, { numRuns: 30, seed: 7 })) {
      const { clientType, userHandle, ...kept } = tampering;
      const changed: Tampering = { ...kept, ...(clientType === undefined ? {} : { clientType: 'webauthn.get' }) };
      if (Object.keys(changed).length === 0) continue;
      expect((await register(client, createTestPasskey(), changed)).answer.error, JSON.stringify(changed)).toMatchObject(wrong);
    }
    expect((await client.passkey.list()).data).toEqual([]);
  });

  test('or spells the id otherwise, is refused and no alarm', async () => {
    const { passkey } = await guestWithPasskey();
    const { client, challengeId, options } = await ask();
    const answer = passkey.use(options);
    // The last of 43 characters holds four bits of the id's 32 bytes, and two that are nobody's.
    const last = answer.id.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const id = `${answer.id.slice(0, -1)}${alphabet[alphabet.indexOf(last) + 1]}`;
    const sent = { ...answer, id, rawId: id } as never;
    expect((await client.passkey.verifyAuthentication({ challengeId, credential: sent })).error).toMatchObject(wrong);
    expect(auth.logged).toEqual([]);
  });

  test('or no answer at all, is refused and no fault of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (credential) => {
        const { challengeId } = await ask();
        const answer = await auth.send('POST', '/passkeys/authentication/verify', { challenge_id: challengeId, credential });
        expect(answer).toMatchObject({ status: 400 });
      }),
      { numRuns: 40 },
    );
  });

  test('slows the address that it comes from, and nobody else', async () => {
    const { passkey } = await guestWithPasskey();
    const stranger = createTestPasskey();
    const answer = async (used: typeof passkey, address: string) => {
      const asked = await auth.send('POST', '/passkeys/authentication/options', {}, { address });
      const body = asked.body as unknown as { readonly challenge_id: string; readonly options: never };
      return auth.send(
        'POST',
        '/passkeys/authentication/verify',
        { challenge_id: body.challenge_id, credential: used.use(body.options) },
        { address },
      );
    };
    const refused = [];
    for (let time = 0; time < 12; time += 1) refused.push((await answer(stranger, '198.51.100.9')).status);
    expect(refused.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(refused.at(-1)).toBe(429);
    expect((await answer(passkey, '198.51.100.10')).status).toBe(200);
  });

  test('a counter that does not go up is refused and told: somebody has a copy', async () => {
    const { passkey } = await guestWithPasskey();
    expect((await signIn(passkey, { counter: 9 })).error).toBeNull();
    for (const counter of [9, 8, 0]) expect((await signIn(passkey, { counter })).error).toMatchObject(wrong);
    expect(auth.logged.filter(({ level }) => level === 'error')).toHaveLength(3);
    expect((await signIn(passkey, { counter: 10 })).error).toBeNull();
  });

  test('a public key put into the row, or a row given to another account, opens nothing', async () => {
    const { passkey, passkeyId } = await guestWithPasskey();
    const other = await guestWithPasskey();
    const { rows } = await auth.admin.query('select sealed_key from auth.webauthn_credentials where id = $1', [other.passkeyId]);
    const { rows: own } = await auth.admin.query('select sealed_key, user_id from auth.webauthn_credentials where id = $1', [passkeyId]);
    await auth.admin.query('update auth.webauthn_credentials set sealed_key = $2 where id = $1', [passkeyId, rows[0]?.sealed_key]);
    expect((await signIn(passkey)).error).toMatchObject(wrong);
    await auth.admin.query('update auth.webauthn_credentials set sealed_key = $2, user_id = $3 where id = $1', [
      passkeyId,
      own[0]?.sealed_key,
      other.userId,
    ]);
    expect((await signIn(passkey)).error).toMatchObject(wrong);
  });
});

describe('a challenge', () => {
  test('is taken once, whether or not the passkey counts, and a second time is no alarm', async () => {
    const { passkey } = await guestWithPasskey();
    const { client, challengeId, options } = await ask();
    const credential = passkey.use(options) as never;
    expect((await client.passkey.verifyAuthentication({ challengeId, credential })).error).toBeNull();
    for (const id of [challengeId, challengeId.toUpperCase()]) {
      expect((await client.passkey.verifyAuthentication({ challengeId: id, credential })).error).toMatchObject(notFound);
    }
    expect(auth.logged).toEqual([]);
  });

  test('is taken once of two at the same moment', async () => {
    const { passkey } = await guestWithPasskey();
    await auth.admin.query('update auth.webauthn_credentials set sign_count = 0');
    const { challengeId, options } = await ask();
    const credential = passkey.use(options, { counter: 0 }) as never;
    const answers = await Promise.all([1, 2, 3].map(() => makeClient().passkey.verifyAuthentication({ challengeId, credential })));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('makes one passkey, though its maker removed that again', async () => {
    const { client } = await signInGuest();
    const { data } = await client.passkey.startRegistration();
    const passkey = createTestPasskey();
    const sent = { challengeId: data?.challenge_id ?? '', credential: passkey.make(data?.options as never) as never };
    const made = await client.passkey.verifyRegistration(sent);
    await client.passkey.delete({ passkeyId: made.data?.id ?? '' });
    expect((await client.passkey.verifyRegistration(sent)).error).toMatchObject(notFound);
    expect((await client.passkey.list()).data).toEqual([]);
  });

  test('ends after five minutes, whichever way the clock was set', async () => {
    const { passkey, client } = await guestWithPasskey();
    for (const movedMs of [300_000, -300_000]) {
      const asked = await ask();
      auth.time.nowMs += movedMs;
      const credential = passkey.use(asked.options) as never;
      const late = await asked.client.passkey.verifyAuthentication({ challengeId: asked.challengeId, credential });
      auth.time.nowMs -= movedMs;
      expect(late.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired', message: 'Challenge has expired' });
      expect((await client.passkey.list()).data?.[0]?.last_used_at).toBeUndefined();
    }
  });

  test('is for what it was asked for, in the session that asked, and cannot be made up', async () => {
    const guest = await guestWithPasskey();
    const registration = (await guest.client.passkey.startRegistration()).data;
    const asRegistered = guest.passkey.use(registration?.options as never) as never;
    const client = makeClient();
    expect(
      (await client.passkey.verifyAuthentication({ challengeId: registration?.challenge_id ?? '', credential: asRegistered })).error,
    ).toMatchObject(notFound);
    const other = await signInGuest();
    const taken = createTestPasskey().make(registration?.options as never) as never;
    const stolen = await other.client.passkey.verifyRegistration({ challengeId: registration?.challenge_id ?? '', credential: taken });
    expect(stolen.error).toMatchObject(notFound);
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (challengeId) => {
        const credential = guest.passkey.use({ challenge: 'A'.repeat(43), rpId: 'castellan.test' }) as never;
        expect((await client.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject(notFound);
      }),
      { numRuns: 20 },
    );
  });

  test('is the same question for everybody, and stores nothing', async () => {
    await guestWithPasskey();
    const tables = ['users', 'sessions', 'webauthn_credentials', 'mfa_challenges', 'attempt_limits'];
    const count = async () =>
      (
        await auth.admin.query(
          tables.map((table) => `select '${table}', count(*), md5(string_agg(t::text, '')) from auth.${table} t`).join(' union all '),
        )
      ).rows;
    const before = await count();
    const { options } = await ask();
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'castellan.test',
      allowCredentials: [],
      userVerification: 'required',
    });
    expect(await count()).toEqual(before);
  });

  test('is given to one address block so many times in five minutes', async () => {
    const asked = (address: string) => auth.send('POST', '/passkeys/authentication/options', {}, { address });
    for (let time = 0; time < 150; time += 1) expect((await asked(`2001:db8::${time.toString(16)}`)).status).toBe(200);
    expect(await asked('2001:db8::ffff')).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    expect((await asked('2001:db8:0:1::1')).status).toBe(200);
    auth.time.nowMs += 300_000;
    expect((await asked('2001:db8::1')).status).toBe(200);
  });

  test('is answered rightly by one account thirty times in five minutes, and what was spent is forgotten then', async () => {
    const { passkey, userId } = await guestWithPasskey();
    for (let time = 0; time < 29; time += 1) expect((await signIn(passkey)).error).toBeNull();
    expect((await signIn(passkey)).error).toMatchObject({ status: 429 });
    auth.time.nowMs += 300_000;
    expect((await signIn(passkey)).error).toBeNull();
    const { rows } = await auth.admin.query('select cardinality(spent_passkey_challenges) as kept from auth.users where id = $1', [userId]);
    expect(rows).toEqual([{ kept: 1 }]);
  });
});

describe('who may add one', () => {
  test('an account with an authenticator adds and removes by a session that gave it, lately', async () => {
    const account = await auth.signUpWithFactor();
    const full = account.session.access_token;
    const half = (await auth.signIn(account.email)).body.access_token;
    const level = { status: 403, body: { code: 'insufficient_aal' } };
    expect(await auth.send('POST', '/passkeys/registration/options', {}, { token: half })).toMatchObject(level);
    expect(await auth.send('DELETE', `/passkeys/${randomUUID()}`, undefined, { token: half })).toMatchObject(level);
    expect((await auth.send('POST', '/passkeys/registration/options', {}, { token: full })).status).toBe(200);
    auth.time.nowMs += 301_000;
    expect(await auth.send('POST', '/passkeys/registration/options', {}, { token: full })).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed' },
    });
  });

  test('nobody without a name', async () => {
    set.anonymous = true;
    const client = makeClient();
    await client.signInAnonymously();
    expect((await client.passkey.startRegistration()).error).toMatchObject({ status: 403, code: 'no_authorization' });
  });

  test('a passkey is one account’s, and a second factor or a sign-in, never both', async () => {
    const guest = await guestWithPasskey();
    const exists = { status: 422, code: 'webauthn_credential_exists' };
    expect((await register(guest.client, guest.passkey)).answer.error).toMatchObject(exists);
    expect((await register((await signInGuest()).client, guest.passkey)).answer.error).toMatchObject(exists);
    const enrolled = await auth.send('POST', '/factors', { factor_type: 'webauthn' }, { token: guest.token });
    const { options, ...asked } = await auth.askPasskey(guest.token, enrolled.body.id);
    const answered = await auth.answerPasskey(guest.token, enrolled.body.id, { ...asked, response: guest.passkey.make(options) });
    expect(answered).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
  });

  test('an account has ten at most', async () => {
    const { client } = await guestWithPasskey();
    for (let more = 0; more < 9; more += 1) expect((await register(client)).answer.error).toBeNull();
    expect((await register(client)).answer.error).toMatchObject({ status: 422, code: 'too_many_passkeys' });
  });

  test('a name has 1 to 120 characters and no control characters', async () => {
    const { client, passkeyId } = await guestWithPasskey();
    for (const friendlyName of ['', 'x'.repeat(121), 'a\u0007b']) {
      expect((await client.passkey.update({ passkeyId, friendlyName })).error).toMatchObject({ status: 400, code: 'validation_failed' });
    }
    expect((await client.passkey.update({ passkeyId, friendlyName: 'ключ'.repeat(30) })).error).toBeNull();
  });

  test('an account that is shut out, or whose address nobody confirmed, does not sign in', async () => {
    const { passkey, userId } = await guestWithPasskey();
    await admin.updateUserById(userId, { ban_duration: '1h' });
    expect((await signIn(passkey)).error).toMatchObject({ status: 403, code: 'user_banned' });
    await admin.updateUserById(userId, { ban_duration: 'none' });
    await auth.admin.query('update auth.users set email_confirmed_at = null where id = $1', [userId]);
    expect((await signIn(passkey)).error).toMatchObject({ status: 403, code: 'email_not_confirmed' });
  });
});
