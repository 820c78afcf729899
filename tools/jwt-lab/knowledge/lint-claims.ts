import { isNumericDate, readTimeline } from './claims.ts';
import type { Json, JsonObject } from './strict-json.ts';
import { finding, type TokenFinding } from './token-finding.ts';

const secrets = /^(?:.*[_-])?(?:password|passwd|pwd|secret|private_?key|api_?key|ssn|credit_?card|card_?number|cvv|pin)$/i;

/** What is wrong with a set of claims at a moment. */
export function lintClaims(claims: JsonObject, nowSeconds: number): readonly TokenFinding[] {
  const found = [...lintDates(claims), ...lintTimes(claims, nowSeconds), ...lintLife(claims, nowSeconds)];
  for (const [name, title, why] of [
    ['iss', 'No issuer (iss)', 'Verifiers cannot tell who issued the token (RFC 8725 §3.8).'],
    ['aud', 'No audience (aud)', 'The token can be used at another service that trusts the same issuer (RFC 8725 §3.9).'],
  ] as const) {
    const value = claims[name];
    if (value === undefined || value === '')
      found.push(finding(`${name}-missing`, 'low', title, `no ${name}`, why, `Set ${name}, and have verifiers check it.`));
  }
  const named = Object.keys(claims).filter((name) => secrets.test(name));
  if (named.length > 0)
    found.push(
      finding(
        'secret-claim',
        'medium',
        'Possibly sensitive data in the payload',
        named.join(', '),
        'The payload is encoded, not encrypted: anyone who holds the token can read it.',
        'Remove it, or encrypt the token (JWE).',
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
          `${name} is not a NumericDate`,
          `${name}: ${JSON.stringify(value).slice(0, 60)}`,
          'It must be a number of seconds since 1970-01-01 UTC; some libraries ignore what they cannot parse (RFC 7519 §2).',
          `Write ${name} as a JSON number.`,
        ),
      );
    else if (value > 1e11)
      found.push(
        finding(
          `${name}-milliseconds`,
          'high',
          `${name} appears to be in milliseconds`,
          `${name}: ${value}`,
          `In seconds, as RFC 7519 §2 requires, it is in the year ${Math.floor(value / 31_556_952) + 1970}.`,
          'Write it in seconds.',
        ),
      );
  }
  return found;
}

/** A time claim, with the moment that it stands for where it is one. */
function sayTime(value: unknown): string {
  const ms = typeof value === 'number' ? value * 1000 : Number.NaN;
  return Number.isNaN(new Date(ms).getTime()) ? String(value) : `${value}, which is ${new Date(ms).toISOString()}`;
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
        'No expiration (exp)',
        'no exp',
        'A stolen token remains valid indefinitely.',
        'Set exp to minutes or hours after iat.',
      ),
    );
  if (state === 'expired')
    found.push(
      finding(
        'expired',
        'medium',
        'Token expired',
        `exp: ${sayTime(claims['exp'])}`,
        'Verifiers must reject it (RFC 7519 §4.1.4).',
        'Request a new token.',
      ),
    );
  if (state === 'not_yet')
    found.push(
      finding(
        'not-yet',
        'medium',
        'Token not yet valid (nbf)',
        `nbf: ${sayTime(claims['nbf'])}`,
        'Verifiers must reject it until then (RFC 7519 §4.1.5).',
        'Wait, or correct the issuer’s clock.',
      ),
    );
  if (isNumericDate(claims['iat']) && claims['iat'] > nowSeconds + 300 && claims['iat'] < 1e11)
    found.push(
      finding(
        'iat-future',
        'low',
        'Issued in the future (iat)',
        `iat: ${claims['iat']}`,
        'The issuer’s clock or the local clock is wrong.',
        'Synchronise the clocks.',
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
        'Expires before it was issued',
        `${lifeSeconds} seconds`,
        'The token was never valid.',
        'Set exp later than iat.',
      ),
    ];
  if (lifeSeconds <= 86_400 || lifeSeconds >= 1e10) return [];
  return [
    finding(
      'life-long',
      lifeSeconds > 30 * 86_400 ? 'medium' : 'low',
      'Long lifetime',
      `${Math.round(lifeSeconds / 86_400)} days`,
      'A self-contained token cannot be revoked before it expires.',
      'Shorten the lifetime, and renew with refresh tokens.',
    ),
  ];
}
