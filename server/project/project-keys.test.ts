import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createProjectKeys } from './project-keys.ts';

const issuer = 'https://project.example/auth/v1';
const claims = { sub: '6f1f0c9e-1111-4111-8111-123456789abc', session_id: '6f1f0c9e-2222-4222-8222-123456789abc', role: 'authenticated' };

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256' };
  const sign = (changed: object = {}, seconds = 60) =>
    new SignJWT({ ...claims, iss: issuer, aud: 'authenticated', exp: nowSeconds() + seconds, ...changed })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey);
  return { jwk, sign, private: { ...(await exportJWK(privateKey)), kid, alg: 'ES256' } };
}

let nowMs = 1_800_000_000_000;
const nowSeconds = () => Math.floor(nowMs / 1000);

test('a token passes under a published key, and no other one does', async () => {
  const [known, other] = [await makeKey('one'), await makeKey('one')];
  const keys = createProjectKeys({
    read: async () => ({ keys: [known.jwk, { kty: 'oct', k: 'c2VjcmV0', kid: 'two', alg: 'HS256' }] }),
    issuer,
    clock: { nowMs: () => nowMs },
  });
  expect(await keys.load()).toEqual({ ok: true, value: undefined });
  expect(await keys.verify(await known.sign({ email: 'ada@castellan.test' }))).toMatchObject({ ok: true, value: { sub: claims.sub } });
  expect(await keys.verify(await known.sign({}, -1))).toEqual({ ok: false, failure: { code: 'token_expired' } });
  const shared = await new SignJWT({ ...claims, iss: issuer, aud: 'authenticated', exp: nowSeconds() + 60 })
    .setProtectedHeader({ alg: 'HS256', kid: 'two' })
    .sign(Buffer.from('secret'.repeat(8)));
  for (const token of [
    'a.b.c',
    'x'.repeat(9000),
    shared,
    await other.sign(),
    await known.sign({ role: 'service_role' }),
    await known.sign({ iss: 'https://other.example/auth/v1' }),
    await known.sign({ aud: 'other' }),
    await known.sign({ session_id: undefined }),
  ]) {
    expect(await keys.verify(token)).toEqual({ ok: false, failure: { code: 'token_invalid' } });
  }
});

test('a new key is read when a token names it, old ones go, and made-up ids do not have the keys read again and again', async () => {
  const [first, second] = [await makeKey('first'), await makeKey('second')];
  let published: unknown = { keys: [first.jwk] };
  let reads = 0;
  const keys = createProjectKeys({
    read: async () => {
      reads += 1;
      return published;
    },
    issuer,
    clock: { nowMs: () => nowMs },
  });
  await keys.load();
  published = { keys: [second.jwk] };
  for (let attempt = 0; attempt < 20; attempt += 1) expect((await keys.verify(await second.sign())).ok).toBe(false);
  expect(reads).toBe(1);
  nowMs += 10_000;
  expect((await keys.verify(await second.sign())).ok).toBe(true);
  expect((await keys.verify(await first.sign())).ok).toBe(false);
  expect(reads).toBe(2);
  // While the project does not answer, what was read last goes on.
  published = undefined;
  nowMs += 11 * 60_000;
  expect((await keys.verify(await second.sign())).ok).toBe(true);
  expect(reads).toBe(3);
});

test('a project that publishes no key that verifies says so', async () => {
  const clock = { nowMs: () => nowMs };
  expect(await createProjectKeys({ read: async () => ({ keys: [] }), issuer, clock }).load()).toEqual({
    ok: false,
    failure: { code: 'no_keys' },
  });
  const away = createProjectKeys({ read: async () => undefined, issuer, clock });
  expect(await away.load()).toEqual({ ok: false, failure: { code: 'keys_away' } });
  expect(await away.verify('a.b.c')).toEqual({ ok: false, failure: { code: 'keys_away' } });
});
