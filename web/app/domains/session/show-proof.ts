import { fail, type Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { verifyPasskey } from './passkey-factor.ts';
import { readSessionStatus } from './session-status.ts';
import { setupFailureText } from './setup-failure-text.ts';
import { verifyCode } from './sign-in.ts';

/** What an owner who is signed in shows once more: six digits of the authenticator, or any passkey of the account. */
export type Proof = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'passkey' };

/** `factor_missing`: the account has nothing of that kind to prove anything with. */
export type ProofFailure =
  | BackendFailure
  | { readonly code: 'passkey_refused' }
  | { readonly code: 'passkey_unsupported' }
  | { readonly code: 'factor_missing' };

/** Has the service take the proof; from then on the session's proof is fresh. For a passkey the browser asks. */
export async function showProof(proof: Proof): Promise<Result<undefined, ProofFailure>> {
  const status = await readSessionStatus();
  if (!status.ok) return status;
  if (status.value === undefined) return fail({ code: 'unauthorized' });
  const { factorId, passkeyId } = status.value;
  if (proof.kind === 'code') return factorId === undefined ? fail({ code: 'factor_missing' }) : verifyCode(factorId, proof.code);
  return passkeyId === undefined ? fail({ code: 'factor_missing' }) : verifyPasskey(passkeyId);
}

/** Why a proof was not taken, in a sentence. */
export function proofFailureText(failure: ProofFailure): string {
  switch (failure.code) {
    case 'passkey_refused':
      return 'The passkey prompt was cancelled.';
    case 'passkey_unsupported':
      return 'This browser cannot use a passkey here.';
    case 'factor_missing':
      return 'There is no authenticator and no passkey yet. Set one up in the vault first.';
    default:
      return setupFailureText(failure);
  }
}
