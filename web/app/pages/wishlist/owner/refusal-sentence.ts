import type { BackendFailure } from '../../../lib/backend-failure.ts';

/** Why a change was not taken, in a sentence. */
export function refusalSentence(failure: BackendFailure): string {
  if (failure.code === 'unauthorized') return 'Your session is over. Sign in again.';
  if (failure.code === 'refused') return 'The database refused one of the values.';
  return 'The server did not answer. Please try again.';
}
