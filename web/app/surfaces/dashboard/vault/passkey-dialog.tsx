import { type FormEvent, useId, useState } from 'react';
import type { VaultWays } from '../../../domains/vault/vault-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { masterFailureText } from './failure-text.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from './proof-fields.tsx';
import { useVault } from './vault-context.ts';

/** Adds a passkey that opens everything. */
export function PasskeyDialog({ ways }: { readonly ways: VaultWays | null }) {
  const { dialog, showDialog } = useVault();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const open = dialog?.kind === 'passkey' && ways !== null;
  const close = () => {
    if (!busy) showDialog(null);
  };
  return (
    <Dialog
      open={open}
      title="Add a passkey"
      description="A passkey of this device, a phone or a security key opens the vault without the master password. It must support the PRF extension."
      onClose={close}
      actions={
        <>
          <Button tone="ghost" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Add passkey
          </Button>
        </>
      }
    >
      {open ? <PasskeyForm ways={ways} formId={formId} busy={busy} onBusy={setBusy} onDone={() => showDialog(null)} /> : null}
    </Dialog>
  );
}

type PasskeyFormProps = {
  readonly ways: VaultWays;
  readonly formId: string;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onDone: () => void;
};

function PasskeyForm({ ways, formId, busy, onBusy, onDone }: PasskeyFormProps) {
  const { actions } = useVault();
  const toast = useToast();
  const [label, setLabel] = useState('');
  const [proof, setProof] = useState<ProofForm>(noProof);
  const [error, setError] = useState<{ readonly field: 'label' | 'proof'; readonly text: string }>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = proofOf(proof);
    if (busy) return;
    if (label.trim() === '') return setError({ field: 'label', text: 'Give it a name.' });
    if (given === undefined) return setError({ field: 'proof', text: 'Type it once more.' });
    setError(undefined);
    onBusy(true);
    const added = await actions.security.addPasskey(given, label.trim());
    onBusy(false);
    if (!added.ok) return setError({ field: 'proof', text: masterFailureText(added.failure) });
    toast({ title: 'Passkey added', description: `“${label.trim()}” opens the vault from now on.` });
    onDone();
  };
  return (
    <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name of the passkey"
        value={label}
        maxLength={60}
        autoFocus
        error={error?.field === 'label' ? error.text : undefined}
        hint="Such as “Laptop” or “Key on the ring”. The server can read it."
        onChange={(event) => setLabel(event.target.value)}
      />
      <ProofFields ways={ways} value={proof} error={error?.field === 'proof' ? error.text : undefined} onChange={setProof} />
    </form>
  );
}
