import { type FormEvent, useId, useState } from 'react';
import { draftOf, emptyDraft } from '../../../domains/vault/entry-draft.ts';
import type { EntryDraft, EntryForEdit } from '../../../domains/vault/vault-state.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryFields } from './entry-fields.tsx';
import { draftOfForm, type EntryFormErrors, type EntryFormState, formErrors, formOf } from './entry-form-state.ts';

/** What the form is for: a new entry, or a change of one that was read for it. */
export type FormTarget = (EntryForEdit & { readonly id: string }) | 'new';

type EntryFormDialogProps = {
  readonly target: FormTarget | null;
  readonly categories: readonly string[];
  /** True once it is saved, held as pending, or has become a conflict that is shown elsewhere. */
  readonly onSave: (draft: EntryDraft, target: FormTarget) => Promise<boolean>;
  readonly onClose: (saved: boolean) => void;
};

/** Adds or edits an entry. What was typed is not thrown away without a question. */
export function EntryFormDialog({ target, categories, onSave, onClose }: EntryFormDialogProps) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = (saved: boolean) => {
    setDirty(false);
    setAsking(false);
    onClose(saved);
  };
  return (
    <>
      <Dialog
        open={target !== null}
        title={target === null || target === 'new' ? 'Add Entry' : 'Edit Entry'}
        onClose={() => (dirty ? setAsking(true) : close(false))}
        actions={
          <>
            <Button tone="ghost" onClick={() => (dirty ? setAsking(true) : close(false))}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              Save
            </Button>
          </>
        }
      >
        {target === null ? null : (
          <FormBody
            key={target === 'new' ? 'new' : target.id}
            formId={formId}
            target={target}
            categories={categories}
            onDirty={() => setDirty(true)}
            onSubmit={async (draft) => {
              if (busy) return;
              setBusy(true);
              const saved = await onSave(draft, target);
              setBusy(false);
              if (saved) close(true);
            }}
          />
        )}
      </Dialog>
      <AlertDialog
        open={asking}
        title="Discard what was typed?"
        description="It was not saved."
        closeLabel="Keep editing"
        confirm={{ label: 'Discard', destroys: true, onConfirm: () => close(false) }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

type FormBodyProps = {
  readonly formId: string;
  readonly target: FormTarget;
  readonly categories: readonly string[];
  readonly onDirty: () => void;
  readonly onSubmit: (draft: EntryDraft) => Promise<void>;
};

function FormBody({ formId, target, categories, onDirty, onSubmit }: FormBodyProps) {
  const start = target === 'new' ? emptyDraft : draftOf(target.details, target.secrets);
  const [form, setForm] = useState<EntryFormState>(() => formOf(start, categories));
  const [errors, setErrors] = useState<EntryFormErrors>({});
  const change = (part: Partial<EntryFormState>) => {
    setForm((present) => ({ ...present, ...part }));
    onDirty();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = formErrors(form, start.details.url);
    setErrors(found);
    if (Object.keys(found).length === 0) return void onSubmit(draftOfForm(form));
    // The first field that is wrong gets the focus once it is marked.
    const element = event.currentTarget;
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form id={formId} noValidate className="space-y-4" onSubmit={submit}>
      <EntryFields form={form} errors={errors} categories={categories} onChange={change} />
    </form>
  );
}
