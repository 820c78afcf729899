import { findAlgorithm, isRegistered, isSameAlgorithm } from './algorithms.ts';
import { isCommonSecret } from './crack/common-secrets.ts';
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
    if (text !== undefined && isCommonSecret(text)) found.push(knownSecretFinding(text));
    else if (text?.includes('-----BEGIN') === true)
      found.push(
        finding(
          'secret-is-pem',
          'critical',
          'Key file used as the HMAC secret',
          'begins with -----BEGIN',
          'A public key used as an HMAC secret allows algorithm confusion (RFC 8725 §2.1).',
          'Verify only with the algorithm that the key is intended for.',
        ),
      );
    else if (algorithm !== undefined && secret.length * 8 < algorithm.hashBits)
      found.push(
        finding(
          'secret-short',
          'high',
          'HMAC secret too short',
          `${secret.length} bytes; ${String(header['alg'])} requires ${algorithm.hashBits / 8}`,
          'It can be recovered offline from a single token by brute force (RFC 7518 §3.2, RFC 8725 §3.5).',
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
        'Key intended for another algorithm',
        `key: ${own}, token: ${String(header['alg'])}`,
        'A key must be used with one algorithm only (RFC 8725 §3.1).',
        `Sign with ${own}, or generate a key for ${String(header['alg'])}.`,
      ),
    );
  const bits = modulusBits(key);
  if (bits !== undefined && bits < 2048)
    found.push(
      finding(
        'rsa-short',
        'high',
        'RSA key too short',
        `${bits} bits`,
        'RFC 7518 §3.3 requires at least 2048 bits.',
        'Generate a key of 3072 bits, or use ES256.',
      ),
    );
  if (key['kty'] !== 'oct' && isPrivate(key))
    found.push(
      finding(
        'private-key',
        'info',
        'Private key supplied',
        `kty: ${key.kty}`,
        'Verification needs only the public key.',
        'Keep private keys on the system that signs.',
      ),
    );
  return found;
}

/** An HMAC secret that public lists have, or that was found by guessing. */
export function knownSecretFinding(secret: string): TokenFinding {
  return finding(
    'secret-common',
    'critical',
    'Known HMAC secret',
    secret === '' ? 'the empty secret' : `“${secret.slice(0, 100)}”`,
    'Anyone who holds one token can recover the secret from a word list, and forge tokens.',
    'Replace it with at least 32 random bytes, and treat all tokens signed with it as compromised.',
  );
}
