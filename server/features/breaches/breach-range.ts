import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Egress } from '../../adapters/egress.ts';
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

/**
 * The range address of a service that answers as https://haveibeenpwned.com/API/v3#PwnedPasswords says: 200 and lines of 35
 * hexadecimal characters and a count, whatever is asked. Rows with count 0 are padding and stay, so that the length of an
 * answer tells nobody on the way which one it is. Anything that is not such lines and nothing else is no answer. Nothing is
 * kept, and the log never names a prefix.
 */
export function createAskRange(options: {
  readonly egress: Egress;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly log: QuietLog;
}): AskRange {
  const { egress, baseUrl, clock, log } = options;
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  const pause = () => Math.max(0, Math.ceil((quietUntilMs - clock.nowMs()) / 1000));
  return async (prefix) => {
    if (pause() > 0) return fail({ code: 'must_wait', waitSeconds: pause() });
    const answer = await egress.send({
      url: `${baseUrl}/range/${prefix}`,
      headers: { 'add-padding': 'true', accept: 'text/plain', 'user-agent': 'Castellan' },
      maxBodyBytes: maxBytes,
      timeoutMs,
    });
    if (answer.ok && answer.value.status === 429) {
      const seconds = retryAfterSeconds(answer.value.headers['retry-after'], clock.nowMs()) ?? usualPauseSeconds;
      quietUntilMs = clock.nowMs() + Math.min(seconds, longestPauseSeconds) * 1000;
      log.warn('breach range: the service asks for a pause');
      return fail({ code: 'must_wait', waitSeconds: pause() });
    }
    const text = answer.ok && answer.value.status === 200 ? answer.value.body.toString('latin1') : '';
    if (range.test(text)) return succeed(text);
    const reason = !answer.ok ? answer.failure.code : answer.value.status === 200 ? 'not_understood' : `status ${answer.value.status}`;
    log.warn('breach range not had', { reason });
    return fail({ code: 'range_unavailable' });
  };
}
