import { type FormEvent, useId, useState } from 'react';
import type { PasskeyFactor } from '../../../../domains/session/passkey-factor.ts';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { masterFailureText } from '../failure-text.ts';
import { useVault } from '../vault-context.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from './proof-fields.tsx';

type LetOpenDialogProps = {
  /** The passkey that signs in and opens nothing; `null` while nothing is asked. */
  readonly factor: PasskeyFactor | null;
  readonly ways: VaultWays;
  readonly onClose: () => void;
};

/** Lets a passkey that signs in open the vault as well: a proof, and one touch. */
export function LetOpenDialog({ factor, ways, onClose }: LetOpenDialogProps) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <FormDialog
      open={factor !== null}
      title="Let it open the vault"
      description={`The passkey “${factor?.name.slice(0, 80) ?? ''}” signs in already. It is asked for once, and opens everything from then on, if its authenticator knows the PRF extension.`}
      onClose={close}
      formId={formId}
      submit="Let it open"
      busy={busy}
    >
      {factor === null ? null : <LetOpenForm factor={factor} ways={ways} formId={formId} busy={busy} onBusy={setBusy} onDone={onClose} />}
    </FormDialog>
  );
}

type LetOpenFormProps = {
  readonly factor: PasskeyFactor;
  readonly ways: VaultWays;
  readonly formId: string;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onDone: () => void;
};

function LetOpenForm({ factor, ways, formId, busy, onBusy, onDone }: LetOpenFormProps) {
  const { actions } = useVault();
  const toast = useToast();
  const [proof, setProof] = useState<ProofForm>(noProof);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const given = proofOf(proof);
    if (given === undefined) return setError('Type it once more.');
    setError(undefined);
    onBusy(true);
    const opened = await actions.security.letPasskeyOpen(given, factor);
    onBusy(false);
    if (!opened.ok) return setError(masterFailureText(opened.failure));
    toast({ title: 'Passkey added', description: `“${factor.name}” opens the vault.` });
    onDone();
  };
  return (
    <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <ProofFields ways={ways} value={proof} error={error} onChange={setProof} />
    </form>
  );
}
