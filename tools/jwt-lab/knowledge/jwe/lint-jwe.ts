import { isCommonSecret } from '../crack/common-secrets.ts';
import type { Jwk } from '../jwk.ts';
import { knownSecretFinding } from '../lint-key.ts';
import { lintReferences } from '../lint-signature.ts';
import { readNestedToken } from '../read-token.ts';
import { textOf } from '../text-bytes.ts';
import { finding, type TokenFinding, worstFirst } from '../token-finding.ts';
import { secretBytes } from '../verify-jws.ts';
import type { Decryption } from './decrypt-jwe.ts';
import type { Jwe } from './parse-jwe.ts';

/** Iterations of PBKDF2 that OWASP’s Password Storage Cheat Sheet asks for, by the hash in `alg`. */
const advised = { HS256: [600_000, 'SHA-256'], HS384: [210_000, 'SHA-512'], HS512: [210_000, 'SHA-512'] } as const;

/** Checks an encrypted token by RFC 7518, RFC 8725 and OWASP, the worst first. `decryption`: what came of it, where a key was given. */
export function lintJwe({ header }: Jwe, decryption?: Decryption): readonly TokenFinding[] {
  const alg = String(header['alg']);
  return worstFirst([
    ...lintAlgorithm(alg),
    ...lintIterations(alg, header['p2c']),
    ...lintReferences(header).filter(({ id }) => id !== 'embedded-key'),
    ...lintCompression(header['zip']),
    ...lintPassword(decryption?.key),
    ...lintSender(alg, decryption),
  ]);
}

function lintAlgorithm(alg: string): readonly TokenFinding[] {
  if (alg !== 'RSA1_5') return [];
  return [
    finding(
      'jwe-rsa15',
      'high',
      'RSA PKCS #1 v1.5 encryption (RSA1_5)',
      `alg: ${alg}`,
      'An application that reveals padding errors lets an attacker decrypt the token (Bleichenbacher, RFC 8725 §3.2).',
      'Use RSA-OAEP-256 or ECDH-ES.',
    ),
  ];
}

function lintIterations(alg: string, count: unknown): readonly TokenFinding[] {
  const [, hash] = /^PBES2-(HS256|HS384|HS512)\+/.exec(alg) ?? [];
  if (hash === undefined || typeof count !== 'number') return [];
  const [wanted, named] = advised[hash as keyof typeof advised];
  if (count < wanted)
    return [
      finding(
        'jwe-iterations-few',
        count < 1000 ? 'high' : 'medium',
        'Too few PBKDF2 iterations',
        `p2c: ${count}`,
        `The password can be guessed offline; RFC 7518 §4.8.1.2 requires 1,000 and OWASP recommends ${wanted.toLocaleString('en-GB')} for ${named}.`,
        `Use at least ${wanted.toLocaleString('en-GB')} iterations, or a random key.`,
      ),
    ];
  if (count <= 1_000_000) return [];
  return [
    finding(
      'jwe-iterations-many',
      'medium',
      'Excessive PBKDF2 iterations',
      `p2c: ${count}`,
      'A recipient that accepts any count can be kept busy by a single token (denial of service).',
      'Limit p2c when decrypting, or do not accept PBES2.',
    ),
  ];
}

function lintCompression(zip: unknown): readonly TokenFinding[] {
  if (zip === undefined) return [];
  return [
    finding(
      'jwe-zip',
      'low',
      'Compressed before encryption',
      `zip: ${String(zip).slice(0, 60)}`,
      'The length reveals information about the content, and a small token can inflate to a large one (RFC 8725 §3.6).',
      'Do not use zip. Limit the inflated size when decrypting.',
    ),
  ];
}

function lintPassword(key: Jwk | undefined): readonly TokenFinding[] {
  const bytes = key === undefined ? undefined : secretBytes(key);
  const text = bytes === undefined ? undefined : textOf(bytes);
  return text !== undefined && isCommonSecret(text) ? [{ ...knownSecretFinding(text), title: 'Known encryption password' }] : [];
}

/** Anybody has the public key: what is encrypted to it and not signed says nothing of who wrote it. */
function lintSender(alg: string, decryption: Decryption | undefined): readonly TokenFinding[] {
  const { plaintext } = decryption ?? {};
  if (plaintext === undefined || !/^(?:RSA|ECDH)/.test(alg) || readNestedToken({ payload: plaintext }) !== undefined) return [];
  return [
    finding(
      'jwe-unsigned',
      'medium',
      'Encrypted to a public key, not signed',
      `alg: ${alg}; the content is not a signed token`,
      'Anyone who has the public key can create such a token: encryption does not authenticate the sender.',
      'Sign the claims first and encrypt the signed token (RFC 7519 §11.2), or use a symmetric key.',
    ),
  ];
}
