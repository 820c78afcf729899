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
