import { type BackendFailure, unreachableText } from '../../lib/backend-failure.ts';

/** Why a code was not taken while an authenticator was set up or replaced. */
export function setupFailureText(failure: BackendFailure): string {
  if (failure.code === 'backend_unreachable') return `${unreachableText(failure)} Try again in a moment.`;
  if (failure.code === 'rate_limited') return 'Too many attempts. Wait a few minutes.';
  if (failure.code === 'refused' && failure.reason === 'mfa_code_already_used') return 'This code has been used. Wait for the next one.';
  return 'The code is incorrect. Please try again.';
}

/** Why the current password was not taken as a proof. */
export function passwordFailureText(failure: BackendFailure): string {
  if (failure.code === 'backend_unreachable') return unreachableText(failure);
  if (failure.code === 'rate_limited') return `Too many attempts. Wait ${failure.retryAfterSeconds} s.`;
  return 'This is not your current password.';
}
