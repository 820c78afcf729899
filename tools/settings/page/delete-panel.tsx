import { useState } from 'react';
import { useOwnerFacts } from '../../../web/app/domains/owner/owner-facts.ts';
import { type DeletedAll, type DeleteFailure, deleteEverything } from '../../../web/app/domains/passport/delete-everything.ts';
import { proofFailureText } from '../../../web/app/domains/session/show-proof.ts';
import { useProof } from '../../../web/app/domains/session/use-proof.tsx';
import { failureText } from '../../../web/app/domains/settings/failure-text.ts';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { DialogForm, FormDialog } from '../../../web/app/ui/forms/form-dialog.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useBell } from './bell-provider.tsx';
import { formatRows } from './format-amount.ts';
import { useServer } from './server-provider.tsx';

/** Deletes everything, by the owner's typed name and a code or passkey of now. */
export function DeletePanel() {
  const [open, setOpen] = useState(false);
  const [deleted, setDeleted] = useState<DeletedAll>();
  const { kept } = useServer();
  const bell = useBell();
  const onDeleted = (all: DeletedAll) => {
    setOpen(false);
    setDeleted(all);
    void Promise.all([kept.again(), bell.again()]);
  };
  const total = Object.values(deleted?.rows ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <button type="button" className="setting-act setting-destroy" onClick={() => setOpen(true)}>
        Delete everything
      </button>
      <p role="status" className="mt-3">
        {deleted === undefined ? null : (
          <StatusMark kind="success">{`Deleted: ${formatRows(total)} and the vault’s keys. The log has one more entry.`}</StatusMark>
        )}
        {deleted?.filesLeft === true ? (
          <StatusMark kind="warning">
            The storage did not answer: sealed parts of large files are still there, and nothing opens them. Delete everything again to
            remove them.
          </StatusMark>
        ) : null}
      </p>
      <DeleteDialog open={open} onClose={() => setOpen(false)} onDeleted={onDeleted} />
    </>
  );
}

type DeleteDialogProps = { readonly open: boolean; readonly onClose: () => void; readonly onDeleted: (all: DeletedAll) => void };

function DeleteDialog({ open, onClose, onDeleted }: DeleteDialogProps) {
  return (
    <FormDialog
      open={open}
      title="Delete everything?"
      description="Tasks, notes, wishes with what was promised of them, notifications, preferences, the music connection and the vault are gone permanently. Notes in an export were sealed by this vault: once it is gone, nothing opens them. Your account, its sessions and the log stay."
      onClose={onClose}
      submit="Delete everything"
      tone="danger"
    >
      {open ? <DeleteForm onDeleted={onDeleted} /> : null}
    </FormDialog>
  );
}

function DeleteForm({ onDeleted }: Pick<DeleteDialogProps, 'onDeleted'>) {
  const owner = useOwnerFacts();
  const [name, setName] = useState('');
  const [wrongName, setWrongName] = useState<string>();
  const proof = useProof({ label: 'Authenticator code', isWanted: true });
  const submit = async () => {
    const isName = name.trim() === owner.name;
    setWrongName(isName ? undefined : `Type ${owner.name}, letter for letter.`);
    const given = proof.take();
    if (!isName || given === undefined) return;
    const done = await deleteEverything(given);
    if (done.ok) return onDeleted(done.value);
    proof.refuse(failureOf(done.failure));
  };
  return (
    <DialogForm className="space-y-4" onSubmit={submit}>
      <TextField
        label={`Your name: ${owner.name}`}
        value={name}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        error={wrongName}
        onValue={setName}
      />
      {proof.field}
    </DialogForm>
  );
}

function failureOf(failure: DeleteFailure): string {
  if (failure.code === 'factor_missing' || failure.code === 'passkey_refused' || failure.code === 'passkey_unsupported')
    return proofFailureText(failure);
  if (failure.code === 'refused') {
    if (failure.reason === 'mfa_code_already_used') return 'This code has been used. Wait for the next one.';
    if (failure.reason === 'mfa_verification_failed') return 'The authentication code is incorrect';
    if (failure.reason === 'PT403') return 'The proof is older than five minutes. Give another one.';
  }
  return `Nothing was deleted. ${failureText(failure)}`;
}
