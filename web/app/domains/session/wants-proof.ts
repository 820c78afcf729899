import type { BackendFailure } from '../../lib/backend-failure.ts';

/** Whether the database refused only for want of a proof that is younger than five minutes, or than the vault's last lock. */
export function wantsProof(failure: BackendFailure): boolean {
  if (failure.code !== 'refused' || failure.reason !== 'PT403') return false;
  return failure.details.some((detail) => detail === 'verification_too_old' || detail === 'verification_before_lock');
}
