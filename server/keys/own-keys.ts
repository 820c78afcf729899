import { readFileSync, statSync } from 'node:fs';
import type { OwnKey } from '@castellan/platform/core/tokens';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { z } from 'zod';

/** RFC 7518 §3.3. */
const shortestModulusBits = 2048;

/** RFC 7518 §3.2: as long as the hash. */
const shortestSecretBytes = 32;

/** Secrets that stand in public documents and test set-ups: whoever reads those signs in with them. */
const publishedSecrets = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-and-long-postgres-password',
  '37c304f8-51aa-419a-a1af-06154e63707a',
  'Z7-AyPyChGNcQsX16cPBV-pPBo4q-zckDxkq1VZjATo',
];

const text = z.string().min(1);
const operations = z.array(z.enum(['sign', 'verify']));
const named = { kid: text.max(200), key_ops: operations.optional() };
const rsaSchema = z.looseObject({ ...named, kty: z.literal('RSA'), alg: z.literal('RS256'), n: text, e: text, d: text.optional() });
const secretSchema = z.looseObject({
  ...named,
  kid: z.string().max(200).default(''),
  kty: z.literal('oct'),
  alg: z.literal('HS256'),
  k: text,
});
const fileSchema = z
  .array(z.discriminatedUnion('kty', [rsaSchema, secretSchema]))
  .min(1)
  .max(20);

type Given = z.output<typeof fileSchema>[number];

/**
 * Reads the owner's own keys: a list of JSON Web Keys of RS256 or HS256. Of each what it may do is as `key_ops` says; the first that
 * signs signs all new tokens. Throws a sentence for people that holds nothing of the file.
 */
export async function openOwnKeys(path: string): Promise<readonly OwnKey[]> {
  refuseExposed(path);
  const given = readFile(path);
  const ids = given.map(({ kid }) => kid);
  if (new Set(ids).size < ids.length) throw new Error(`Two keys in ${path} have the same kid. Give each its own.`);
  return Promise.all(given.map((key) => (key.kty === 'RSA' ? importRsaKey(key, path) : importSecret(key, path))));
}

function readFile(path: string): readonly Given[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The parser's own words could quote the secrets in the file.
    throw new Error(
      `The keys in ${path} (AUTH_KEYS_FILE) cannot be read. It must be a JSON list of JSON Web Keys, each of alg RS256 (kty RSA) or HS256 (kty oct), with a kid.`,
    );
  }
}

async function importRsaKey(key: Extract<Given, { kty: 'RSA' }>, path: string): Promise<OwnKey> {
  const { kid, kty, n, e } = key;
  if (Buffer.from(n, 'base64url').length * 8 < shortestModulusBits) {
    throw new Error(`The key ${kid} in ${path} is too short: a key of RS256 has at least ${shortestModulusBits} bits.`);
  }
  const publicJwk: JWK = { kty, n, e, kid, alg: 'RS256', use: 'sig', key_ops: ['verify'] };
  const signs = key.d !== undefined && (key.key_ops?.includes('sign') ?? true);
  try {
    const publicKey = (await importJWK(publicJwk, 'RS256')) as CryptoKey;
    const privateKey = signs ? ((await importJWK({ ...(key as JWK), key_ops: ['sign'] }, 'RS256')) as CryptoKey) : undefined;
    if (privateKey !== undefined && !(await belongTogether(privateKey, publicKey))) throw new Error('They do not belong together.');
    return { keyId: kid, algorithm: 'RS256', publicKey, privateKey, publicJwk };
  } catch {
    throw new Error(`The key ${kid} in ${path} is no whole key of RS256.`);
  }
}

async function belongTogether(privateKey: CryptoKey, publicKey: CryptoKey): Promise<boolean> {
  const probe = Buffer.from('castellan');
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, probe);
  return crypto.subtle.verify('RSASSA-PKCS1-v1_5', publicKey, signature, probe);
}

async function importSecret(key: Extract<Given, { kty: 'oct' }>, path: string): Promise<OwnKey> {
  const secret = Buffer.from(key.k, 'base64url');
  const named = key.kid === '' ? 'The key without a kid' : `The key ${key.kid}`;
  if (secret.length < shortestSecretBytes) {
    throw new Error(`${named} in ${path} is too short: a secret of HS256 has at least ${shortestSecretBytes} bytes.`);
  }
  if (publishedSecrets.some((published) => published === key.k || secret.equals(Buffer.from(published)))) {
    throw new Error(`${named} in ${path} stands in public documents, so that everybody could sign with it. Make one of your own.`);
  }
  const signs = key.key_ops?.includes('sign') ?? true;
  return { keyId: key.kid, algorithm: 'HS256', publicKey: secret, privateKey: signs ? secret : undefined, publicJwk: undefined };
}

function refuseExposed(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new Error(`The file ${path} (AUTH_KEYS_FILE) is missing.`);
  if (process.getuid === undefined) return;
  if (status.uid === process.getuid() && (status.mode & 0o077) === 0) return;
  throw new Error(`${path} (AUTH_KEYS_FILE) must belong to the user who runs this and be closed to everybody else (mode 600).`);
}
