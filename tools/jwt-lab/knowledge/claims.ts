import type { Bytes } from './ports.ts';
import { isObject, type Json, type JsonObject, parseStrictJson } from './strict-json.ts';

/** The claims of a payload; `undefined` where it is no JSON object, and the token no JWT. */
export function readClaims(payload: Bytes): JsonObject | undefined {
  const read = parseStrictJson(payload);
  return read.ok && isObject(read.value) ? read.value : undefined;
}

/** A claim of time, in seconds since 1970. */
export type TimeClaim = { readonly name: 'iat' | 'nbf' | 'exp'; readonly atSeconds: number };

/** What the claims of time say about a moment. `slackSeconds`: how far clocks may differ (RFC 7519 §4.1.4 allows a few minutes). */
export type Timeline = {
  /** `unlimited`: it names no end. */
  readonly state: 'current' | 'not_yet' | 'expired' | 'unlimited';
  /** In order of time. */
  readonly claims: readonly TimeClaim[];
  /** Valid or not only because clocks may differ. */
  readonly isWithinSlack: boolean;
  /** From `iat` or `nbf` to `exp`. */
  readonly lifeSeconds: number | undefined;
};

/** Whether a JSON value is a NumericDate (RFC 7519 §2). */
export function isNumericDate(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function readTimeline(claims: JsonObject, nowSeconds: number, slackSeconds: number): Timeline {
  const found = (['iat', 'nbf', 'exp'] as const).flatMap((name): readonly TimeClaim[] => {
    const value = claims[name];
    return isNumericDate(value) ? [{ name, atSeconds: value }] : [];
  });
  const at = (name: TimeClaim['name']) => found.find((claim) => claim.name === name)?.atSeconds;
  const [iat, nbf, exp] = [at('iat'), at('nbf'), at('exp')];
  const isExpired = (slack: number) => exp !== undefined && nowSeconds >= exp + slack;
  const isEarly = (slack: number) => nbf !== undefined && nowSeconds < nbf - slack;
  const state = isExpired(slackSeconds) ? 'expired' : isEarly(slackSeconds) ? 'not_yet' : exp === undefined ? 'unlimited' : 'current';
  const begin = iat ?? nbf;
  return {
    state,
    claims: found.toSorted((one, other) => one.atSeconds - other.atSeconds),
    isWithinSlack: (state === 'current' || state === 'unlimited') && (isExpired(0) || isEarly(0)),
    lifeSeconds: exp === undefined || begin === undefined ? undefined : exp - begin,
  };
}
