import { fail, type Result, succeed } from '@castellan/foundation/result';
import { findAlgorithm, isRegistered, isSameAlgorithm, isStronger, type SignatureAlgorithm } from './algorithms.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import type { PlatformJwk, TokenCrypto } from './ports.ts';
import { isObject, type Json, type JsonObject, parseStrictJson } from './strict-json.ts';
import { utf8 } from './text-bytes.ts';

/** Why a key cannot be used. */
export type KeyFailure = {
  readonly code: 'key_unreadable' | 'key_malformed' | 'key_type' | 'key_use' | 'key_algorithm' | 'key_unsupported' | 'key_private_missing';
  /** One sentence. */
  readonly message: string;
};

/** A key whose members have the right types; what they mean to the platform shows when it is imported. */
export type Jwk = JsonObject & { readonly kty: string };

const bad = (code: KeyFailure['code'], message: string) => fail<KeyFailure>({ code, message });

const needed: Readonly<Record<string, readonly (keyof PlatformJwk)[]>> = {
  oct: ['k'],
  RSA: ['e', 'n'],
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
};

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const;

/** Parses a JWK or a JWK Set (RFC 7517). A set with no usable key is a failure. */
export function parseJwks(text: string): Result<readonly Jwk[], KeyFailure> {
  const read = parseStrictJson(utf8(text));
  if (!read.ok)
    return bad('key_unreadable', `The key is not valid JSON: ${read.failure.code.replaceAll('_', ' ')} at byte ${read.failure.at}.`);
  const listed = isObject(read.value) && 'keys' in read.value ? read.value['keys'] : [read.value];
  if (!Array.isArray(listed) || listed.length === 0) return bad('key_unreadable', 'The key set is empty.');
  const keys: Jwk[] = [];
  for (const one of listed as readonly Json[]) {
    const key = checkJwk(one);
    if (!key.ok) return key;
    keys.push(key.value);
  }
  return succeed(keys);
}

/** Checks that a JWK has what its type needs, each member in base64url (RFC 7518 §6, RFC 8037 §2). */
export function checkJwk(value: Json): Result<Jwk, KeyFailure> {
  if (!isObject(value)) return bad('key_unreadable', 'A JWK must be a JSON object.');
  const kty = value['kty'];
  const members = typeof kty === 'string' ? needed[kty] : undefined;
  if (typeof kty !== 'string' || members === undefined) return bad('key_unreadable', '“kty” must be oct, RSA, EC or OKP.');
  for (const name of [...members, ...privateMembers.filter((name) => Object.hasOwn(value, name))]) {
    const member = value[name];
    if (typeof member !== 'string' || (member === '' && name !== 'k')) return bad('key_malformed', `The key’s “${name}” is missing.`);
    if (name !== 'crv' && !decodeBase64Url(member).ok) return bad('key_malformed', `The key’s “${name}” is not base64url without padding.`);
  }
  return succeed({ ...value, kty });
}

/** A secret as a key for HMAC. */
export function secretKey(bytes: Uint8Array): Jwk {
  return { kty: 'oct', k: encodeBase64Url(bytes) };
}

/** Whether a key may do this for an algorithm, by its type, curve, `alg`, `use` and `key_ops` (RFC 7517 §4). */
export function checkKeyFor(key: Jwk, alg: string, work: 'sign' | 'verify'): Result<SignatureAlgorithm, KeyFailure> {
  const algorithm = findAlgorithm(alg);
  if (algorithm === undefined) return bad('key_type', `No key is for ${alg}.`);
  if (key.kty !== algorithm.kty) return bad('key_type', `${alg} requires a key of type ${algorithm.kty}; this one is ${key.kty}.`);
  if (algorithm.crv !== undefined && key['crv'] !== algorithm.crv)
    return bad('key_type', `${alg} requires a key on ${algorithm.crv}; this one is on ${String(key['crv'])}.`);
  const own = key['alg'];
  if (typeof own === 'string' && isRegistered(own) && !isSameAlgorithm(own, alg) && !(work === 'verify' && isStronger(alg, own)))
    return bad('key_algorithm', `The key is for ${own} only, and the token uses ${alg}.`);
  if (key['use'] !== undefined && key['use'] !== 'sig') return bad('key_use', `The key’s “use” is “${String(key['use'])}”, not “sig”.`);
  const uses = key['key_ops'];
  const allowed = work === 'verify' && isPrivate(key) ? ['verify', 'sign'] : [work];
  if (uses !== undefined && !(Array.isArray(uses) && allowed.some((one) => uses.includes(one))))
    return bad('key_use', `The key’s “key_ops” does not list “${work}”.`);
  if (work === 'sign' && !isPrivate(key)) return bad('key_private_missing', 'This is a public key. Signing requires the private key.');
  return succeed(algorithm);
}

/** Whether the key can sign. */
export function isPrivate(key: JsonObject): boolean {
  return key['kty'] === 'oct' || Object.hasOwn(key, 'd');
}

/** The members that name the key, as the platform takes them; without the private ones where `part` is `public`. */
export function platformJwk(key: Jwk, part: 'public' | 'whole'): PlatformJwk {
  const names: readonly (keyof PlatformJwk)[] = [...(needed[key.kty] ?? []), ...(part === 'whole' ? privateMembers : [])];
  const taken = names.flatMap((name): readonly (readonly [string, Json])[] => {
    const value = key[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { kty: key.kty, ...Object.fromEntries(taken) };
}

/** The thumbprint of RFC 7638 (and RFC 8037 for OKP), SHA-256, base64url. */
export async function thumbprint(key: Jwk, crypto: Pick<TokenCrypto, 'digest'>): Promise<string> {
  const names = ['kty', ...(needed[key.kty] ?? [])].sort();
  const members = Object.fromEntries(names.map((name) => [name, key[name]]));
  return encodeBase64Url(new Uint8Array(await crypto.digest('SHA-256', utf8(JSON.stringify(members)))));
}

/** Bits of an RSA modulus; `undefined` for other keys. */
export function modulusBits(key: Jwk): number | undefined {
  const n = typeof key['n'] === 'string' ? decodeBase64Url(key['n']) : undefined;
  if (key.kty !== 'RSA' || n === undefined || !n.ok) return undefined;
  const first = n.value.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (n.value.length - first) * 8 - Math.clz32(n.value[first] ?? 0) + 24;
}
