import { errors, type FlattenedJWE, flattenedDecrypt, type JWK } from 'jose';
import { isPrivate, type Jwk, platformJwk } from '../jwk.ts';
import type { Bytes } from '../ports.ts';
import type { JsonObject } from '../strict-json.ts';
import { secretBytes } from '../verify-jws.ts';
import type { Jwe, JweRecipient } from './parse-jwe.ts';

/** How a decryption came out. */
export type Decryption = {
  readonly code: 'decrypted' | 'decryption_failed' | 'algorithm_unavailable' | 'no_key' | 'key_type' | 'limit' | 'malformed';
  /** One sentence. */
  readonly reason: string;
  /** What was decrypted, and the key that did. */
  readonly plaintext?: Bytes;
  readonly key?: Jwk;
};

/** PBES2 with more iterations is refused: the token decides how long that takes. */
export const maxIterations = 1_000_000;

/** A token of many recipients, or many keys, multiplies them: so many iterations are computed in all, and so many pairs are tried. */
const maxIterationsInAll = 10 * maxIterations;
const maxPairs = 1_000;

/** A plaintext that inflates to more is refused. */
export const maxInflatedBytes = 1_000_000;

/** The `alg` and `enc` that are computed here, by WebCrypto. RSA1_5 is not among them: no WebCrypto offers it. */
export const keyAlgorithms: readonly string[] = [
  ...['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
  ...['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A192KW', 'ECDH-ES+A256KW'],
  ...['dir', 'A128KW', 'A192KW', 'A256KW', 'A128GCMKW', 'A192GCMKW', 'A256GCMKW'],
  ...['PBES2-HS256+A128KW', 'PBES2-HS384+A192KW', 'PBES2-HS512+A256KW'],
];
export const contentAlgorithms: readonly string[] = [
  ...['A128GCM', 'A192GCM', 'A256GCM'],
  ...['A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512'],
];

/** Decrypts a JWE (RFC 7516 §5.2) with the first of the keys that can. Only keys that are given are tried. */
export async function decryptJwe(jwe: Jwe, keys: readonly Jwk[]): Promise<Decryption> {
  const refused = refusalOf(jwe);
  if (refused !== undefined) return refused;
  if (keys.length === 0) return { code: 'no_key', reason: 'No key was given.' };
  const tooMuch = tooMuchOf(jwe, keys.length);
  if (tooMuch !== undefined) return tooMuch;
  const outcomes: Decryption[] = [];
  const sorted = keys.toSorted((one, other) => Number(other['kid'] === jwe.header['kid']) - Number(one['kid'] === jwe.header['kid']));
  for (const recipient of jwe.recipients)
    for (const key of sorted) {
      const outcome = await decryptWith(jwe, recipient, key);
      if (outcome.code === 'decrypted') return outcome;
      outcomes.push(outcome);
    }
  const failed = outcomes.find(({ code }) => code !== 'key_type' && code !== 'algorithm_unavailable') ?? outcomes[0];
  return failed ?? { code: 'no_key', reason: 'No key was given.' };
}

/** Why no key is tried. */
function refusalOf({ header, recipients }: Jwe): Decryption | undefined {
  const algorithms = recipients.map((one) => String(one.header?.['alg'] ?? header['alg']));
  if (!algorithms.some((alg) => keyAlgorithms.includes(alg))) {
    const [alg = ''] = algorithms;
    const why = alg === 'RSA1_5' ? 'WebCrypto does not support it, and it is deprecated (RFC 8725 §3.2)' : 'it is not supported';
    return { code: 'algorithm_unavailable', reason: `The key management algorithm is “${alg}”: ${why}. Nothing was decrypted.` };
  }
  const enc = String(header['enc']);
  if (!contentAlgorithms.includes(enc))
    return { code: 'algorithm_unavailable', reason: `The content encryption “${enc}” is not supported. Nothing was decrypted.` };
  const counts = [header, ...recipients.map((one) => one.header)].map((one) => one?.['p2c']);
  if (counts.some((count) => typeof count === 'number' && count > maxIterations))
    return {
      code: 'limit',
      reason: `The token requires more than ${maxIterations.toLocaleString('en-GB')} PBKDF2 iterations (p2c), which a verifier must refuse. Nothing was decrypted.`,
    };
  return undefined;
}

/** Why recipients and keys are not all tried with each other. */
function tooMuchOf(jwe: Jwe, keys: number): Decryption | undefined {
  const { recipients } = jwe;
  const refuse = (reason: string): Decryption => ({ code: 'limit', reason: `${reason} Nothing was decrypted.` });
  if (recipients.length > 1 && recipients.length * keys > maxPairs)
    return refuse(
      `The token has ${recipients.length.toLocaleString('en-GB')} recipients: with these keys there are too many pairs to try.`,
    );
  const counts = recipients.map((one) => headerOf(jwe, one)['p2c']).filter((count) => typeof count === 'number');
  return keys * counts.reduce((sum, count) => sum + count, 0) > maxIterationsInAll
    ? refuse('The recipients of the token together require too many PBKDF2 iterations (p2c) with these keys.')
    : undefined;
}

/** What counts for one recipient (RFC 7516 §7.2.1). */
function headerOf({ shared, protectedHeader }: Jwe, { header }: JweRecipient): JsonObject {
  return { ...shared.unprotected, ...header, ...protectedHeader };
}

async function decryptWith(jwe: Jwe, recipient: JweRecipient, key: Jwk): Promise<Decryption> {
  if (key.kty !== 'oct' && !isPrivate(key))
    return { code: 'key_type', reason: 'This is a public key. Decryption requires the private key.' };
  const header = headerOf(jwe, recipient);
  const [alg, enc] = [String(header['alg']), String(header['enc'])];
  // What a key says of its use is left to whoever made it; what it says of its algorithm is heeded.
  const own = key['alg'];
  if (typeof own === 'string' && keyAlgorithms.includes(own) && own !== alg)
    return { code: 'key_type', reason: `The key is for ${own} only, and the token uses ${alg}.` };
  try {
    const given: JWK | Uint8Array = secretBytes(key) ?? { ...platformJwk(key, 'whole'), kty: key.kty };
    const { plaintext } = await flattenedDecrypt({ ...jwe.shared, ...recipient } as FlattenedJWE, given, {
      keyManagementAlgorithms: [...keyAlgorithms],
      contentEncryptionAlgorithms: [...contentAlgorithms],
      maxPBES2Count: maxIterations,
      maxDecompressedLength: maxInflatedBytes,
    });
    return { code: 'decrypted', reason: `Decrypted (${alg}, ${enc}).`, plaintext: new Uint8Array(plaintext), key };
  } catch (fault) {
    return failureOf(fault, alg, enc);
  }
}

function failureOf(fault: unknown, alg: string, enc: string): Decryption {
  if (fault instanceof errors.JWEDecryptionFailed)
    return { code: 'decryption_failed', reason: 'Decryption failed: the key does not fit, or the token was modified.' };
  if (fault instanceof errors.JWEInvalid) {
    const isLimit = fault.message.includes('limit');
    return {
      code: isLimit ? 'limit' : 'malformed',
      reason: isLimit
        ? `The content inflates to more than ${maxInflatedBytes.toLocaleString('en-GB')} bytes. Nothing was kept of it.`
        : `The token is malformed: ${fault.message}.`,
    };
  }
  if (fault instanceof errors.JOSENotSupported || (fault instanceof Error && fault.name === 'NotSupportedError'))
    return {
      code: 'algorithm_unavailable',
      reason: `This platform’s WebCrypto does not support ${alg} with ${enc} and this key. Nothing was decrypted.`,
    };
  if (fault instanceof TypeError || fault instanceof errors.JOSEError || fault instanceof Error)
    return { code: 'key_type', reason: `The key does not fit ${alg} and ${enc}: its type, curve or length is another.` };
  throw fault;
}
