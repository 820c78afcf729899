import { judge } from '@castellan/probes/judgement';
import { readClaims, readTimeline, type Timeline } from '../knowledge/claims.ts';
import { lintToken } from '../knowledge/lint-token.ts';
import type { Jws } from '../knowledge/parse-jws.ts';
import type { JsonObject } from '../knowledge/strict-json.ts';
import type { Verification } from '../knowledge/verify-jws.ts';
import { type TokenVerdict, verdictOf } from './token-verdict.ts';

/** All that the lab says of a token at a moment. */
export type Reading = {
  readonly claims: JsonObject | undefined;
  readonly timeline: Timeline | undefined;
  readonly findings: ReturnType<typeof lintToken>;
  readonly verdict: TokenVerdict;
};

/** Reads and judges a parsed token. Nothing is sound beside a finding of medium severity or worse. */
export function readToken(jws: Jws, verification: Verification | undefined, nowSeconds: number, slackSeconds = 0): Reading {
  const claims = readClaims(jws.payload);
  const timeline = claims === undefined ? undefined : readTimeline(claims, nowSeconds, slackSeconds);
  const findings = lintToken(jws, nowSeconds, verification?.key);
  const isForgeable = findings.some(({ severity }) => severity === 'critical');
  const found = verdictOf(verification, timeline, nowSeconds, isForgeable);
  const isHeld = found.tone === 'sound' && judge({ findings }).standing === 'wanting';
  return { claims, timeline, findings, verdict: isHeld ? { ...found, tone: 'doubtful', sealText: '!' } : found };
}
