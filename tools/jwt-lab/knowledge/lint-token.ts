import { readClaims } from './claims.ts';
import type { Jwk } from './jwk.ts';
import { lintClaims } from './lint-claims.ts';
import { lintKey } from './lint-key.ts';
import { lintSignature } from './lint-signature.ts';
import type { Jws } from './parse-jws.ts';
import { textOf } from './text-bytes.ts';
import { finding, type TokenFinding, worstFirst } from './token-finding.ts';

/** Checks a token by RFC 8725 (JWT best current practices) and RFC 7518, the worst first. `key`: the one it was verified with, if any. */
export function lintToken(jws: Jws, nowSeconds: number, key?: Jwk): readonly TokenFinding[] {
  const claims = readClaims(jws.payload);
  return worstFirst([
    ...jws.signatures.flatMap(lintSignature),
    ...lintForm(jws),
    ...(claims === undefined ? [lintOtherContent(jws)] : lintClaims(claims, nowSeconds)),
    ...(key === undefined ? [] : lintKey(key, jws.signatures[0]?.header ?? {})),
  ]);
}

function lintOtherContent(jws: Jws): TokenFinding {
  const shown = textOf(jws.payload)?.slice(0, 60) ?? `${jws.payload.length} bytes`;
  return finding(
    'no-claims',
    'info',
    'Payload is not a JWT claims set',
    shown === '' ? 'an empty payload' : shown,
    'This is a JWS with other content, not a JWT (RFC 7519 §7.2).',
    'No action is needed if this is intended.',
  );
}

function lintForm(jws: Jws): readonly TokenFinding[] {
  const header = jws.signatures[0]?.header ?? {};
  const found: TokenFinding[] = [];
  if (jws.serialization !== 'compact')
    found.push(
      finding(
        'not-compact',
        'info',
        'JSON serialization: a JWS, not a JWT',
        `${jws.serialization} JSON serialization`,
        'JWTs use the compact serialization only (RFC 7519 §1).',
        'Use the compact serialization for JWTs.',
      ),
    );
  const typ = header['typ'];
  if (typ === undefined)
    found.push(
      finding(
        'typ-missing',
        'low',
        'Token type not declared (typ)',
        'no typ in the header',
        'A token issued for one purpose can be used for another (RFC 8725 §3.11).',
        'Set an explicit type, such as at+jwt, and require it when verifying.',
      ),
    );
  if (jws.payloadText.length > 6000)
    found.push(
      finding(
        'large',
        'low',
        'Large token',
        `${jws.payloadText.length} characters of payload`,
        'Many servers reject request headers of more than 8 kB.',
        'Keep only what every request needs in the token.',
      ),
    );
  return found;
}
