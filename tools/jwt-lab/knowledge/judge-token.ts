import { runCheck } from '@castellan/probes/judgement';
import type { CheckResult, NotLookedAt, Severity } from '@castellan/probes/report';
import { readClaims, readTimeline } from './claims.ts';
import { lintClaims } from './lint-claims.ts';
import type { Jws } from './parse-jws.ts';
import { readNestedToken } from './read-token.ts';
import type { SignatureOutcome } from './verify-jws.ts';

/** Whether a token holds, by its signature, its time and its claims together. */
export type TokenJudgement = {
  /** `null`: nothing of it fails, and its signature was not checked. */
  readonly valid: boolean | null;
  readonly checks: readonly CheckResult[];
  /** Each of them in a sentence. */
  readonly reason: string;
};

/** What was looked at: signatures that were verified, where any were; of a token in a token both. */
export type Verified = {
  readonly outer?: SignatureOutcome | undefined;
  readonly inner?: SignatureOutcome | undefined;
  /** The known secret that made an HMAC signature; `null` where none of them did. Without it they were not tried. */
  readonly known?: string | null | undefined;
};

/** Claims that no verifier can read as what they are. */
const unreadable = /-(?:type|milliseconds)$/;

/** Judges a token at a moment. The claims of a token in a token are the inner one's. */
export function judgeToken(jws: Jws, nowSeconds: number, { outer, inner, known }: Verified = {}): TokenJudgement {
  const nested = readNestedToken(jws);
  const claims = readClaims((nested?.jws ?? jws).payload);
  const noClaims: NotLookedAt = { reason: 'the payload is not a JSON object' };
  const bad = claims === undefined ? undefined : lintClaims(claims, nowSeconds).find(({ id }) => unreadable.test(id));
  const time = claims === undefined ? undefined : readTimeline(claims, nowSeconds, 0);
  const early = time?.lifeSeconds !== undefined && time.lifeSeconds <= 0;
  const outcomes = [
    signatureCheck('signature', 'The signature is valid', jws, outer),
    ...(nested === undefined ? [] : [signatureCheck('inner-signature', 'The inner token’s signature is valid', nested.jws, inner)]),
    ...(known === undefined ? [] : [secretCheck(known)]),
    checkOf(
      { id: 'time', title: 'Within its validity period' },
      time === undefined
        ? { ...noClaims, subject: 'the validity period' }
        : bad !== undefined
          ? { reason: 'a time claim cannot be read', subject: 'the validity period' }
          : { evidence: time.state === 'expired' || time.state === 'not_yet' || early ? 'medium' : undefined },
      time?.state === 'expired'
        ? 'It has expired.'
        : time?.state === 'not_yet'
          ? 'It is not valid yet.'
          : early
            ? 'It expires before it was issued.'
            : time?.state === 'unlimited'
              ? 'It has no expiration.'
              : 'It is within its validity period.',
    ),
    checkOf(
      { id: 'claims', title: 'Claims well-formed' },
      claims === undefined ? { ...noClaims, subject: 'the claims set' } : { evidence: bad?.severity },
      bad === undefined ? 'Its claims are well-formed.' : `${bad.title}.`,
    ),
  ];
  const checks = outcomes.map(({ check }) => check);
  const isOpen = checks.some((check) => check.state === 'not_looked_at' && check.bars === 'grade');
  return {
    valid: checks.some(({ state }) => state === 'failed') ? false : isOpen ? null : true,
    checks,
    reason: outcomes.map(({ said }) => said).join(' '),
  };
}

type Outcome = { readonly check: CheckResult; readonly said: string };

function checkOf(
  head: { readonly id: string; readonly title: string },
  seen: { readonly evidence: Severity | undefined } | NotLookedAt,
  said: string,
): Outcome {
  const check = runCheck<Severity | undefined>({ ...head, look: () => seen, weigh: (severity) => severity });
  return {
    check,
    said: check.state === 'not_looked_at' ? `${capitalised(check.subject ?? check.title)} was not checked: ${check.reason}.` : said,
  };
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `none` needs no key to be known for what it is. */
function signatureCheck(id: string, title: string, jws: Jws, outcome: SignatureOutcome | undefined): Outcome {
  const isNone = jws.signatures.some(({ header }) => String(header['alg']).toLowerCase() === 'none');
  if (isNone) return checkOf({ id, title }, { evidence: 'critical' }, 'The token is unsigned.');
  if (outcome === undefined || ['no_key', 'algorithm_unavailable', 'key_unsupported'].includes(outcome.code)) {
    const reason = outcome === undefined ? 'no key was given' : outcome.reason.replace(/\.(?: The signature was not checked\.)?$/, '');
    return checkOf(
      { id, title },
      { reason, subject: id === 'signature' ? 'the signature' : 'the inner token’s signature', bars: 'grade' },
      '',
    );
  }
  return checkOf({ id, title }, { evidence: outcome.valid ? undefined : 'high' }, outcome.reason);
}

/** A signature by a known secret proves nothing, though it is valid. */
function secretCheck(known: string | null): Outcome {
  const head = { id: 'secret', title: 'The HMAC secret is not publicly known' };
  const said = known === null ? 'None of the known secrets made it.' : 'Its HMAC secret is publicly known: anyone can forge such a token.';
  return checkOf(head, { evidence: known === null ? undefined : 'critical' }, said);
}
