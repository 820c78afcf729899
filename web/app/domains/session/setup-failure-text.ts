import type { BackendFailure } from '../../lib/backend-failure.ts';

/** Why a code was not taken while an authenticator was set up or replaced. */
export function setupFailureText(failure: BackendFailure): string {
  if (failure.code === 'backend_unreachable') return 'The backend does not answer. Try again when it is back.';
  if (failure.code === 'rate_limited') return 'Too many attempts. Wait a few minutes.';
  if (failure.code === 'refused' && failure.reason === 'mfa_code_already_used') return 'This code has been used. Wait for the next one.';
  return 'The code is incorrect. Please try again.';
}
