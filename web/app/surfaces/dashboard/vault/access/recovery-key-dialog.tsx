import { useState } from 'react';
import { masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from '../../../../domains/vault/access/proof-fields.tsx';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { DialogForm, FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useVault } from '../vault-context.ts';
import { KeepRecoveryKeyDialog } from './recovery-key-sheet.tsx';

/** Makes a new recovery key, which voids the old one, and shows it once. */
export function RecoveryKeyDialog({ ways }: { readonly ways: VaultWays | null }) {
  const { actions, dialog, showDialog } = useVault();
  const [proof, setProof] = useState<ProofForm>(noProof);
  const [error, setError] = useState<string>();
  const [made, setMade] = useState<string | null>(null);
  const open = dialog?.kind === 'recovery-key' && ways !== null;
  const close = () => {
    setMade(null);
    setProof(noProof);
    setError(undefined);
    showDialog(null);
  };
  const submit = async () => {
    const given = proofOf(proof);
    if (given === undefined) return;
    setError(undefined);
    const answer = await actions.security.makeRecoveryKey(given);
    setProof(noProof);
    if (answer.ok) setMade(answer.value.recoveryKey);
    else setError(masterFailureText(answer.failure));
  };
  return (
    <>
      <FormDialog
        open={open && made === null}
        title="New recovery key"
        description="The current recovery key stops working as soon as the new one is made."
        onClose={close}
        submit="Make it"
      >
        <DialogForm className="space-y-4" onSubmit={submit}>
          {open ? <ProofFields ways={ways} value={proof} error={error} onChange={setProof} /> : null}
        </DialogForm>
      </FormDialog>
      <KeepRecoveryKeyDialog recoveryKey={open ? made : null} onKept={close} />
    </>
  );
}
