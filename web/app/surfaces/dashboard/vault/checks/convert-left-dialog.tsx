import { type FormEvent, useId, useState } from 'react';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { SecretField } from '../access/secret-field.tsx';
import { commonFailureText } from '../failure-text.ts';
import { useVault } from '../vault-context.ts';

type ConvertLeftDialogProps = { readonly open: boolean; readonly onClose: () => void };

/** Asks for another of the legacy product's masters, and converts the rows that it opens. */
export function ConvertLeftDialog({ open, onClose }: ConvertLeftDialogProps) {
  const { actions } = useVault();
  const toast = useToast();
  const formId = useId();
  const [oldMaster, setOldMaster] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = () => {
    if (busy) return;
    setOldMaster('');
    setError(undefined);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || oldMaster === '') return;
    setBusy(true);
    const done = await actions.convertLeft(oldMaster);
    setBusy(false);
    if (!done.ok) return setError(commonFailureText(done.failure));
    const { converted, left } = done.value;
    if (converted === 0) return setError('It opens none of these rows.');
    setOldMaster('');
    setError(undefined);
    const rest = left.length === 0 ? 'None is left.' : `${left.length} stay as they are.`;
    toast({ title: converted === 1 ? '1 row converted' : `${converted} rows converted`, description: rest });
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title="Convert with another old master"
      description={
        <p>Rows that were sealed under another master password of the older product are written again under this vault’s key.</p>
      }
      onClose={close}
      formId={formId}
      submit="Convert"
      busy={busy}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <SecretField
          label="Old master password"
          value={oldMaster}
          error={error}
          autoFocus
          onChange={(event) => setOldMaster(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
