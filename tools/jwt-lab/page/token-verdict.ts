import type { VerdictTone } from '../../../web/app/domains/instruments/seal.tsx';
import type { Timeline } from '../knowledge/claims.ts';
import type { ParseFailure } from '../knowledge/parse-failure.ts';
import type { Verification } from '../knowledge/verify-jws.ts';

/** A verdict as the page shows it. */
export type TokenVerdict = { readonly tone: VerdictTone; readonly sealText: string; readonly sentence: string; readonly detail: string };

const span = (seconds: number): string => {
  const size = Math.abs(seconds);
  const [count, unit] =
    size < 90
      ? [size, 'second']
      : size < 5400
        ? [size / 60, 'minute']
        : size < 172_800
          ? [size / 3600, 'hour']
          : size < 6e7
            ? [size / 86_400, 'day']
            : [size / 31_556_952, 'year'];
  const rounded = Math.round(Number(count));
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
};

/** How far two moments lie apart, in its largest fitting unit: `58 minutes`. */
export const formatSpan = span;

/** The verdict on a text that is no token. */
export function verdictOfFailure({ message }: ParseFailure): TokenVerdict {
  return { tone: 'bad', sealText: '✕', sentence: 'Not a valid token.', detail: message };
}

/** The verdict on a token, from its signature and its claims of time. `isForgeable`: a finding is critical. */
export function verdictOf(
  verification: Verification | undefined,
  timeline: Timeline | undefined,
  nowSeconds: number,
  isForgeable: boolean,
): TokenVerdict {
  if (verification === undefined || verification.code === 'no_key')
    return {
      tone: 'open',
      sealText: '?',
      sentence: 'Decoded, not verified.',
      detail: `Enter the key to check the signature. ${timesOf(timeline, nowSeconds)}`,
    };
  const detail = verification.reason;
  if (verification.code === 'alg_none') return { tone: 'bad', sealText: '✕', sentence: 'Unsigned token.', detail };
  if (verification.code === 'algorithm_unavailable' || verification.code === 'key_unsupported')
    return { tone: 'open', sealText: '?', sentence: 'Not verifiable in this browser.', detail };
  if (!verification.valid)
    return verification.code === 'signature_mismatch'
      ? { tone: 'bad', sealText: '✕', sentence: 'Invalid signature.', detail }
      : { tone: 'doubtful', sealText: '?', sentence: 'The key does not fit this token.', detail };
  if (isForgeable) return { tone: 'bad', sealText: '!', sentence: 'Valid signature, but anyone can forge it.', detail };
  return { ...timed(timeline, nowSeconds), detail: `${detail} ${timesOf(timeline, nowSeconds)}`.trim() };
}

function timed(timeline: Timeline | undefined, nowSeconds: number): Omit<TokenVerdict, 'detail'> {
  const exp = timeline?.claims.find(({ name }) => name === 'exp')?.atSeconds;
  const left = exp === undefined ? '' : span(exp - nowSeconds);
  switch (timeline?.state) {
    case 'expired':
      return { tone: 'doubtful', sealText: '!', sentence: `Valid signature, expired ${left} ago.` };
    case 'not_yet':
      return { tone: 'doubtful', sealText: '…', sentence: 'Valid signature, not valid yet.' };
    case 'unlimited':
      return { tone: 'sound', sealText: '✓', sentence: 'Valid, without expiration.' };
    case 'current':
      return {
        tone: 'sound',
        sealText: '✓',
        sentence: timeline.isWithinSlack ? 'Valid within the clock tolerance.' : `Valid for another ${left}.`,
      };
    default:
      return { tone: 'sound', sealText: '✓', sentence: 'Valid signature.' };
  }
}

function timesOf(timeline: Timeline | undefined, nowSeconds: number): string {
  if (timeline === undefined) return '';
  const exp = timeline.claims.find(({ name }) => name === 'exp')?.atSeconds;
  if (timeline.state === 'unlimited') return 'It has no expiration.';
  if (exp === undefined) return '';
  return timeline.state === 'expired'
    ? `According to its claims it expired ${span(exp - nowSeconds)} ago.`
    : `According to its claims it expires in ${span(exp - nowSeconds)}.`;
}
