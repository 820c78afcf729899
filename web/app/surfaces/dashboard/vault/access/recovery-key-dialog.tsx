import { type FormEvent, useId, useState } from 'react';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { masterFailureText } from '../failure-text.ts';
import { useVault } from '../vault-context.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from './proof-fields.tsx';
import { KeepRecoveryKeyDialog } from './recovery-key-sheet.tsx';

/** Makes a new recovery key, which voids the old one, and shows it once. */
export function RecoveryKeyDialog({ ways }: { readonly ways: VaultWays | null }) {
  const { actions, dialog, showDialog } = useVault();
  const formId = useId();
  const [proof, setProof] = useState<ProofForm>(noProof);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const open = dialog?.kind === 'recovery-key' && ways !== null;
  const close = () => {
    if (busy) return;
    setMade(null);
    setProof(noProof);
    setError(undefined);
    showDialog(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = proofOf(proof);
    if (busy || given === undefined) return;
    setBusy(true);
    setError(undefined);
    const answer = await actions.security.makeRecoveryKey(given);
    setBusy(false);
    setProof(noProof);
    if (answer.ok) setMade(answer.value.recoveryKey);
    else setError(masterFailureText(answer.failure));
  };
  return (
    <>
      <FormDialog
        open={open && made === null}
        title="New recovery key"
        description="The present recovery key stops working as soon as the new one is made."
        onClose={close}
        formId={formId}
        submit="Make it"
        busy={busy}
      >
        <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
          {open ? <ProofFields ways={ways} value={proof} error={error} onChange={setProof} /> : null}
        </form>
      </FormDialog>
      <KeepRecoveryKeyDialog recoveryKey={open ? made : null} onKept={close} />
    </>
  );
}
