import type { Result } from '@castellan/foundation/result';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import type { SaveAnswer } from '../../../../web/app/domains/site-content/site-content.ts';
import type { BackendFailure } from '../../../../web/app/lib/backend-failure.ts';

type Answer = Result<SaveAnswer, BackendFailure>;

/** Whether a save was refused for want of a fresh proof alone. */
export function isUnproven(answer: Answer): boolean {
  return !answer.ok && answer.failure.code === 'refused' && answer.failure.reason === 'verification_too_old';
}

/** Why a file was not taken or removed, as the end of a sentence; `name` is what the file is called there. */
export function problemOf(answer: Answer, name: string): string {
  if (!answer.ok) return failureText(answer.failure);
  const { value } = answer;
  if (value.outcome === 'invalid') return `${name} ${value.faults[0]?.problem ?? 'cannot be used'}.`;
  if (value.outcome === 'not_writable') return `the server may not write there (${value.reason}).`;
  return value.outcome === 'changed' ? 'it was changed elsewhere. Try again.' : 'another server writes there. Try again.';
}
