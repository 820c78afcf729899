import { createHash } from 'node:crypto';
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimsOf } from '../test-auth-service.ts';
import { startTestProvider, testClient } from './test-openid-provider.ts';
import { startTestWays } from './test-ways.ts';

const provider = await startTestProvider();
const { auth, owner, makeClient, stop } = await startTestWays({
  providers: [
    { name: 'google', issuer: provider.issuer, clientId: testClient.id, clientSecret: testClient.secret, alsoFor: ['phone-app'] },
  ],
  linking: true,
});

afterAll(async () => {
  await stop();
  await provider.stop();
});

beforeEach(() => auth.forgetLimits());

let tokens = 0;
function claims(changed: JWTPayload = {}): JWTPayload {
  tokens += 1;
  const now = Math.floor(auth.time.nowMs / 1000);
  return { iss: provider.issuer, aud: testClient.id, sub: `person-${tokens}`, iat: now, exp: now + 600, jti: String(tokens), ...changed };
}

const grant = (body: Readonly<Record<string, unknown>>, token?: string) =>
  auth.send('POST', '/token?grant_type=id_token', { provider: 'google', ...body }, { token });

const bad = { status: 400, body: { error: 'invalid request', error_description: 'Bad ID token' } };

test('the unmodified client signs in by an identity token, once', async () => {
  const token = await provider.sign(claims({ email: 'ada@example.test', email_verified: true }));
  const signedIn = await makeClient().auth.signInWithIdToken({ provider: 'google', token });
  expect(signedIn.error).toBeNull();
  expect(signedIn.data.user).toMatchObject({ email: 'ada@example.test', app_metadata: { provider: 'google' } });
  expect(claimsOf(signedIn.data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
  expect(await grant({ id_token: token })).toMatchObject(bad);
});

test('a token is taken of this issuer, for a client of ours, of now, and by the provider’s key alone', async () => {
  const now = Math.floor(auth.time.nowMs / 1000);
  for (const [what, changed] of [
    ['another issuer', { iss: 'https://another.example' }],
    ['another client', { aud: 'another' }],
    ['a list without ours', { aud: ['another', 'third'], azp: 'another' }],
    ['a list with another and nobody it was made for', { aud: [testClient.id, 'another'] }],
    ['made for another', { azp: 'another' }],
    ['made for another, in a list', { aud: [testClient.id, 'another'], azp: 'another' }],
    ['expired', { iat: now - 700, exp: now - 100 }],
    ['of the future', { iat: now + 100 }],
    ['not valid yet', { nbf: now + 100 }],
    ['without an end', { exp: undefined }],
    ['without a beginning', { iat: undefined }],
    ['of nobody', { sub: undefined }],
    ['of an empty name', { sub: '' }],
  ] as const) {
    const { exp, iat, sub, ...rest } = claims(changed as JWTPayload);
    const present = Object.fromEntries(Object.entries({ exp, iat, sub, ...rest }).filter(([, value]) => value !== undefined));
    expect(await grant({ id_token: await provider.sign(present) }), what).toMatchObject(bad);
  }
  for (const changed of [
    { aud: 'phone-app' },
    { aud: [testClient.id, 'another'], azp: testClient.id },
    { aud: [testClient.id, 'phone-app'] },
  ]) {
    expect((await grant({ id_token: await provider.sign(claims(changed)) })).status).toBe(200);
  }
});

test('a token of another key, of no key, or of the public key as a shared secret is none', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const shared = Buffer.from(await exportSPKI(provider.publicKey));
  for (const token of [
    await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'of the test' }).sign(privateKey),
    await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'of the test' }).sign(shared),
    new UnsecuredJWT(claims()).encode(),
    'x.y.z',
    'x'.repeat(9000),
  ]) {
    expect(await grant({ id_token: token })).toMatchObject(bad);
  }
});

test('a token that names an access token by its hash is taken with that one, and without any as on the hosted service', async () => {
  const accessToken = 'an access token of the provider’s';
  const hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  const signed = async () => provider.sign(claims({ at_hash: hash }));
  expect(await grant({ id_token: await signed(), access_token: 'another' })).toMatchObject(bad);
  const whole = createHash('sha256').update(accessToken).digest('base64url');
  expect(await grant({ id_token: await provider.sign(claims({ at_hash: whole })), access_token: accessToken })).toMatchObject(bad);
  expect(await grant({ id_token: await provider.sign(claims({ at_hash: 1 })), access_token: accessToken })).toMatchObject(bad);
  expect((await grant({ id_token: await signed(), access_token: accessToken })).status).toBe(200);
  expect((await grant({ id_token: await signed() })).status).toBe(200);
  expect((await grant({ id_token: await provider.sign(claims()), access_token: accessToken })).status).toBe(200);
});

test('the nonce that the client kept is the one in the token', async () => {
  const hashed = createHash('sha256').update('kept by the client').digest('hex');
  const message = 'Passed nonce and nonce in id_token should either both exist or not.';
  expect((await grant({ id_token: await provider.sign(claims({ nonce: hashed })) })).body).toMatchObject({ error_description: message });
  expect((await grant({ id_token: await provider.sign(claims()), nonce: 'x' })).body).toMatchObject({ error_description: message });
  const other = await grant({ id_token: await provider.sign(claims({ nonce: hashed })), nonce: 'another' });
  expect(other.body).toMatchObject({ error_description: 'Nonces mismatch' });
  const right = await grant({ id_token: await provider.sign(claims({ nonce: hashed })), nonce: 'kept by the client' });
  expect(right.status).toBe(200);
});

test('the owner’s account gets an identity by a full session alone, and none by an address', async () => {
  const half = (await auth.signIn(owner.email)).body.access_token;
  const link = async (token: string | undefined) => grant({ id_token: await provider.sign(claims()), link_identity: true }, token);
  expect((await link(undefined)).status).toBe(401);
  expect(await link(half)).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
  const byAddress = await grant({ id_token: await provider.sign(claims({ email: owner.email, email_verified: true })) });
  expect(byAddress).toMatchObject({ status: 422, body: { code: 'email_exists' } });

  const linked = await link(owner.session.access_token);
  expect(linked).toMatchObject({ status: 200, body: { user: { id: owner.userId } } });
  const sub = `person-${tokens}`;
  const signedIn = await grant({ id_token: await provider.sign(claims({ sub })) });
  expect(claimsOf(signedIn.body.access_token)).toMatchObject({ sub: owner.userId, aal: 'aal1' });

  // Five minutes later linking wants a fresh code.
  auth.time.nowMs += 301_000;
  expect(await link(owner.session.access_token)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } });
});

test('other providers are refused in the service’s words, and named by issuer and client as well', async () => {
  expect(await grant({ provider: 'apple', id_token: 'x' })).toMatchObject({ status: 400, body: { code: 'provider_disabled' } });
  const named = { provider: '', issuer: provider.issuer, client_id: 'phone-app' };
  expect((await grant({ ...named, id_token: await provider.sign(claims({ aud: 'phone-app' })) })).status).toBe(200);
  expect(await grant({ ...named, client_id: 'another', id_token: 'x' })).toMatchObject({ body: { code: 'provider_disabled' } });
});

test('no token signs in to an account that is shut', async () => {
  const sub = 'somebody who is shut out';
  const { body } = await grant({ id_token: await provider.sign(claims({ sub })) });
  await auth.admin.query('update auth.users set banned_until = $2 where id = $1', [body.user.id, new Date(auth.time.nowMs + 60_000)]);
  expect(await grant({ id_token: await provider.sign(claims({ sub })) })).toMatchObject({ status: 403, body: { code: 'user_banned' } });
});
