import {
  createHmac,
  createPublicKey,
  createVerify,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
  X509Certificate,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseCompact } from '../parse-jws.ts';
import { readKeys } from '../read-keys.ts';
import { signCompact } from '../sign-jws.ts';
import { utf8 } from '../text-bytes.ts';
import { verifyJws } from '../verify-jws.ts';
import { type Attack, attacks, type Forgery, forgeToken } from './forge-token.ts';

const { subtle } = globalThis.crypto;
const platform = { crypto: subtle, randomBytes: (count: number) => new Uint8Array(randomBytes(count)) };
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const claims = { sub: 'ada', admin: false };

async function tokenOf(alg: string, privatePem: string): Promise<string> {
  const keys = await readKeys(privatePem, false, subtle);
  const [key] = keys.ok ? keys.value : [];
  if (key === undefined) throw new Error('no key');
  const signed = await signCompact({ typ: 'JWT', alg, kid: 'k1' }, utf8(JSON.stringify(claims)), key, subtle);
  if (!signed.ok) throw new Error(signed.failure.message);
  return signed.value;
}

async function forge(token: string, wanted: readonly Attack[], more: { keyText?: string; address?: string } = {}): Promise<Forgery> {
  const parsed = parseCompact(token);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return forgeToken({ jws: parsed.value, attacks: wanted, claims: { admin: true }, nowSeconds: 1_800_000_000, ...more }, platform);
}

/** A token in its parts, as careless libraries take it apart. */
function partsOf(token: string) {
  const [head = '', body = '', mac = ''] = token.split('.');
  const json = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  return { header: json(head), claims: json(body), signed: `${head}.${body}`, signature: Buffer.from(mac, 'base64url') };
}

type Secret = string | Buffer;
function isHmac(token: string, secret: Secret): boolean {
  const { header, signed, signature } = partsOf(token);
  const mac = createHmac(`sha${String(header['alg']).slice(2)}`, secret)
    .update(signed)
    .digest();
  return mac.length === signature.length && timingSafeEqual(mac, signature);
}
function isSigned(token: string, key: KeyObject): boolean {
  const { header, signed, signature } = partsOf(token);
  const alg = String(header['alg']);
  if (alg === 'EdDSA') return verify(null, Buffer.from(signed), key, signature);
  return createVerify(`sha${alg.slice(2)}`)
    .update(signed)
    .verify(alg.startsWith('ES') ? { key, dsaEncoding: 'ieee-p1363' } : key, signature);
}

/** Verifiers with one flaw each. */
const flawed = {
  /** Believes `none`, exactly so spelled. */
  none: (token: string) => partsOf(token).header['alg'] === 'none',
  /** Refuses “none” in small letters, and believes any other spelling. */
  noneSpelled: (token: string) => partsOf(token).header['alg'] !== 'none' && String(partsOf(token).header['alg']).toLowerCase() === 'none',
  /** Takes the algorithm from the token, and has one key for all of them. */
  confused: (key: string) => (token: string) =>
    String(partsOf(token).header['alg']).startsWith('HS') ? isHmac(token, key) : isSigned(token, createPublicKey(key)),
  /** Reads the key from a file that kid names. */
  fileNamed: (folder: string) => (token: string) => isHmac(token, readFileSync(resolve(folder, String(partsOf(token).header['kid'])))),
  /** Asks a database for the key: `SELECT secret FROM keys WHERE id = '…'`, which has none of that id. */
  queried: (token: string) => {
    const query = `SELECT secret FROM keys WHERE id = '${String(partsOf(token).header['kid'])}'`;
    const [, answer] = /WHERE id = '[^']*' UNION SELECT '([^']*)'(?:| -- .*)$/.exec(query) ?? [];
    return answer !== undefined && isHmac(token, answer);
  },
  /** Believes the key that stands in the token. */
  embedded: (token: string) => {
    const { header } = partsOf(token);
    const { jwk, x5c } = header as { jwk?: { kty: string; k?: string }; x5c?: readonly string[] };
    if (x5c !== undefined) return isSigned(token, new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64')).publicKey);
    return jwk?.kty === 'oct'
      ? isHmac(token, Buffer.from(jwk.k ?? '', 'base64url'))
      : isSigned(token, createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }));
  },
  /** Fetches the key from where the token says. */
  referred: (served: Readonly<Record<string, Forgery['publish']>>) => (token: string) => {
    const { jku, x5u, kid } = partsOf(token).header as { jku?: string; x5u?: string; kid?: string };
    const file = served[jku ?? x5u ?? ''];
    if (file === undefined) return false;
    if (x5u !== undefined) return isSigned(token, new X509Certificate(file.certificate).publicKey);
    const { keys } = JSON.parse(file.jwks) as { keys: readonly { kid: string }[] };
    return isSigned(token, createPublicKey({ key: keys.find((key) => key.kid === kid) as JsonWebKey, format: 'jwk' }));
  },
};

