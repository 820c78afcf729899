import { missingFor } from './algorithms.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { checkKeyFor, type Jwk, type KeyFailure, platformJwk } from './jwk.ts';
import type { Jws, JwsSignature } from './parse-jws.ts';
import type { Bytes, PlatformKey, TokenCrypto } from './ports.ts';
import { concatBytes, utf8 } from './text-bytes.ts';

/** How one signature came out. */
export type SignatureOutcome = {
  readonly valid: boolean;
  readonly code: 'verified' | 'signature_mismatch' | 'alg_none' | 'alg_unknown' | 'algorithm_unavailable' | 'no_key' | KeyFailure['code'];
  /** One sentence. */
  readonly reason: string;
  /** The key that verified it. */
  readonly key?: Jwk;
};

export type Verification = SignatureOutcome & { readonly signatures: readonly SignatureOutcome[] };

/**
 * Verifies a JWS (RFC 7515 §5.2). It is valid where each of its signatures is verified by one of the keys. Only the keys that are
 * given are tried, never one that the token brings or names. `detached`: the content of a token without payload.
 */
export async function verifyJws(jws: Jws, keys: readonly Jwk[], crypto: TokenCrypto, detached?: Bytes): Promise<Verification> {
  const signatures: SignatureOutcome[] = [];
  for (const signature of jws.signatures) signatures.push(await verifyOne(signature, signedBytes(jws, signature, detached), keys, crypto));
  const [first] = signatures;
  if (first === undefined) throw new Error('a parsed JWS has a signature');
  const failed = signatures.findIndex(({ valid }) => !valid);
  const told = signatures[failed] ?? first;
  if (signatures.length === 1) return { ...told, signatures };
  const reason =
    failed < 0 ? `All ${signatures.length} signatures are valid.` : `Signature ${failed + 1} of ${signatures.length}: ${told.reason}`;
  return { ...told, reason, signatures };
}

/** The bytes that a signature is over (RFC 7515 §5.1, RFC 7797 §3). */
export function signedBytes(
  jws: Pick<Jws, 'payloadText' | 'isEncoded'>,
  { protectedText }: Pick<JwsSignature, 'protectedText'>,
  detached?: Bytes,
): Bytes {
  const content = detached === undefined ? utf8(jws.payloadText) : jws.isEncoded ? utf8(encodeBase64Url(detached)) : detached;
  return concatBytes(utf8(`${protectedText}.`), content);
}

async function verifyOne(
  { header, signature }: JwsSignature,
  signed: Bytes,
  keys: readonly Jwk[],
  crypto: TokenCrypto,
): Promise<SignatureOutcome> {
  const alg = String(header['alg']);
  if (alg.toLowerCase() === 'none')
    return { valid: false, code: 'alg_none', reason: `The algorithm is “${alg}”: the token is unsigned, and anyone can forge it.` };
  const missing = missingFor(alg);
  if (missing !== undefined)
    return {
      valid: false,
      code: 'algorithm_unavailable',
      reason: `${alg} requires ${missing}, which WebCrypto does not support. The signature was not checked.`,
    };
  if (keys.length === 0) return { valid: false, code: 'no_key', reason: 'No key was given.' };
  const refusals: SignatureOutcome[] = [];
  // A key of the token's own name first, and then the others: `kid` is a hint.
  const sorted = keys.toSorted((one, other) => Number(other['kid'] === header['kid']) - Number(one['kid'] === header['kid']));
  for (const key of sorted) {
    const outcome = await tryKey(alg, key, signature, signed, crypto);
    if (outcome.valid) return outcome;
    refusals.push(outcome);
  }
  const mismatch = refusals.find(({ code }) => code === 'signature_mismatch') ?? refusals[0];
  return mismatch ?? { valid: false, code: 'no_key', reason: 'No key was given.' };
}

async function tryKey(alg: string, key: Jwk, signature: Bytes, signed: Bytes, crypto: TokenCrypto): Promise<SignatureOutcome> {
  const checked = checkKeyFor(key, alg, 'verify');
  if (!checked.ok) {
    const isUnknown = checked.failure.code === 'key_type' && checked.failure.message.startsWith('No key');
    return isUnknown
      ? { valid: false, code: 'alg_unknown', reason: `“${alg}” is not a registered signature algorithm.` }
      : { valid: false, code: checked.failure.code, reason: checked.failure.message };
  }
  const algorithm = checked.value;
  let imported: PlatformKey;
  try {
    imported = await importKey(key, algorithm.import, 'verify', crypto);
  } catch (fault) {
    return refusalOf(fault, alg);
  }
  if (signature.length === 0) return { valid: false, code: 'signature_mismatch', reason: 'The signature is empty.' };
  const valid = await crypto.verify(algorithm.sign, imported, signature, signed).catch(() => false);
  return valid
    ? { valid, code: 'verified', reason: `The signature is valid (${alg}).`, key }
    : { valid, code: 'signature_mismatch', reason: 'The signature is invalid: the token was modified, or signed with another key.' };
}

/** Hands a key to the platform for one work. Rejects where it takes no such key. */
export async function importKey(
  key: Jwk,
  algorithm: { readonly name: string },
  work: 'sign' | 'verify',
  crypto: TokenCrypto,
): Promise<PlatformKey> {
  return crypto.importKey('jwk', platformJwk(key, work === 'sign' ? 'whole' : 'public'), algorithm, false, [work]);
}

/** What the platform means by refusing a key. */
export function refusalOf(
  fault: unknown,
  alg: string,
): { readonly valid: false; readonly code: 'key_unsupported' | 'key_malformed'; readonly reason: string } {
  const name = fault instanceof Error ? fault.name : '';
  return name === 'NotSupportedError'
    ? { valid: false, code: 'key_unsupported', reason: `This platform’s WebCrypto does not support ${alg}. The signature was not checked.` }
    : { valid: false, code: 'key_malformed', reason: 'The key is malformed, or not a point on its curve.' };
}

/** Bytes of the secret of an HMAC key; `undefined` for other keys. */
export function secretBytes(key: Jwk): Bytes | undefined {
  const secret = key.kty === 'oct' && typeof key['k'] === 'string' ? decodeBase64Url(key['k']) : undefined;
  return secret?.ok === true ? secret.value : undefined;
}
