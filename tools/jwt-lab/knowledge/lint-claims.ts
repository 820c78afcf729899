import { isNumericDate, readTimeline } from './claims.ts';
import type { Json, JsonObject } from './strict-json.ts';
import { finding, type TokenFinding } from './token-finding.ts';

const secrets = /^(?:.*[_-])?(?:password|passwd|pwd|secret|private_?key|api_?key|ssn|credit_?card|card_?number|cvv|pin)$/i;

/** What is wrong with a set of claims at a moment. */
export function lintClaims(claims: JsonObject, nowSeconds: number): readonly TokenFinding[] {
  const found = [...lintDates(claims), ...lintTimes(claims, nowSeconds), ...lintLife(claims, nowSeconds)];
  for (const [name, text] of [
    ['iss', 'who issued it'],
    ['aud', 'whom it is for'],
  ] as const) {
    const value = claims[name];
    if (value === undefined || value === '')
      found.push(
        finding(
          `${name}-missing`,
          'low',
          `The token does not say ${text}`,
          `no ${name}`,
          `A token for one service can be used at another (RFC 8725 §${name === 'iss' ? '3.8' : '3.9'}).`,
          `Set ${name}, and have verifiers compare it.`,
        ),
      );
  }
  const named = Object.keys(claims).filter((name) => secrets.test(name));
  if (named.length > 0)
    found.push(
      finding(
        'secret-claim',
        'medium',
        'The payload seems to hold a secret',
        named.join(', '),
        'A signed token is not encrypted: everyone who sees it reads it.',
        'Take it out, or encrypt the token (JWE).',
      ),
    );
  return found;
}

/** Whether each date can be read as one. */
function lintDates(claims: JsonObject): readonly TokenFinding[] {
  const found: TokenFinding[] = [];
  for (const name of ['iat', 'nbf', 'exp'] as const) {
    const value: Json | undefined = claims[name];
    if (value === undefined) continue;
    if (!isNumericDate(value))
      found.push(
        finding(
          `${name}-type`,
          'high',
          `${name} is no date`,
          `${name}: ${JSON.stringify(value).slice(0, 60)}`,
          'It must be a number of seconds since 1970; libraries skip what they cannot read (RFC 7519 §2).',
          `Write ${name} as a number.`,
        ),
      );
    else if (value > 1e11)
      found.push(
        finding(
          `${name}-milliseconds`,
          'high',
          `${name} seems to be in milliseconds`,
          `${name}: ${value}`,
          `Read as seconds, as RFC 7519 §2 has it, that is the year ${Math.floor(value / 31_556_952) + 1970}.`,
          'Divide by 1000.',
        ),
      );
  }
  return found;
}

/** Whether the token is valid at the moment. */
function lintTimes(claims: JsonObject, nowSeconds: number): readonly TokenFinding[] {
  const found: TokenFinding[] = [];
  const { state } = readTimeline(claims, nowSeconds, 0);
  if (claims['exp'] === undefined)
    found.push(
      finding(
        'exp-missing',
        'medium',
        'The token never ends',
        'no exp',
        'Stolen once, it is good for ever.',
        'Set exp, minutes to hours after iat.',
      ),
    );
  if (state === 'expired')
    found.push(
      finding(
        'expired',
        'medium',
        'The token has expired',
        `exp: ${String(claims['exp'])}`,
        'A verifier must refuse it (RFC 7519 §4.1.4).',
        'Ask for a new one.',
      ),
    );
  if (state === 'not_yet')
    found.push(
      finding(
        'not-yet',
        'medium',
        'The token is not valid yet',
        `nbf: ${String(claims['nbf'])}`,
        'A verifier must refuse it until then (RFC 7519 §4.1.5).',
        'Wait, or set the issuer’s clock.',
      ),
    );
  if (isNumericDate(claims['iat']) && claims['iat'] > nowSeconds + 300 && claims['iat'] < 1e11)
    found.push(
      finding(
        'iat-future',
        'low',
        'The token was issued in the future',
        `iat: ${claims['iat']}`,
        'The issuer’s clock or this one is wrong.',
        'Set the clock.',
      ),
    );
  return found;
}

/** Whether the token is valid for a sensible time. */
function lintLife(claims: JsonObject, nowSeconds: number): readonly TokenFinding[] {
  const { lifeSeconds } = readTimeline(claims, nowSeconds, 0);
  if (lifeSeconds === undefined) return [];
  if (lifeSeconds <= 0)
    return [
      finding(
        'life-negative',
        'high',
        'The token ends before it begins',
        `${lifeSeconds} seconds`,
        'It was never valid.',
        'Set exp after iat.',
      ),
    ];
  if (lifeSeconds <= 86_400 || lifeSeconds >= 1e10) return [];
  return [
    finding(
      'life-long',
      lifeSeconds > 30 * 86_400 ? 'medium' : 'low',
      'The token lives long',
      `${Math.round(lifeSeconds / 86_400)} days`,
      'A signed token cannot be called back before it ends.',
      'Shorten it, and renew it with a refresh token.',
    ),
  ];
}
