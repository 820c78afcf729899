import { fail, type Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { wantsProof } from '../../session/wants-proof.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { VaultCore } from './store-core.ts';

/**
 * Asks the server, and where it wants a proof of the last minutes for that, the owner first: then once more. `fresh_proof_wanted`
 * where nobody can be asked, or none was given.
 */
export async function withProof<Value>(
  core: VaultCore,
  send: () => Promise<Result<Value, BackendFailure>>,
): Promise<Result<Value, BackendFailure | Extract<VaultFailure, { code: 'fresh_proof_wanted' }>>> {
  const { run } = core;
  const sent = await send();
  if (sent.ok || !wantsProof(sent.failure)) return sent;
  const isProven = (await core.askProof?.()) === true;
  if (!isProven || core.isOver(run)) return fail({ code: 'fresh_proof_wanted' });
  return send();
}
