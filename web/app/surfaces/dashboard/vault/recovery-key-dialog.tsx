import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { masterFailureText } from './failure-text.ts';
import { RecoveryKeySheet } from './recovery-key-sheet.tsx';
import { SecretField } from './secret-field.tsx';
import { useVault } from './vault-context.ts';

/** Makes a new recovery key, which voids the old one, and shows it once. */
export function RecoveryKeyDialog({ open }: { readonly open: boolean }) {
  const { actions, showDialog } = useVault();
  const formId = useId();
  const [master, setMaster] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const close = () => {
    if (busy) return;
    setMade(null);
    setMaster('');
    setError(undefined);
    showDialog(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || master === '') return;
    setBusy(true);
    setError(undefined);
    const answer = await actions.makeRecoveryKey(master);
    setBusy(false);
    setMaster('');
    if (answer.ok) setMade(answer.value.recoveryKey);
    else setError(masterFailureText(answer.failure));
  };
  return (
    <>
      <Dialog
        open={open && made === null}
        title="New recovery key"
        description="The present recovery key stops working as soon as the new one is made."
        onClose={close}
        actions={
          <>
            <Button tone="ghost" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              Make it
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <SecretField
            label="Master password"
            value={master}
            error={error}
            autoComplete="current-password"
            autoFocus
            onChange={(event) => setMaster(event.target.value)}
          />
        </form>
      </Dialog>
      <Dialog
        role="alertdialog"
        open={open && made !== null}
        title="Your recovery key"
        onClose={() => undefined}
        actions={<Button onClick={close}>I have kept it</Button>}
      >
        {made === null ? null : <RecoveryKeySheet recoveryKey={made} />}
      </Dialog>
    </>
  );
}
