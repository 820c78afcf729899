import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeBase64Url } from './base64url.ts';
import { readTimeline } from './claims.ts';
import { createGuess, type SyncHash, variationsOf } from './crack/guess-secret.ts';
import { createSha256Guess } from './crack/hmac-sha256.ts';
import { secretKey } from './jwk.ts';
import { lintToken } from './lint-token.ts';
import { parseJws } from './parse-jws.ts';
import { utf8 } from './text-bytes.ts';

const now = 1_800_000_000;
const sound = { typ: 'at+jwt', alg: 'HS256' };
const claims = { iss: 'https://issuer.example', aud: 'api', iat: now - 60, exp: now + 3600 };

function lint(header: object, payload: unknown, signature: Uint8Array = new Uint8Array(32).fill(7), secret?: string) {
  const text = (value: unknown) => encodeBase64Url(utf8(typeof value === 'string' ? value : JSON.stringify(value)));
  const parsed = parseJws(`${text(header)}.${text(payload)}.${encodeBase64Url(signature)}`);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return lintToken(parsed.value, now, secret === undefined ? undefined : secretKey(utf8(secret)));
}

function idsOf(...given: Parameters<typeof lint>): readonly string[] {
  return lint(...given).map(({ id }) => id);
}

test('a token that has expired, or is not valid yet, is told by its moment', () => {
  const evidenceOf = (more: object) => lint(sound, { ...claims, ...more }).find(({ id }) => /expired|not-yet/.test(id))?.evidence;
  expect(evidenceOf({ exp: 1_000_000_000 })).toBe('exp: 1000000000, which is 2001-09-09T01:46:40.000Z');
  expect(evidenceOf({ nbf: 4_000_000_000, exp: 4_000_000_100 })).toBe('nbf: 4000000000, which is 2096-10-02T07:06:40.000Z');
});

test('a sound token has no findings', () => {
  expect(idsOf(sound, claims, undefined, '0123456789abcdef0123456789abcdef')).toEqual([]);
});

test.for<[string, object, unknown]>([
  ['alg-none', { ...sound, alg: 'None' }, claims],
  ['alg-unknown', { ...sound, alg: 'hs256' }, claims],
  ['embedded-key', { ...sound, jwk: {} }, claims],
  ['jku-address', { ...sound, jku: 'https://keys.example/jwks' }, claims],
  ['embedded-chain', { ...sound, x5c: ['AA'] }, claims],
  ['kid-injection', { ...sound, kid: '../../dev/null' }, claims],
  ['kid-injection', { ...sound, kid: "x' UNION SELECT 'a" }, claims],
  ['typ-missing', { alg: 'HS256' }, claims],
  ['no-claims', sound, 'foo'],
  ['exp-missing', sound, { ...claims, exp: undefined }],
  ['exp-type', sound, { ...claims, exp: '1800003600' }],
  ['exp-milliseconds', sound, { ...claims, exp: now * 1000 }],
  ['expired', sound, { ...claims, exp: now - 1 }],
  ['not-yet', sound, { ...claims, nbf: now + 60 }],
  ['iat-future', sound, { ...claims, iat: now + 3000 }],
  ['life-negative', sound, { ...claims, iat: now - 60, exp: now - 120 }],
  ['life-long', sound, { ...claims, exp: now + 40 * 86_400 }],
  ['iss-missing', sound, { ...claims, iss: undefined }],
  ['aud-missing', sound, { ...claims, aud: undefined }],
  ['secret-claim', sound, { ...claims, user_password: 'x' }],
])('%s is found', ([id, header, payload]) => {
  expect(idsOf(header, payload)).toContain(id);
});

test('a signature of zeros, one of the wrong length, and weak secrets are found', () => {
  expect(idsOf(sound, claims, new Uint8Array(32))).toContain('zero-signature');
  expect(idsOf(sound, claims, new Uint8Array(31).fill(1))).toContain('signature-length');
  expect(idsOf(sound, claims, undefined, 'secret')).toContain('secret-common');
  expect(idsOf(sound, claims, undefined, 'Zk4-q8s')).toContain('secret-short');
  expect(idsOf(sound, claims, undefined, '-----BEGIN PUBLIC KEY-----\nMIIB')).toContain('secret-is-pem');
});

test('the worst finding comes first', () => {
  expect(idsOf({ alg: 'none', jwk: {} }, {}).slice(0, 2)).toEqual(['alg-none', 'embedded-key']);
});

test('a timeline says where a moment lies, and what only the slack decides', () => {
  const at = (seconds: number, slack = 0) => readTimeline({ nbf: 100, exp: 200, iat: 90 }, seconds, slack);
  expect([99, 100, 199, 200].map((seconds) => at(seconds).state)).toEqual(['not_yet', 'current', 'current', 'expired']);
  expect(at(205, 10)).toMatchObject({ state: 'current', isWithinSlack: true, lifeSeconds: 110 });
  expect(at(210, 10).state).toBe('expired');
  expect(at(150).claims.map(({ name }) => name)).toEqual(['iat', 'nbf', 'exp']);
  expect(readTimeline({}, 1, 0)).toMatchObject({ state: 'unlimited', lifeSeconds: undefined });
});

function nodeHash(name: string): SyncHash {
  let hash = createHash(name);
  const self: SyncHash = {
    init: () => {
      hash = createHash(name);
      return self;
    },
    update: (bytes) => {
      hash.update(bytes);
      return self;
    },
    digest: () => new Uint8Array(hash.digest()),
  };
  return self;
}

test('a guess agrees with HMAC for secrets and messages of every length, as text and as bytes', () => {
  const secrets = ['', 'secret', 'é'.repeat(31), 'é'.repeat(32), `${'é'.repeat(32)}x`, '🙂'.repeat(100), 'x'.repeat(64), 'x'.repeat(65)];
  const messages = ['', 'a.b', ...[54, 55, 56, 63, 64, 65, 119, 120, 500].map((length) => 'm'.repeat(length))];
  for (const [name, create] of [
    ['sha256', createSha256Guess],
    ['sha384', (...given: [Uint8Array, Uint8Array]) => createGuess(nodeHash('sha384'), ...given)],
    ['sha512', (...given: [Uint8Array, Uint8Array]) => createGuess(nodeHash('sha512'), ...given)],
  ] as const)
    for (const secret of secrets)
      for (const message of messages) {
        const signature = new Uint8Array(createHmac(name, secret).update(message).digest());
        const guess = create(utf8(message), signature);
        expect([guess(`${secret}x`), guess(secret), guess('other'), guess(secret)]).toEqual([false, true, false, true]);
      }
  const bytes = Uint8Array.of(0xff, 0xfe);
  const signature = new Uint8Array(createHmac('sha256', bytes).update('a.b').digest());
  expect(createSha256Guess(utf8('a.b'), signature)(bytes)).toBe(true);
  expect(createSha256Guess(utf8('a.b'), signature.slice(1))(bytes)).toBe(false);
});

test('a word is tried as it is first, then as people change it', () => {
  expect(variationsOf('secret')).toEqual(expect.arrayContaining(['secret', 'Secret', 'secret123', 'Secret!']));
  expect(variationsOf('secret')[0]).toBe('secret');
});
