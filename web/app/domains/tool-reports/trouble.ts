import { unreachableText } from '../../lib/backend-failure.ts';

/** What did not work, in a sentence. */
export function troubleOf(failure: {
  readonly code: string;
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
}): string {
  if (failure.code === 'unauthorized') return 'Your session has ended. Sign in again.';
  if (failure.code === 'rate_limited') return `Too many runs. Try again in ${failure.retryAfterSeconds ?? 60} s.`;
  if (failure.code === 'backend_unreachable')
    return unreachableText({ code: failure.code, ...(failure.requestId === undefined ? {} : { requestId: failure.requestId }) });
  if (failure.reason === 'consent_missing') return 'Tick first that you may probe this target.';
  if (failure.reason === 'schedule_unknown') return 'The schedule no longer exists. Reload the page.';
  if (failure.reason === 'too_many_schedules') return 'There are 100 schedules already. Delete one first.';
  if (failure.reason === 'report_unknown') return 'The report no longer exists.';
  if (failure.reason === 'input_refused') return 'The server refused this target or option.';
  return 'That did not work.';
}
