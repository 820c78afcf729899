import type { BackendFailure } from '../../../lib/backend-failure.ts';

/** Why a change was not taken, in a sentence. */
export function refusalSentence(failure: BackendFailure): string {
  if (failure.code === 'unauthorized') return 'Your session is over. Sign in again.';
  if (failure.code === 'rate_limited') return `Too many at once. Try again in ${failure.retryAfterSeconds} seconds.`;
  if (failure.code === 'refused' && failure.reason === 'page_unreadable') return 'That page could not be read. Fill in the rest by hand.';
  if (failure.code === 'refused') return 'The database refused one of the values.';
  return 'The server did not answer. Please try again.';
}
