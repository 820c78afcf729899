import { useState } from 'react';
import type { PasskeyFactor } from '../../../../domains/session/passkey-factor.ts';
import { masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from '../../../../domains/vault/access/proof-fields.tsx';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { DialogForm, FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';

type LetOpenDialogProps = {
  /** The passkey that signs in and opens nothing; `null` while nothing is asked. */
  readonly factor: PasskeyFactor | null;
  readonly ways: VaultWays;
  readonly onClose: () => void;
};

/** Lets a passkey that signs in open the vault as well: a proof, and one touch. */
export function LetOpenDialog({ factor, ways, onClose }: LetOpenDialogProps) {
  return (
    <FormDialog
      open={factor !== null}
      title="Let it unlock the vault"
      description={`The passkey “${factor?.name.slice(0, 80) ?? ''}” signs in already. It is asked for once, and opens everything from then on, if its authenticator knows the PRF extension.`}
      onClose={onClose}
      submit="Let it open"
    >
      {factor === null ? null : <LetOpenForm factor={factor} ways={ways} onDone={onClose} />}
    </FormDialog>
  );
}

type LetOpenFormProps = {
  readonly factor: PasskeyFactor;
  readonly ways: VaultWays;
  readonly onDone: () => void;
};

function LetOpenForm({ factor, ways, onDone }: LetOpenFormProps) {
  const { actions } = useVault();
  const toast = useToast();
  const [proof, setProof] = useState<ProofForm>(noProof);
  const [error, setError] = useState<string>();
  const submit = async () => {
    const given = proofOf(proof);
    if (given === undefined) return setError('Enter your master password.');
    setError(undefined);
    const opened = await actions.security.letPasskeyOpen(given, factor);
    if (!opened.ok) return setError(masterFailureText(opened.failure));
    toast({ title: 'Passkey added', description: `“${factor.name}” opens the vault.` });
    onDone();
  };
  return (
    <DialogForm className="space-y-4" onSubmit={submit}>
      <ProofFields ways={ways} value={proof} error={error} onChange={setProof} />
    </DialogForm>
  );
}
