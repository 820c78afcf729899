import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { answerReader, type ForeignReads } from '../../foreign/reader.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import type { QuietLog } from '../../quiet-log.ts';

/**
 * Why there is no range: the service wants a pause, or no range came of it. What the service says by itself goes no further
 * than this module.
 */
export type RangeFailure = { readonly code: 'must_wait'; readonly waitSeconds: number } | { readonly code: 'range_unavailable' };

/** Asks a service for every breached password whose hash begins with five hexadecimal characters. */
export type AskRange = (prefix: string) => Promise<Result<string, RangeFailure>>;

/** Ranges were 40 to 80 KB for years; ten times that is no range. */
const maxBytes = 1024 * 1024;
const timeoutMs = 8_000;
/** A service that asks for a pause without saying how long, and the longest that is believed. */
const usualPauseSeconds = 60;
const longestPauseSeconds = 3600;

const range = /^(?:[0-9A-F]{35}:\d{1,12}(?:\r?\n|$))+$/i;

/** Takes rows of a range and nothing else. */
export const breachRangeReader = answerReader(
  'breach-range',
  (body) => {
    const text = Buffer.from(body).toString('latin1');
    return range.test(text) ? text : null;
  },
  z.string().max(maxBytes),
  { maxJsonBytes: 2 * maxBytes },
);

/**
 * The range address of a service that answers as https://haveibeenpwned.com/API/v3#PwnedPasswords says: 200 and lines of 35
 * hexadecimal characters and a count, whatever is asked. Rows with count 0 are padding and stay, so that the length of an
 * answer tells nobody on the way which one it is. Anything that is not such lines and nothing else is no answer. Nothing is
 * kept, and the log never names a prefix.
 */
export function createAskRange(options: {
  readonly reads: ForeignReads;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly log: QuietLog;
}): AskRange {
  const { reads, baseUrl, clock, log } = options;
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  const pause = () => Math.max(0, Math.ceil((quietUntilMs - clock.nowMs()) / 1000));
  const unavailable = (reason: string) => {
    log.warn('breach range not had', { reason });
    return fail({ code: 'range_unavailable' as const });
  };
  return async (prefix) => {
    if (pause() > 0) return fail({ code: 'must_wait', waitSeconds: pause() });
    const answer = await reads.fetch(
      breachRangeReader,
      {
        url: `${baseUrl}/range/${prefix}`,
        headers: { 'add-padding': 'true', accept: 'text/plain', 'user-agent': 'Castellan' },
        maxBodyBytes: maxBytes,
        timeoutMs,
      },
      null,
    );
    if (answer.ok && answer.value.value.status === 429) {
      const seconds = retryAfterSeconds(answer.value.value.retryAfter ?? undefined, clock.nowMs()) ?? usualPauseSeconds;
      quietUntilMs = clock.nowMs() + Math.min(seconds, longestPauseSeconds) * 1000;
      log.warn('breach range: the service asks for a pause');
      return fail({ code: 'must_wait', waitSeconds: pause() });
    }
    if (!answer.ok) return unavailable(answer.failure.code);
    const { status, read } = answer.value.value;
    return read === null ? unavailable(status === 200 ? 'not_understood' : `status ${status}`) : succeed(read);
  };
}
