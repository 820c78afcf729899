import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { VaultFailure } from './vault-failure.ts';

/** A failure of the backend in the vault's words. */
export function failureOfBackend(failure: BackendFailure): VaultFailure {
  if (failure.code === 'backend_unreachable') return { code: 'unreachable' };
  if (failure.code === 'rate_limited') return { code: 'too_many_attempts', retryAfterSeconds: failure.retryAfterSeconds };
  return { code: 'unexpected' };
}

/** Why an authenticator's code was not taken. */
export function failureOfCode(failure: BackendFailure): VaultFailure {
  if (failure.code !== 'refused') return failureOfBackend(failure);
  if (failure.reason === 'mfa_verification_failed') return { code: 'wrong_code' };
  return { code: failure.reason === 'mfa_code_already_used' ? 'code_already_used' : 'unexpected' };
}

/** Why a master or a recovery key did not open; a derivation that failed is never the owner's typing. */
export function failureOfOpening(code: string, presented: 'master' | 'recovery' | 'other'): VaultFailure {
  if (code === 'ended') return { code: 'locked' };
  if (code === 'slots_changed' || code === 'too_many_slots') return { code: 'ways_in_changed' };
  const isWrong = code === 'wrong_key' || code === 'recovery_key_malformed';
  if (isWrong && presented === 'master') return { code: 'wrong_master' };
  if (isWrong && presented === 'recovery') return { code: 'wrong_recovery_key' };
  return { code: 'unexpected' };
}

/** Why a job of an open vault was not done. */
export function failureOfJob(code: string): VaultFailure {
  if (code === 'tool_out_of_reach') return { code: 'unreachable' };
  return { code: code === 'ended' || code === 'locked' || code === 'not_open' ? 'locked' : 'unexpected' };
}
