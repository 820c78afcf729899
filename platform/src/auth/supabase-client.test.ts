import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestPasskey, testOrigin } from './factors/test-passkey.ts';
import { rightPassword, startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
const server = await auth.listen();

afterAll(async () => {
  await server.close();
  await auth.stop();
});

let supabase: SupabaseClient;
beforeAll(() => {
  supabase = makeClient();
});

function makeClient(): SupabaseClient {
  return createClient(server.url, auth.keys.ring.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

test('the unmodified client signs in, enrols an authenticator, reaches aal2, refreshes and signs out', async () => {
  const email = await auth.addAccount();
  const signedIn = await supabase.auth.signInWithPassword({ email, password: rightPassword });
  expect(signedIn.error).toBeNull();
  expect(signedIn.data.user?.email).toBe(email);
  expect(signedIn.data.session?.expires_in).toBe(900);

  const enrolled = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  expect(enrolled.error).toBeNull();
  if (enrolled.data?.type !== 'totp') throw new Error('no authenticator was enrolled');
  expect(enrolled.data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect(enrolled.data.totp.uri).toContain(`otpauth://totp/Castellan:${encodeURIComponent(email)}?secret=${enrolled.data.totp.secret}`);

  const before = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  const code = await auth.codeAt(enrolled.data.totp.secret);
  const verified = await supabase.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code });
  expect(verified.error).toBeNull();
  const after = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(after.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect(after.data?.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)).sort()).toEqual([
    'password',
    'totp',
  ]);

  const factors = await supabase.auth.mfa.listFactors();
  expect(factors.data?.totp).toMatchObject([{ friendly_name: 'phone', status: 'verified' }]);
  expect(JSON.stringify(factors.data)).not.toContain(enrolled.data.totp.secret);

  const refreshed = await supabase.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);
  const user = await supabase.auth.getUser();
  expect(user.data.user?.identities).toMatchObject([{ provider: 'email' }]);
  const claims = await supabase.auth.getClaims();
  expect(claims.data?.claims).toMatchObject({
    iss: 'http://castellan.test/auth/v1',
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal2',
  });

  expect((await supabase.auth.signOut()).error).toBeNull();
  expect(auth.ended).toContain(claims.data?.claims.session_id);
});

test('a second sign-in is told that its authenticator is still to come, and reads its errors by code', async () => {
  const { email, factorId } = await auth.signUpWithFactor();
  const client = makeClient();
  await client.auth.signInWithPassword({ email, password: rightPassword });
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  expect((await client.auth.updateUser({ password: 'another fine pass phrase' })).error).toMatchObject({
    status: 401,
    code: 'insufficient_aal',
  });
});

test('a wrong password, a closed sign-up and a weak password come back as the errors the client knows', async () => {
  const email = await auth.addAccount();
  const client = makeClient();
  const wrong = await client.auth.signInWithPassword({ email, password: 'not the pass phrase' });
  expect(wrong.error).toMatchObject({
    name: 'AuthApiError',
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
  const signUp = await client.auth.signUp({ email: 'new@example.test', password: 'another fine pass phrase' });
  expect(signUp.error).toMatchObject({ status: 422, code: 'signup_disabled' });
  await client.auth.signInWithPassword({ email, password: rightPassword });
  const weak = await client.auth.updateUser({ password: 'short' });
  expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', reasons: ['length'] });
});

test('a new password ends the other sessions and keeps this one', async () => {
  const email = await auth.addAccount();
  const [first, second] = [makeClient(), makeClient()];
  await first.auth.signInWithPassword({ email, password: rightPassword });
  await second.auth.signInWithPassword({ email, password: rightPassword });
  expect((await first.auth.updateUser({ password: 'another fine pass phrase' })).error).toBeNull();
  expect((await first.auth.getUser()).error).toBeNull();
  expect((await second.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await second.auth.refreshSession()).data.session).toBeNull();
  expect((await makeClient().auth.signInWithPassword({ email, password: rightPassword })).error).toMatchObject({
    code: 'invalid_credentials',
  });
});

test('the unmodified client enrols a passkey, and a later session reaches aal2 by it', async () => {
  const email = await auth.addAccount();
  const passkey = createTestPasskey();
  const webauthn = { rpId: 'castellan.test', rpOrigins: [testOrigin] };
  await supabase.auth.signInWithPassword({ email, password: rightPassword });
  const enrolled = await supabase.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'ring' });
  expect(enrolled.error).toBeNull();
  const factorId = enrolled.data?.id ?? '';
  for (const client of [supabase, makeClient()]) {
    await client.auth.signInWithPassword({ email, password: rightPassword });
    const challenge = await client.auth.mfa.challenge({ factorId, webauthn });
    if (challenge.data?.type !== 'webauthn') throw new Error('no passkey was asked for');
    const { type, credential_options: options } = challenge.data.webauthn;
    // The client hands a browser bytes; in the answer they are text again.
    const asked = options.publicKey as unknown as { challenge: ArrayBuffer; rp?: { id: string }; rpId?: string };
    expect(asked.rp?.id ?? asked.rpId).toBe('castellan.test');
    const told = { challenge: Buffer.from(asked.challenge).toString('base64url'), rpId: 'castellan.test' };
    const response = type === 'create' ? passkey.make(told) : passkey.use(told);
    // A browser's credential writes itself as JSON; its type is a browser's too.
    const answered = { type, ...webauthn, credential_response: { toJSON: () => response } };
    const verified = await client.auth.mfa.verify({ factorId, challengeId: challenge.data.id, webauthn: answered } as never);
    expect(verified.error).toBeNull();
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(level.data?.currentAuthenticationMethods).toContainEqual(expect.objectContaining({ method: 'mfa/webauthn' }));
  }
  const factors = await supabase.auth.mfa.listFactors();
  expect(factors.data?.webauthn).toMatchObject([{ friendly_name: 'ring', status: 'verified' }]);
});
