import { type BackendFailure, unreachableText } from '../../lib/backend-failure.ts';

/** Why the backend did not do it, as a sentence. */
export function failureText(failure: BackendFailure): string {
  switch (failure.code) {
    case 'backend_unreachable':
      return unreachableText(failure);
    case 'unauthorized':
      return 'The session has ended. Sign in again.';
    case 'rate_limited':
      return `Too many requests. Wait ${failure.retryAfterSeconds} s.`;
    case 'refused':
      return failure.reason === 'kept_by_project'
        ? 'The hosted project behind this site keeps it: see its dashboard.'
        : `The server refused it (${failure.reason}).`;
    case 'answer_unreadable':
      return 'The server sent an unexpected answer.';
  }
}
