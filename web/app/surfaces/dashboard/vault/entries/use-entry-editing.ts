import { useState } from 'react';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { EntryVersion } from '../../../../domains/vault/contract/vault-entry.ts';
import type { EntryDraft, VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { draftOf, emptyDraft } from '../../../../domains/vault/entries/entry-draft.ts';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { masterModeOf } from '../unlock/master-mode.ts';
import { type OpenState, useVault } from '../vault-context.ts';
import type { Conflict } from './conflict-dialog.tsx';
import type { FormOutcome, FormTarget } from './entry-form-dialog.tsx';
import type { EntryActions } from './use-entry-actions.ts';

export type EntryEditing = ReturnType<typeof useEntryEditing>;

/** The entry that is being made or changed: its form, and what another device did to it meanwhile. */
export function useEntryEditing(state: OpenState, { openForEdit }: EntryActions, onSaved: (id: string) => void) {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const [form, setForm] = useState<FormTarget | null>(null);
  const [conflict, setConflict] = useState<{ readonly id: string; readonly with: Conflict } | null>(null);
  /** What was typed over an entry that was deleted elsewhere. */
  const [gone, setGone] = useState<EntryDraft | null>(null);

  const saveOver = async (id: string | null, draft: EntryDraft, version: number | null): Promise<boolean> => {
    const saved = await actions.save(id, draft, version);
    if (!saved.ok) {
      if (saved.failure.code === 'conflict' && id !== null) {
        setConflict({ id, with: saved.failure });
        return true;
      }
      if (saved.failure.code === 'entry_gone') setGone(draft);
      else toast({ title: 'Failed to save password entry', description: commonFailureText(saved.failure), tone: 'alert' });
      return false;
    }
    toast({ title: id === null ? 'Entry Added' : 'Entry Updated' });
    onSaved(saved.value.id);
    return true;
  };

  return {
    form,
    conflict,
    gone,
    add: () => setForm(newTarget()),
    edit: async (item: VaultItem) => {
      const opened = await openForEdit(item);
      if (opened === undefined) return;
      setForm({ ...newTarget(), id: item.id, version: opened.version, start: draftOf(opened.details, opened.secrets) });
    },
    continueDraft: (id: string) => {
      const kept = actions.readDraft(id);
      if (kept === undefined) return;
      const { entryId, baseVersion, draft } = kept;
      setForm({ id: entryId, version: baseVersion, start: draft, typed: draft, draftId: id });
    },
    saveForm: async (draft: EntryDraft, target: FormTarget): Promise<boolean> => {
      if (state.tier === 'secrets') return saveOver(target.id, draft, target.version);
      if (target.id === null) actions.keepPending(draft);
      showDialog({ kind: 'master', mode: masterModeOf(state.kind), note: 'Master password not set' });
      // A change of an entry stays in its form until it can be saved.
      return target.id === null;
    },
    closeForm: (outcome: FormOutcome) => {
      // What a lock kept stays offered when it was only looked at.
      if (form !== null && (outcome !== 'left' || form.typed === undefined)) actions.dropDraft(form.draftId);
      if (outcome !== 'saved' && form !== null && form.id !== null) actions.endEdit(form.id);
      setForm(null);
    },
    /** Whether the version is the newest now, or what to do about another one is asked. */
    restoreVersion: async (item: VaultItem, version: EntryVersion): Promise<boolean> => {
      const opened = await openForEdit(item);
      if (opened === undefined) return false;
      const draft = draftOf({ ...version.details, favorite: opened.details.favorite }, version.secrets);
      return saveOver(item.id, draft, opened.version);
    },
    saveGoneAsNew: async () => {
      setGone(null);
      if (gone === null || !(await saveOver(null, gone, null))) return;
      if (form !== null) actions.dropDraft(form.draftId);
      setForm(null);
    },
    leaveGone: () => setGone(null),
    resolveConflict: async (draft: EntryDraft, { theirsVersion }: Conflict) => {
      setConflict(null);
      await saveOver(conflict?.id ?? null, draft, theirsVersion);
    },
    leaveConflict: () => {
      if (conflict !== null) actions.endEdit(conflict.id);
      setConflict(null);
    },
  };
}

/** A form for a new entry. */
function newTarget(): FormTarget {
  return { id: null, version: null, start: emptyDraft, typed: undefined, draftId: crypto.randomUUID() };
}
