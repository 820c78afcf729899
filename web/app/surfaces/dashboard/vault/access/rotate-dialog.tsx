import { useState } from 'react';
import { masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { noProof, ProofFields, type ProofForm, proofOf } from '../../../../domains/vault/access/proof-fields.tsx';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { CheckField } from '../../../../ui/fields/check-field.tsx';
import { DialogForm, FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useVault } from '../vault-context.ts';
import { KeepPasskeyFields } from './keep-passkey-fields.tsx';
import { NewMasterFields, newMasterError, noNewMaster } from './new-master-fields.tsx';
import { KeepRecoveryKeyDialog } from './recovery-key-sheet.tsx';
import { type AskedPasskeys, useAskedPasskeys } from './use-asked-passkeys.tsx';
import { useWeakMaster, type WeakMaster } from './use-weak-master.tsx';

/** Rotates the vault key: asks first, then for a proof, then shows the fresh recovery key. */
export function RotateDialog({ ways }: { readonly ways: VaultWays | null }) {
  const { dialog, showDialog } = useVault();
  const [confirmed, setConfirmed] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const passkeys = useAskedPasskeys();
  const weak = useWeakMaster();
  const open = dialog?.kind === 'rotate' && ways !== null;
  const close = () => {
    setConfirmed(false);
    setMade(null);
    showDialog(null);
  };
  return (
    <>
      <AlertDialog
        open={open && !confirmed}
        title="Rotate the vault key?"
        description="Every entry is encrypted again with a new key. The recovery key, all devices and every passkey you do not keep in the next step stop unlocking the vault. You get a new recovery key now and enrol the others again. Do this if a master password or a recovery key may have leaked."
        confirm={{ label: 'Continue', onConfirm: () => setConfirmed(true) }}
        onClose={close}
      />
      <FormDialog
        open={open && confirmed && made === null}
        title="Rotate the vault key"
        description="The old key is kept, encrypted, until every entry has been verified under the new one. Reloading the page loses nothing."
        onClose={close}
        submit="Rotate"
        isAsking={weak.isAsking}
      >
        {open && confirmed ? <RotateForm ways={ways} passkeys={passkeys} weak={weak} onDone={setMade} /> : null}
      </FormDialog>
      {passkeys.question}
      {weak.question}
      <KeepRecoveryKeyDialog recoveryKey={open ? made : null} onKept={close} />
    </>
  );
}

type RotateFormProps = {
  readonly ways: VaultWays;
  readonly passkeys: AskedPasskeys;
  readonly weak: WeakMaster;
  readonly onDone: (recoveryKey: string) => void;
};

function RotateForm({ ways, passkeys, weak, onDone }: RotateFormProps) {
  const { actions } = useVault();
  const [proof, setProof] = useState<ProofForm>(noProof);
  const [another, setAnother] = useState(false);
  const [next, setNext] = useState(noNewMaster);
  const [kept, setKept] = useState<readonly string[]>([]);
  const [error, setError] = useState<{ readonly field: 'proof' | 'next'; readonly text: string }>();
  // Whoever proves it otherwise may not know the master: the rotated vault gets one that is known.
  const wantsNext = another || proof.way !== 'master';
  const submit = async () => {
    const given = proofOf(proof);
    const wrong = wantsNext ? newMasterError(next) : undefined;
    if (given === undefined) return setError({ field: 'proof', text: 'Enter your master password.' });
    if (wrong !== undefined) return setError({ field: 'next', text: wrong });
    setError(undefined);
    if (wantsNext && !(await weak.mayUse(next.master))) return;
    const master = wantsNext || given.kind !== 'master' ? next.master : given.master;
    const rotated = await actions.security.rotateKey(given, master, passkeys.keep(kept));
    passkeys.end();
    if (rotated.ok) onDone(rotated.value.recoveryKey);
    else if (rotated.failure.code !== 'stopped') setError({ field: 'proof', text: masterFailureText(rotated.failure) });
  };
  return (
    <DialogForm className="space-y-4" onSubmit={submit}>
      <ProofFields ways={ways} value={proof} error={error?.field === 'proof' ? error.text : undefined} onChange={setProof} />
      {proof.way === 'master' ? (
        <CheckField
          label="Choose another master password"
          hint="Do this if someone may know the current one."
          checked={another}
          onChecked={setAnother}
        />
      ) : null}
      {wantsNext ? <NewMasterFields value={next} error={error?.field === 'next' ? error.text : undefined} onChange={setNext} /> : null}
      <KeepPasskeyFields proof={proof} value={kept} onChange={setKept} />
      {passkeys.notice}
    </DialogForm>
  );
}
