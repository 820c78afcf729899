import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { algorithmNames } from './algorithms.ts';
import { generateKey } from './generate-key.ts';
import { checkKeyFor, modulusBits, parseJwks, secretKey } from './jwk.ts';
import { parseCompact } from './parse-jws.ts';
import { parsePem, writePem } from './pem.ts';
import { signCompact } from './sign-jws.ts';
import { utf8 } from './text-bytes.ts';
import { verifyJws } from './verify-jws.ts';

const { subtle } = globalThis.crypto;
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

test.for(algorithmNames)('%s: a new key signs, its public half verifies, another key does not', async (alg) => {
  const { privateKey, publicKey } = await generateKey(alg, 2048, subtle, random);
  const other = await generateKey(alg, 2048, subtle, random);
  const signed = await signCompact({ alg, kid: String(privateKey['kid']) }, utf8('{"sub":"ada"}'), privateKey, subtle);
  if (!signed.ok) throw new Error(signed.failure.message);
  const parsed = parseCompact(signed.value);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  expect((await verifyJws(parsed.value, [other.publicKey ?? other.privateKey, publicKey ?? privateKey], subtle)).code).toBe('verified');
  expect((await verifyJws(parsed.value, [other.publicKey ?? other.privateKey], subtle)).code).toBe('signature_mismatch');
  if (publicKey !== undefined) {
    expect(publicKey).not.toHaveProperty('d');
    expect(await signCompact({ alg }, utf8('x'), publicKey, subtle)).toMatchObject({ ok: false, failure: { code: 'key_private_missing' } });
    for (const part of ['public', 'whole'] as const) {
      const pem = await writePem(privateKey, part, subtle);
      if (!pem.ok) throw new Error(pem.failure.message);
      const again = await parsePem(pem.value, subtle);
      expect(again).toMatchObject({
        ok: true,
        value: part === 'whole' ? { kty: privateKey.kty, d: privateKey['d'] } : { kty: privateKey.kty },
      });
    }
  }
});

test('PEM of every form that OpenSSL writes is read as the same key', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const n = rsa.publicKey.export({ format: 'jwk' }).n;
  for (const pem of [
    rsa.publicKey.export({ format: 'pem', type: 'spki' }),
    rsa.publicKey.export({ format: 'pem', type: 'pkcs1' }),
    rsa.privateKey.export({ format: 'pem', type: 'pkcs1' }),
    rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }),
  ])
    expect(await parsePem(String(pem), subtle)).toMatchObject({ ok: true, value: { kty: 'RSA', n } });
  const { x, d } = ec.privateKey.export({ format: 'jwk' });
  for (const type of ['sec1', 'pkcs8'] as const)
    expect(await parsePem(String(ec.privateKey.export({ format: 'pem', type })), subtle)).toMatchObject({
      ok: true,
      value: { crv: 'P-384', x, d },
    });
});

test('the key of a certificate is read', async () => {
  // openssl req -x509 -newkey ed25519 -nodes -subj /CN=test -days 1
  const certificate = `-----BEGIN CERTIFICATE-----
MIIBMjCB5aADAgECAhQa/3eKT8zkBEhCI+qc171yq+twDTAFBgMrZXAwDzENMAsG
A1UEAwwEdGVzdDAeFw0yNjExMjIxNjI3MjhaFw0zNjExMTkxNjI3MjhaMA8xDTAL
BgNVBAMMBHRlc3QwKjAFBgMrZXADIQA6MAiJtlDg2vznvEzpu5AiOhc1qfj/R1/T
rm7aoNwPOaNTMFEwHQYDVR0OBBYEFLWtHmgb4ReuPznR4Vo9umpLzmlvMB8GA1Ud
IwQYMBaAFLWtHmgb4ReuPznR4Vo9umpLzmlvMA8GA1UdEwEB/wQFMAMBAf8wBQYD
K2VwA0EA9PWH5ntMOKqAstVyDOLgdvSKnXeNrMXb5wof7Gx+cnD+HWu+xvlTbNxj
dOF1c4Lyhc7knA0OJFAle6xeUElPBQ==
-----END CERTIFICATE-----`;
  expect(await parsePem(certificate, subtle)).toMatchObject({
    ok: true,
    value: { kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}$/) },
  });
  expect(await parsePem(certificate.replace('MII', 'AII'), subtle)).toMatchObject({ ok: false });
});

test('what a key is not for is refused: type, curve, alg, use and key_ops', () => {
  const code = (key: object, alg: string) => {
    const parsed = parseJwks(JSON.stringify(key));
    const [one] = parsed.ok ? parsed.value : [];
    if (one === undefined) return parsed.ok ? 'none' : parsed.failure.code;
    const checked = checkKeyFor(one, alg, 'verify');
    return checked.ok ? 'fits' : checked.failure.code;
  };
  const oct = { kty: 'oct', k: 'AAAA' };
  expect(code(oct, 'HS256')).toBe('fits');
  expect(code(oct, 'RS256')).toBe('key_type');
  expect(code({ ...oct, alg: 'HS512' }, 'HS256')).toBe('key_algorithm');
  expect(code({ ...oct, use: 'enc' }, 'HS256')).toBe('key_use');
  expect(code({ ...oct, key_ops: ['encrypt'] }, 'HS256')).toBe('key_use');
  expect(code({ kty: 'EC', crv: 'P-384', x: 'AA', y: 'AA' }, 'ES256')).toBe('key_type');
  expect(code({ kty: 'OKP', crv: 'Ed25519', x: 'AA', alg: 'EdDSA' }, 'Ed25519')).toBe('fits');
  expect(code({ kty: 'oct', k: 'A=' }, 'HS256')).toBe('key_malformed');
  expect(code({ kty: 'RSA', n: 'AA' }, 'RS256')).toBe('key_malformed');
  expect(code({ keys: [] }, 'RS256')).toBe('key_unreadable');
});

test('a registered algorithm that WebCrypto lacks is named, not guessed', async () => {
  const parsed = parseCompact('eyJhbGciOiJFUzI1NksifQ.e30.AAAA');
  if (!parsed.ok) throw new Error('the token is sound');
  const { valid, code, reason } = await verifyJws(parsed.value, [secretKey(utf8('x'))], subtle);
  expect([valid, code]).toEqual([false, 'algorithm_unavailable']);
  expect(reason).toContain('secp256k1');
});

test('an RSA modulus is measured in bits', () => {
  expect(modulusBits({ kty: 'RSA', n: 'gA', e: 'AQAB' })).toBe(8);
  expect(modulusBits({ kty: 'RSA', n: 'AAE', e: 'AQAB' })).toBe(1);
  expect(modulusBits({ kty: 'oct', k: '' })).toBeUndefined();
});
