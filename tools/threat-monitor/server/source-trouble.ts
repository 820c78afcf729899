import { retryAfterSeconds } from '../../../server/http/retry-after.ts';

/**
 * Why the newest try brought nothing: the source asked for a pause, has a fault, answered something else than was expected,
 * answered half of it, or could not be reached.
 */
export type SourceTrouble = 'must_wait' | 'source_failed' | 'feed_malformed' | 'feed_truncated' | 'unreachable';

/** A try that brought nothing, and the pause that the source asked for, in milliseconds. */
export type SourceFailure = { readonly code: SourceTrouble; readonly pauseMs?: number };

/** A source that asks for a pause is believed for so long. */
const longestAskedPauseSeconds = 24 * 3600;

/** What an answer that is not 200 means. */
export function failureOf(
  { status, retryAfter }: { readonly status: number; readonly retryAfter: string | null },
  nowMs: number,
): SourceFailure {
  const asked = status === 429 || status === 503 ? retryAfterSeconds(retryAfter ?? undefined, nowMs) : undefined;
  return {
    code: status === 429 ? 'must_wait' : 'source_failed',
    ...(asked === undefined ? {} : { pauseMs: Math.min(asked, longestAskedPauseSeconds) * 1000 }),
  };
}

/** What went wrong, in words that follow the source's name and a colon. */
export function describeTrouble(trouble: SourceTrouble): string {
  return {
    must_wait: 'it limits requests (429)',
    source_failed: 'it answered with an error',
    feed_malformed: 'its answer was not in the expected format',
    feed_truncated: 'its answer was cut off',
    unreachable: 'it could not be reached',
  }[trouble];
}
