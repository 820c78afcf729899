import { findAlgorithm, isRegistered, isSameAlgorithm } from './algorithms.ts';
import { isCommonSecret } from './common-secrets.ts';
import { isPrivate, type Jwk, modulusBits } from './jwk.ts';
import type { JsonObject } from './strict-json.ts';
import { textOf } from './text-bytes.ts';
import { finding, type TokenFinding } from './token-finding.ts';
import { secretBytes } from './verify-jws.ts';

/** What is wrong with the key that a token was verified with. */
export function lintKey(key: Jwk, header: JsonObject): readonly TokenFinding[] {
  const found: TokenFinding[] = [];
  const secret = secretBytes(key);
  const algorithm = findAlgorithm(String(header['alg']));
  if (secret !== undefined) {
    const text = textOf(secret);
    if (text !== undefined && isCommonSecret(text))
      found.push(
        finding(
          'secret-common',
          'critical',
          'The secret is in every attacker’s list',
          `${secret.length} bytes`,
          'Whoever has one token finds it in a second, and writes tokens.',
          'Replace it by 32 or more random bytes.',
        ),
      );
    else if (text?.includes('-----BEGIN') === true)
      found.push(
        finding(
          'secret-is-pem',
          'critical',
          'The secret is a key file’s text',
          'it begins with -----BEGIN',
          'This is how algorithm confusion works: a public key taken as a secret (RFC 8725 §2.1).',
          'Verify with the algorithm that the key is for.',
        ),
      );
    else if (algorithm !== undefined && secret.length * 8 < algorithm.hashBits)
      found.push(
        finding(
          'secret-short',
          'high',
          'The secret is too short',
          `${secret.length} bytes; ${String(header['alg'])} wants ${algorithm.hashBits / 8}`,
          'It can be guessed offline from a single token (RFC 7518 §3.2, RFC 8725 §3.5).',
          `Use ${algorithm.hashBits / 8} random bytes.`,
        ),
      );
  }
  const own = key['alg'];
  if (typeof own === 'string' && isRegistered(own) && !isSameAlgorithm(own, String(header['alg'])))
    found.push(
      finding(
        'key-algorithm',
        'medium',
        'The key is meant for another algorithm',
        `key: ${own}, token: ${String(header['alg'])}`,
        'A key is used with one algorithm alone (RFC 8725 §3.1).',
        `Sign with ${own}, or make a key for ${String(header['alg'])}.`,
      ),
    );
  const bits = modulusBits(key);
  if (bits !== undefined && bits < 2048)
    found.push(
      finding(
        'rsa-short',
        'high',
        'The RSA key is too short',
        `${bits} bits`,
        'RFC 7518 §3.3 wants 2048 at the least.',
        'Make a new key of 3072 bits, or use ES256.',
      ),
    );
  if (key['kty'] !== 'oct' && isPrivate(key))
    found.push(
      finding(
        'private-key',
        'info',
        'This is a private key',
        `kty: ${key.kty}`,
        'Verifying takes the public half alone.',
        'Keep the private key where tokens are signed.',
      ),
    );
  return found;
}
