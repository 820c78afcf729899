import { useState } from 'react';
import { masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from '../../../../domains/vault/access/proof-fields.tsx';
import type { AddedPasskey } from '../../../../domains/vault/contract/vault-security.ts';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { DialogForm, FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';
import { useFreshProof } from './use-fresh-proof.tsx';

/** Adds a passkey: it signs in beside the password, and opens everything where its authenticator can. */
export function PasskeyDialog({ ways }: { readonly ways: VaultWays | null }) {
  const { dialog, showDialog } = useVault();
  const open = dialog?.kind === 'passkey' && ways !== null;
  const close = () => showDialog(null);
  return (
    <FormDialog
      open={open}
      title="Add a passkey"
      description="Use a passkey on this device, a phone or a security key instead of the code when you sign in. If it supports the PRF extension, it also unlocks the vault without the master password."
      onClose={close}
      submit="Add passkey"
    >
      {open ? <PasskeyForm ways={ways} onDone={close} /> : null}
    </FormDialog>
  );
}

function PasskeyForm({ ways, onDone }: { readonly ways: VaultWays; readonly onDone: () => void }) {
  const { actions } = useVault();
  const toast = useToast();
  const [label, setLabel] = useState('');
  const [proof, setProof] = useState<ProofForm>(noProof);
  const [error, setError] = useState<{ readonly field: 'label' | 'proof'; readonly text: string }>();
  const fresh = useFreshProof();
  const submit = async () => {
    const given = proofOf(proof);
    if (label.trim() === '') return setError({ field: 'label', text: 'Enter a name.' });
    if (given === undefined) return setError({ field: 'proof', text: 'Enter your master password.' });
    setError(undefined);
    const added = await fresh.run(
      () => actions.security.addPasskey(given, label.trim()),
      (result) => !result.ok && result.failure.code === 'fresh_proof_wanted',
    );
    if (added === undefined) return;
    if (!added.ok) {
      const field = added.failure.code === 'passkey_name_taken' ? 'label' : 'proof';
      return setError({ field, text: masterFailureText(added.failure) });
    }
    toast({ title: 'Passkey added', description: `“${label.trim()}” ${goodFor(added.value)}` });
    onDone();
  };
  return (
    <DialogForm className="space-y-4" onSubmit={submit}>
      <TextField
        label="Name of the passkey"
        value={label}
        maxLength={60}
        autoFocus
        error={error?.field === 'label' ? error.text : undefined}
        hint="Such as “Laptop” or “Keyring”. The server can read it, and your authenticator shows it."
        onValue={setLabel}
      />
      <ProofFields ways={ways} value={proof} error={error?.field === 'proof' ? error.text : undefined} onChange={setProof} />
      {fresh.field}
      {ways.authenticator ? null : (
        <p className="text-sm text-muted">
          You have no authenticator yet. With a passkey alone, losing it locks you out, so set up 2FA as well.
        </p>
      )}
    </DialogForm>
  );
}

/** What a passkey that was added does from now on, in a sentence. */
function goodFor({ signsIn, opens }: AddedPasskey): string {
  if (!signsIn) return 'opens the vault. It does not sign in: passkeys are turned off at this backend.';
  if (opens === 'yes') return 'unlocks the vault, and replaces the code when you sign in.';
  if (opens === 'cannot') return 'replaces the code when you sign in. It cannot unlock the vault: it does not support PRF.';
  return 'replaces the code when you sign in. The vault could not be saved: choose “Let it unlock the vault” next to it, under “Unlock methods”.';
}
