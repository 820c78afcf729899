import { lazy, Suspense } from 'react';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { EntryFormDialog } from './entry-form-dialog.tsx';
import type { EntryEditing } from './use-entry-editing.ts';

// Rarely met.
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'));

/** The form of the entry that is edited, and what is asked where another device changed or deleted it meanwhile. */
export function EditingDialogs({ editing, categories }: { readonly editing: EntryEditing; readonly categories: readonly string[] }) {
  const { form, conflict, gone } = editing;
  return (
    <>
      <EntryFormDialog target={form} categories={categories} onSave={editing.saveForm} onClose={editing.closeForm} />
      <AlertDialog
        open={gone !== null}
        title="It was deleted elsewhere"
        description="Another device deleted this entry while you were changing it. What you typed can be saved as a new entry; “Removed in the last 30 days” has the former one."
        closeLabel="Keep editing"
        confirm={{ label: 'Save as a new entry', onConfirm: () => void editing.saveGoneAsNew() }}
        onClose={editing.leaveGone}
      />
      {conflict === null ? null : (
        <Suspense>
          <ConflictDialog key={conflict.id} conflict={conflict.with} onSave={editing.resolveConflict} onClose={editing.leaveConflict} />
        </Suspense>
      )}
    </>
  );
}
