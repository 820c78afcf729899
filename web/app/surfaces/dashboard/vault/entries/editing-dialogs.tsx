import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import type { EntryEditing } from './use-entry-editing.ts';

// Fetched when the first entry is added or edited: the list opens without it.
const EntryFormDialog = lazy(() => import('./entry-form-dialog.tsx'));
// Rarely met.
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'));

type EditingDialogsProps = {
  readonly editing: EntryEditing;
  /** How many saves there were. */
  readonly saves: number;
  readonly categories: readonly string[];
};

/** The form of the entry that is edited, and what is asked where another device changed or deleted it meanwhile. */
export function EditingDialogs({ editing, saves, categories }: EditingDialogsProps) {
  const { form, conflict, gone } = editing;
  useFocusOnSaved(editing, saves);
  // Once opened it stays: closing gives the focus back.
  const [isWanted, setWanted] = useState(form !== null);
  if (form !== null && !isWanted) setWanted(true);
  return (
    <>
      {isWanted ? (
        <Suspense>
          <EntryFormDialog target={form} categories={categories} onSave={editing.saveForm} onClose={editing.closeForm} />
        </Suspense>
      ) : null}
      <AlertDialog
        open={gone !== null}
        title="It was deleted elsewhere"
        description="Another device deleted this entry while you were changing it. You can save what you typed as a new entry; the deleted one is under “Removed in the last 30 days”."
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

/** The saved entry has the focus once its form is gone: the button that opened the form may be gone, too. */
function useFocusOnSaved({ form, conflict }: EntryEditing, saves: number): void {
  const seen = useRef(saves);
  const isClosed = form === null && conflict === null;
  useEffect(() => {
    if (!isClosed || seen.current === saves) return;
    seen.current = saves;
    // After the dialog, which gives the focus back to where it was opened.
    document.getElementById('vault-entry-title')?.focus();
  }, [isClosed, saves]);
}