const tokensOf = ({ forged }: Forgery, attack: Attack) => forged.filter((one) => one.attack === attack).map(({ token }) => token);

test('unsigned tokens are accepted by a verifier that believes none, or knows one spelling of it', async () => {
  const tokens = tokensOf(await forge(await tokenOf('RS256', pair.privateKey), ['none']), 'none');
  expect(tokens.map(flawed.none)).toEqual([true, false, false, false]);
  expect(tokens.map(flawed.noneSpelled)).toEqual([false, true, true, true]);
  expect(tokens.map((token) => partsOf(token).claims)).toEqual(tokens.map(() => ({ ...claims, admin: true })));
});

test('a confused verifier accepts the public key as a secret, whichever bytes of the file it holds', async () => {
  const token = await tokenOf('RS256', pair.privateKey);
  for (const held of [pair.publicKey, pair.publicKey.trimEnd()]) {
    expect(flawed.confused(held)(token)).toBe(true);
    for (const keyText of [pair.publicKey, pair.publicKey.trimEnd()])
      expect(tokensOf(await forge(token, ['confusion'], { keyText }), 'confusion').filter(flawed.confused(held))).toHaveLength(1);
  }
  const windows = pair.publicKey.replaceAll('\n', '\r\n');
  expect(tokensOf(await forge(token, ['confusion'], { keyText: windows }), 'confusion').some(flawed.confused(windows))).toBe(true);
  const jwk = JSON.stringify(createPublicKey(pair.publicKey).export({ format: 'jwk' }));
  expect(tokensOf(await forge(token, ['confusion'], { keyText: jwk }), 'confusion').some(flawed.confused(pair.publicKey))).toBe(true);
  expect(await forge(token, ['confusion'])).toMatchObject({
    forged: [],
    skipped: [{ attack: 'confusion', reason: expect.stringContaining('public key') }],
  });
});

test('a verifier that reads its key from the file or the query that kid names accepts an empty or a chosen key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  try {
    writeFileSync(join(folder, 'k1'), 'a secret that nobody knows');
    const tokens = tokensOf(await forge(await tokenOf('RS256', pair.privateKey), ['kid']), 'kid');
    const [path = '', absolute = '', ...injected] = tokens;
    expect([path, absolute].map(flawed.fileNamed(folder))).toEqual([true, true]);
    expect(injected.map(flawed.queried)).toEqual([true, true]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.for([
  ['RS256', 'rsa'],
  ['ES384', 'ec'],
  ['EdDSA', 'ed25519'],
] as const)(
  'a verifier that believes the key in an %s token, or fetches it from where the token says, accepts a forger’s',
  async ([alg, kind]) => {
    const made = kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-384' }) : generateKeyPairSync('ed25519');
    const privateKey = kind === 'rsa' ? pair.privateKey : made.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const address = 'https://attacker.example/keys';
    const forgery = await forge(await tokenOf(alg, privateKey), ['jwk', 'jku'], { address });
    expect(tokensOf(forgery, 'jwk').map(flawed.embedded)).toEqual([true, true, true]);
    expect(tokensOf(forgery, 'jku').map(flawed.referred({ [address]: forgery.publish }))).toEqual([true, true]);
    expect(forgery.publish?.jwks).not.toContain('"d"');
    const certificate = new X509Certificate(forgery.publish?.certificate ?? '');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.validTo).toContain('2028');
  },
);

test('a private key of one’s own signs in place of a new one, and an address that is missing is named', async () => {
  const token = await tokenOf('RS256', pair.privateKey);
  const forgery = await forge(token, ['jwk', 'jku'], { keyText: pair.privateKey });
  expect(forgery.signingKey).toBeUndefined();
  expect(isSigned(tokensOf(forgery, 'jwk')[0] ?? '', createPublicKey(pair.publicKey))).toBe(true);
  expect(forgery.skipped).toMatchObject([{ attack: 'jku', reason: expect.stringContaining('address') }]);
  expect(
    (await forge(token, ['confusion'], { keyText: pair.privateKey })).forged.some(({ token: made }) =>
      flawed.confused(pair.publicKey)(made),
    ),
  ).toBe(true);
});

test('no forged token is accepted here with the real key', async () => {
  const keys = await readKeys(pair.publicKey, false, subtle);
  const { forged } = await forge(await tokenOf('RS256', pair.privateKey), attacks, {
    keyText: pair.publicKey,
    address: 'https://a.example',
  });
  expect(forged).toHaveLength(4 + 2 + 4 + 3 + 2);
  for (const { token, title } of forged) {
    const parsed = parseCompact(token);
    expect([title, parsed.ok && (await verifyJws(parsed.value, keys.ok ? keys.value : [], subtle)).valid]).toEqual([title, false]);
  }
});
