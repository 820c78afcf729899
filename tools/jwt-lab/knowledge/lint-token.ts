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
    'The payload is no set of claims',
    shown === '' ? 'an empty payload' : shown,
    'It is a JWS with other content, and no JWT (RFC 7519 §7.2).',
    'Nothing, if that is meant.',
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
        'This is a JWS, and no JWT',
        `${jws.serialization} JSON serialization`,
        'A JWT has the compact form alone (RFC 7519 §1).',
        'Use the compact form for a JWT.',
      ),
    );
  const typ = header['typ'];
  if (typ === undefined)
    found.push(
      finding(
        'typ-missing',
        'low',
        'The token does not say what it is for',
        'no typ in the header',
        'A token of one kind can be passed off as one of another kind (RFC 8725 §3.11).',
        'Set typ, such as at+jwt, and have verifiers ask for it.',
      ),
    );
  if (jws.payloadText.length > 6000)
    found.push(
      finding(
        'large',
        'low',
        'The token is large',
        `${jws.payloadText.length} characters of payload`,
        'Many servers refuse headers of more than 8 kB.',
        'Keep in the token what is needed for each request, and the rest on the server.',
      ),
    );
  return found;
}
