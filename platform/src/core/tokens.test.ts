import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { type KeyRing, type SigningKey, signToken, verifyToken } from './tokens.ts';

const issuer = 'http://tokens.test/auth/v1';
const subject = '11111111-1111-4111-8111-111111111111';

async function makeKey(keyId: string, retiredAtMs: number | null = null): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { keyId, privateKey, publicKey, publicJwk: await exportJWK(publicKey), retiredAtMs };
}

const ringOf = (...signingKeys: readonly [SigningKey, ...SigningKey[]]): KeyRing => ({
  signingKeys,
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  sessionKey: new Uint8Array(32),
  authenticatorKey: new Uint8Array(32),
});

const claimsAt = (atSeconds: number, lifeSeconds: number, more: Readonly<Record<string, unknown>> = {}) => ({
  sub: subject,
  role: 'authenticated',
  aud: 'authenticated',
  iss: issuer,
  iat: atSeconds,
  exp: atSeconds + lifeSeconds,
  ...more,
});

test('what is remembered of a token is what verifying it again would say, at any time, under any key, for any issuer', async () => {
  const [first, second] = [await makeKey('first', 1_000_000), await makeKey('second')];
  const ring = ringOf(second, first);
  const tokens: string[] = [];
  for (const lifeSeconds of [1, 60, 900, 959, 1200]) {
    for (const more of [{}, { aal: 'aal2' }, { nbf: 1100 }, { role: 'service_role' }, { sub: 'nobody' }, { aud: 'other' }]) {
      tokens.push(await signToken(ringOf(first), claimsAt(1000, lifeSeconds, more)));
      tokens.push(await signToken(ringOf(second), claimsAt(1000, lifeSeconds, more)));
    }
  }
  const good = tokens[4] ?? '';
  // Other signatures, other claims under the same signature, a part missing.
  tokens.push(
    `${good.slice(0, -4)}AAAA`,
    good.replace(/\.[^.]+\./, `.${(tokens[6] ?? '').split('.')[1]}.`),
    good.slice(0, good.lastIndexOf('.')),
    '',
  );
  let seed = 23;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let step = 0; step < 4000; step += 1) {
    const token = tokens[next(tokens.length)] ?? '';
    const expected = { issuer: next(9) === 0 ? 'http://other.test' : issuer, nowMs: 990_000 + next(1_300_000) };
    // Another ring of the same keys remembers nothing.
    const anew = await verifyToken({ ...ring }, token, expected);
    expect({ token, expected, found: await verifyToken(ring, token, expected) }).toEqual({ token, expected, found: anew });
  }
});

test('a signature is checked once; a ring that was read again checks it again, and so does one whose key was taken out', async () => {
  const key = await makeKey('key');
  const ring = ringOf(key);
  const token = await signToken(ring, claimsAt(1000, 900));
  const expected = { issuer, nowMs: 1_000_000 };
  expect(await verifyToken(ring, token, expected)).toMatchObject({ ok: true });
  // With a key that it was not signed by it could not be verified.
  Object.assign(key, { publicKey: (await makeKey('other')).publicKey });
  expect(await verifyToken(ring, token, expected)).toMatchObject({ ok: true });
  expect(await verifyToken({ ...ring }, token, expected)).toMatchObject({ ok: false });
  Object.assign(ring, { signingKeys: [await makeKey('key')] });
  expect(await verifyToken(ring, token, expected)).toMatchObject({ ok: false });
});

test('of many tokens the last five hundred are remembered', async () => {
  const key = await makeKey('key');
  const ring = ringOf(key);
  const tokens = await Promise.all(Array.from({ length: 501 }, (_, index) => signToken(ring, claimsAt(1000, 900, { index }))));
  const expected = { issuer, nowMs: 1_000_000 };
  for (const token of tokens) await verifyToken(ring, token, expected);
  Object.assign(key, { publicKey: (await makeKey('other')).publicKey });
  const found = await Promise.all(tokens.map(async (token) => (await verifyToken(ring, token, expected)).ok));
  expect([found[0], found.slice(1).every(Boolean)]).toEqual([false, true]);
});

test('claims that are shared cannot be changed by whoever has them', async () => {
  const ring = ringOf(await makeKey('key'));
  const token = await signToken(
    ring,
    claimsAt(1000, 900, { amr: [{ method: 'password', timestamp: 1000 }], app_metadata: { roles: ['a'] } }),
  );
  const verified = await verifyToken(ring, token, { issuer, nowMs: 1_000_000 });
  if (!verified.ok) throw new Error('not verified');
  expect(() => Object.assign(verified.value, { sub: 'somebody else' })).toThrow(TypeError);
  expect(() => verified.value.amr?.push({ method: 'totp', timestamp: 1001 })).toThrow(TypeError);
  expect(() => (verified.value['app_metadata'] as { roles: string[] }).roles.push('b')).toThrow(TypeError);
});
