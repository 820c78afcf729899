import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyRing, signToken, verifyKeyToken, verifyToken } from '@castellan/platform/core/tokens';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../tests/support/running-server.ts';
import { openOrMakeKeys } from './key-store.ts';
import { openOwnKeys } from './own-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-own-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { ring } = await openOrMakeKeys(join(folder, 'keys', 'keys.json'));

const rsa = (bits = 2048) => ({
  ...generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  alg: 'RS256',
  key_ops: ['sign', 'verify'],
});
const secret = (kid = 'shared') => ({
  kty: 'oct',
  alg: 'HS256',
  kid,
  k: randomBytes(32).toString('base64url'),
  key_ops: ['sign', 'verify'],
});

let files = 0;
function keep(document: unknown, mode = 0o600): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
  chmodSync(path, mode);
  return path;
}

const issuer = 'http://castellan.test/auth/v1';
const nowMs = Date.now();
const claims = () => ({
  iss: issuer,
  aud: 'authenticated',
  role: 'authenticated',
  sub: randomUUID(),
  iat: Math.floor(nowMs / 1000),
  exp: Math.floor(nowMs / 1000) + 600,
});
const ringWith = async (document: unknown, changed: Partial<KeyRing> = {}): Promise<KeyRing> => ({
  ...ring,
  ownKeys: await openOwnKeys(keep(document)),
  ...changed,
});

test.each([rsa(), secret(), { ...secret(), kid: '' }])(
  'a key of one’s own signs in the place of ours, and both verify: $alg, kid "$kid"',
  async (key) => {
    const own = await ringWith([key]);
    const token = await signToken(own, claims());
    expect(decodeProtectedHeader(token)).toMatchObject(key.kid === '' ? { alg: key.alg } : { alg: key.alg, kid: key.kid });
    expect(await verifyToken(own, token, { issuer, nowMs })).toMatchObject({ ok: true });
    expect(await verifyToken(own, await signToken(ring, claims()), { issuer, nowMs })).toMatchObject({ ok: true });
    expect(await verifyToken(ring, token, { issuer, nowMs })).toMatchObject({ ok: false });
  },
);

test('a key that only verifies signs nothing, and one without its private half neither', async () => {
  const { d, p, q, dp, dq, qi, ...publicHalf } = rsa();
  for (const document of [[{ ...rsa(), key_ops: ['verify'] }], [publicHalf]]) {
    expect(decodeProtectedHeader(await signToken(await ringWith(document), claims()))).toMatchObject({ alg: 'ES256' });
  }
});

test('a token is held against the algorithm of the key it names, and nothing of a key of RS256 is a secret of HS256', async () => {
  const key = rsa();
  const own = await ringWith([key]);
  const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(Buffer.from(String(key['n'])));
  expect(await verifyToken(own, forged, { issuer, nowMs })).toMatchObject({ ok: false });
  const nobodys = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(randomBytes(32));
  expect(await verifyToken(own, nobodys, { issuer, nowMs })).toMatchObject({ ok: false });
});

test('a token of one’s own key gets no role of the database but the one of a session', async () => {
  const own = await ringWith([secret()]);
  for (const changed of [
    { role: 'service_role' },
    { iss: 'elsewhere' },
    { aud: 'anybody' },
    { exp: Math.floor(nowMs / 1000) + 24 * 3600 },
  ]) {
    expect(await verifyToken(own, await signToken(own, { ...claims(), ...changed }), { issuer, nowMs })).toMatchObject({ ok: false });
  }
});

test('a token is an API key where that is allowed, in the role that it names, and never by a key of ours', async () => {
  const document = [rsa()];
  const asked = { role: 'service_role', iss: 'demo' };
  const [closed, open] = [await ringWith(document), await ringWith(document, { acceptsKeyTokens: true })];
  expect(await verifyKeyToken(closed, await signToken(closed, asked), nowMs)).toBeUndefined();
  expect(await verifyKeyToken(open, await signToken(open, asked), nowMs)).toBe('service_role');
  expect(await verifyKeyToken(open, await signToken(open, { role: 'anon' }), nowMs)).toBe('anon');
  for (const changed of [{ role: 'authenticated' }, { role: 'postgres' }, { exp: Math.floor(nowMs / 1000) - 60 }]) {
    expect(await verifyKeyToken(open, await signToken(open, { ...asked, ...changed }), nowMs)).toBeUndefined();
  }
  expect(await verifyKeyToken(open, await signToken(ring, asked), nowMs)).toBeUndefined();
});

test.each<readonly [what: string, document: unknown, says: string]>([
  ['no JSON', '{', 'cannot be read'],
  ['an empty list', [], 'cannot be read'],
  ['an algorithm that is none of the two', [{ ...rsa(), alg: 'RS512' }], 'cannot be read'],
  ['a key of RS256 without a kid', [{ ...rsa(), kid: '' }], 'cannot be read'],
  ['a short key of RS256', [rsa(1024)], 'too short'],
  ['half a key of RS256', [{ ...rsa(), p: 'AA' }], 'no whole key'],
  ['a short secret', [{ ...secret(), k: randomBytes(31).toString('base64url') }], 'too short'],
  [
    'a secret of public documents',
    [{ ...secret(), k: Buffer.from('super-secret-jwt-token-with-at-least-32-characters-long').toString('base64url') }],
    'public documents',
  ],
  ['two keys with one kid', [secret('a'), secret('a')], 'the same kid'],
])('a file with %s is refused in a sentence that shows nothing of it', async (_, document, says) => {
  const text = JSON.stringify(document);
  const message = await openOwnKeys(keep(document)).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(message).toContain(says);
  for (const hidden of text.match(/"(?:d|k|p)":"([^"]{20,})"/g) ?? []) expect(message).not.toContain(hidden.slice(5, -1));
});

test('a file that others may read is refused, and one that is missing', async () => {
  await expect(openOwnKeys(keep([secret()], 0o644))).rejects.toThrow('mode 600');
  await expect(openOwnKeys(join(folder, 'nowhere.json'))).rejects.toThrow('is missing');
});

test('a start on every address with a key of HS256 stops with a sentence before anything is opened', async () => {
  const started = startTestServer(join(folder, 'nothing'), { HOST: '0.0.0.0', AUTH_KEYS_FILE: keep([secret()]) });
  await expect(started).rejects.toThrow(
    /exit code 1:\na key of HS256 \(AUTH_KEYS_FILE\) would let strangers in.* HOST 0\.0\.0\.0 is not of loopback\. Take the setting out/s,
  );
});
