import { webcrypto } from 'node:crypto';
import { type Result, succeed } from '@castellan/foundation/result';
import type { CommandBody, CommandCall, ToolFailure } from '../../../server/tools/tool.ts';
import { judgeToken, type TokenJudgement } from '../knowledge/judge-token.ts';
import type { Jwk } from '../knowledge/jwk.ts';
import { knownSecretFinding } from '../knowledge/lint-key.ts';
import { lintToken } from '../knowledge/lint-token.ts';
import type { Jws } from '../knowledge/parse-jws.ts';
import { readNestedToken } from '../knowledge/read-token.ts';
import { finding, type TokenFinding, worstFirst } from '../knowledge/token-finding.ts';
import { type SignatureOutcome, verifyJws } from '../knowledge/verify-jws.ts';
import { parseGiven, readFlagFile, readKeyFile, readToken } from './command-input.ts';
import { findKnownSecret } from './guess-hmac.ts';

/** `verify TOKEN --key FILE` and `lint TOKEN`. Both try the known secrets on HMAC signatures. */
export async function verifyCommand(verb: 'verify' | 'lint', word: string, call: CommandCall): Promise<Result<CommandBody, ToolFailure>> {
  const given = await readToken(word, call);
  if (!given.ok) return given;
  const parsed = parseGiven(given.value, call.flags);
  if ('report' in parsed) return succeed(parsed.report);
  const { target } = given.value;
  const { jws } = parsed;
  const nowSeconds = Math.floor(call.ports.clock.nowMs() / 1000);
  const nested = readNestedToken(jws);
  const known =
    findKnownSecret(jws) ??
    (nested === undefined ? undefined : findKnownSecret(nested.jws)) ??
    (isHmac(jws, nested?.jws) ? null : undefined);
  if (verb === 'lint') {
    const judged = judgeToken(jws, nowSeconds, { known });
    const findings = lintBoth(jws, nested?.jws, nowSeconds, known);
    return succeed({ target, verdict: judged.reason, findings, ...judged, code: codeOf(judged, 'well_formed') });
  }
  const keys = await readKeyFile(call, 'verify');
  if (!keys.ok) return keys;
  const detached = await readFlagFile('detached', call);
  if (!detached.ok) return detached;
  const content = detached.value === undefined ? undefined : new Uint8Array(detached.value);
  const outer = await verifyJws(jws, keys.value, webcrypto.subtle, content);
  const inner = nested === undefined ? undefined : await verifyJws(nested.jws, keys.value, webcrypto.subtle);
  const judged = judgeToken(jws, nowSeconds, { outer, inner, known });
  const findings = worstFirst([
    ...[outer, ...(inner === undefined ? [] : [inner])].flatMap(invalidSignature),
    ...lintBoth(jws, nested?.jws, nowSeconds, known, outer.key),
  ]);
  return succeed({ target, verdict: judged.reason, findings, ...judged, code: codeOf(judged, outer.code) });
}

/** An invalid signature is a finding; one that could not be checked is none, and an unsigned token has its own. */
function invalidSignature({ code, reason }: SignatureOutcome): readonly TokenFinding[] {
  if (code !== 'signature_mismatch') return [];
  const fix = 'Reject the token. If it should be valid, verify it with the key that its issuer publishes.';
  return [
    finding(
      'signature-invalid',
      'high',
      'Invalid signature',
      reason,
      'The token does not prove who issued it, and its claims may be forged.',
      fix,
    ),
  ];
}

function isHmac(...tokens: readonly (Jws | undefined)[]): boolean {
  return tokens.some((jws) => jws?.signatures.some(({ header }) => String(header['alg']).startsWith('HS')));
}

/** Findings of a token, and of the one in it. */
function lintBoth(
  jws: Jws,
  inner: Jws | undefined,
  nowSeconds: number,
  known: string | null | undefined,
  key?: Jwk,
): readonly TokenFinding[] {
  const found = [...lintToken(jws, nowSeconds, key), ...(inner === undefined ? [] : lintToken(inner, nowSeconds))];
  const isTold = typeof known !== 'string' || found.some(({ id }) => id === 'secret-common');
  return worstFirst(isTold ? found : [knownSecretFinding(known), ...found]);
}

/** What fails first, where the signature does not: `secret`, `time`, `claims`. */
function codeOf({ checks }: TokenJudgement, signature: string): string {
  const failed = checks.find(({ state }) => state === 'failed');
  if (failed === undefined) return signature;
  return failed.id === 'signature' ? (signature === 'well_formed' ? 'alg_none' : signature) : failed.id;
}
