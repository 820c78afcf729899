import { type ProofForm, proofOf } from '../access/proof-fields.tsx';
import type { ExportProof } from '../contract/vault-tools.ts';

/** What was typed as the proof of an export: the master or a passkey. A recovery key is for a vault that nothing else opens. */
export function exportProofOf(form: ProofForm): ExportProof | undefined {
  const proof = proofOf(form);
  return proof === undefined || proof.kind === 'recovery' ? undefined : proof;
}
