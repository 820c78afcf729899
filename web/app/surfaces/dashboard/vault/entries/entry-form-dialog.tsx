import { useEffect, useEffectEvent, useState } from 'react';
import type { EntryDraft } from '../../../../domains/vault/contract/vault-state.ts';
import { upgradedDraft } from '../../../../domains/vault/entries/upgraded-draft.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { DialogForm, FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useVault } from '../vault-context.ts';
import { EntryFields } from './entry-fields.tsx';
import { draftOfForm, type EntryFormErrors, type EntryFormState, formErrors, formOf, halfTypedOf, lacksMain } from './entry-form-state.ts';

/** What the form is for: a new entry (`id` null), or a change of one version of an entry that was read for it. */
export type FormTarget = {
  readonly id: string | null;
  readonly version: number | null;
  /** What the form starts from. */
  readonly start: EntryDraft;
  /** What was typed over it before a lock, and the name it was kept under. */
  readonly typed: EntryDraft | undefined;
  readonly draftId: string;
};

/** How a form ended; `left`: nothing was typed into it. */
export type FormOutcome = 'saved' | 'discarded' | 'left';

type EntryFormDialogProps = {
  readonly target: FormTarget | null;
  readonly categories: readonly string[];
  /** True once it is saved, held as pending, or has become a conflict that is shown elsewhere. */
  readonly onSave: (draft: EntryDraft, target: FormTarget) => Promise<boolean>;
  /** `left`: nothing was typed since it was opened. */
  readonly onClose: (outcome: FormOutcome) => void;
};

/** Adds or edits an entry. What was typed is not thrown away without a question. */
export default function EntryFormDialog({ target, categories, onSave, onClose }: EntryFormDialogProps) {
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = (outcome: FormOutcome) => {
    setDirty(false);
    setAsking(false);
    onClose(outcome);
  };
  return (
    <>
      <FormDialog
        open={target !== null}
        title={target === null || target.id === null ? 'Add Entry' : 'Edit Entry'}
        onClose={() => (dirty ? setAsking(true) : close('left'))}
        submit="Save"
        closesWhileBusy
      >
        {target === null ? null : (
          <FormBody
            key={target.draftId}
            target={target}
            categories={categories}
            onDirty={() => setDirty(true)}
            onSubmit={async (draft) => {
              if (await onSave(draft, target)) close('saved');
            }}
          />
        )}
      </FormDialog>
      <AlertDialog
        open={asking}
        title="Discard changes?"
        description="They are not saved."
        closeLabel="Keep editing"
        confirm={{ label: 'Discard', destroys: true, onConfirm: () => close('discarded') }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

type FormBodyProps = {
  readonly target: FormTarget;
  readonly categories: readonly string[];
  readonly onDirty: () => void;
  readonly onSubmit: (draft: EntryDraft) => Promise<void>;
};

function FormBody({ target, categories, onDirty, onSubmit }: FormBodyProps) {
  const start = upgradedDraft(target.start);
  const [form, setForm] = useState<EntryFormState>(() => formOf(target.typed ?? start, categories));
  useKeptByLock(target, form);
  const [errors, setErrors] = useState<EntryFormErrors>({});
  const change = (part: Partial<EntryFormState>) => {
    setForm((present) => ({ ...present, ...part }));
    onDirty();
  };
  const submit = async (element: HTMLFormElement) => {
    const found = formErrors(form, start.details.url, target.id !== null && lacksMain(formOf(start, categories)));
    setErrors(found);
    if (Object.keys(found).length === 0) return onSubmit(draftOfForm(form, start.details.url));
    // The first field that is wrong gets the focus once it is marked.
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <DialogForm className="space-y-4" onSubmit={submit}>
      <EntryFields form={form} errors={errors} categories={categories} onChange={change} />
    </DialogForm>
  );
}

/** A lock, whoever locks, seals what is typed; nothing is kept of a form that nobody has touched. */
function useKeptByLock({ id, version, start, typed, draftId }: FormTarget, form: EntryFormState): void {
  const { actions } = useVault();
  const [untouched] = useState(form);
  const read = useEffectEvent(() => {
    if (typed === undefined && form === untouched) return undefined;
    return { id: draftId, entryId: id, baseVersion: version, draft: halfTypedOf(form, start), finished: false };
  });
  useEffect(() => actions.watchForm(() => read()), [actions]);
}
