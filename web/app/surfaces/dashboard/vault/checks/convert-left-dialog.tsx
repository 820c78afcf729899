import { useState } from 'react';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import { DialogForm, FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';

type ConvertLeftDialogProps = { readonly open: boolean; readonly onClose: () => void };

/** Asks for another of the legacy product's masters, and converts the rows that it opens. */
export function ConvertLeftDialog({ open, onClose }: ConvertLeftDialogProps) {
  const { actions } = useVault();
  const toast = useToast();
  const [oldMaster, setOldMaster] = useState('');
  const [error, setError] = useState<string>();
  const close = () => {
    setOldMaster('');
    setError(undefined);
    onClose();
  };
  const submit = async () => {
    if (oldMaster === '') return;
    const done = await actions.convertLeft(oldMaster);
    if (!done.ok) return setError(commonFailureText(done.failure));
    const { converted, left } = done.value;
    if (converted === 0) return setError('It does not open any of these rows.');
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
      submit="Convert"
    >
      <DialogForm onSubmit={submit}>
        <SecretField label="Old master password" value={oldMaster} error={error} autoFocus onValue={setOldMaster} />
      </DialogForm>
    </FormDialog>
  );
}
