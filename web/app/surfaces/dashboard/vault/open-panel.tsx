import { useMemo, useState } from 'react';
import type { EntryVersion } from '../../../domains/vault/contract/vault-entry.ts';
import type { EntryDraft, VaultItem } from '../../../domains/vault/contract/vault-state.ts';
import type { BreachReport, HealthReport } from '../../../domains/vault/contract/vault-tools.ts';
import { draftOf, emptyDraft } from '../../../domains/vault/entries/entry-draft.ts';
import type { CheckedEntries } from '../../../domains/vault/entries/entry-search.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { categoriesOf } from './entries/categories.ts';
import { type Conflict, ConflictDialog } from './entries/conflict-dialog.tsx';
import { EntryFormDialog, type FormTarget } from './entries/entry-form-dialog.tsx';
import { EntryPanes, type Revealed } from './entries/entry-panes.tsx';
import { HistoryDialog } from './entries/history-dialog.tsx';
import { useEntryActions } from './entries/use-entry-actions.ts';
import { commonFailureText } from './failure-text.ts';
import { OpenHeader } from './open-header.tsx';
import { type VaultToolName, VaultToolPanel } from './tools/vault-tool-panel.tsx';
import { masterModeOf } from './unlock/master-mode.ts';
import { useVaultAddress } from './use-vault-address.ts';
import { type OpenState, useVault } from './vault-context.ts';
import { VaultSheets } from './vault-sheets.tsx';

/** The open vault: list, entry, and what is done with it. */
export function OpenPanel({ state }: { readonly state: OpenState }) {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const entryActions = useEntryActions(state);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const [form, setForm] = useState<FormTarget | null>(null);
  const [deleting, setDeleting] = useState<VaultItem | null>(null);
  const [history, setHistory] = useState<VaultItem | null>(null);
  const [tool, setTool] = useState<VaultToolName | null>(null);
  const [health, setHealth] = useState<HealthReport | null>(null);
  const [breaches, setBreaches] = useState<BreachReport | null>(null);
  const [conflict, setConflict] = useState<{ readonly id: string; readonly with: Conflict } | null>(null);
  /** What was typed over an entry that was deleted elsewhere. */
  const [gone, setGone] = useState<EntryDraft | null>(null);
  const checked = useMemo(() => checkedEntriesOf(health, breaches), [health, breaches]);
  const categories = categoriesOf(state.items);
  const [addressed, setAddressed] = useState(0);
  useVaultAddress(state, {
    add: () => setForm(newTarget()),
    open: (id) => {
      setTool(null);
      setRevealed(null);
      setSelectedId(id);
      setAddressed(addressed + 1);
    },
  });
  const shown = revealed !== null && state.tier === 'secrets' && revealed.id === selectedId ? revealed : null;

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
    setRevealed(null);
    setSelectedId(saved.value.id);
    return true;
  };
  const saveForm = async (draft: EntryDraft, target: FormTarget): Promise<boolean> => {
    if (state.tier === 'secrets') return saveOver(target.id, draft, target.version);
    const note = 'Master password not set';
    if (target.id === null) actions.keepPending(draft);
    showDialog({ kind: 'master', mode: masterModeOf(state.kind), note });
    // A change of an entry stays in its form until it can be saved.
    return target.id === null;
  };
  const edit = async (item: VaultItem) => {
    const opened = await entryActions.openForEdit(item);
    if (opened === undefined) return;
    setForm({ ...newTarget(), id: item.id, version: opened.version, start: draftOf(opened.details, opened.secrets) });
  };
  const continueDraft = (id: string) => {
    const kept = actions.readDraft(id);
    if (kept === undefined) return;
    const { entryId, baseVersion, draft } = kept;
    setForm({ id: entryId, version: baseVersion, start: draft, typed: draft, draftId: id });
  };
  const restoreVersion = async (version: EntryVersion) => {
    if (history === null) return;
    const opened = await entryActions.openForEdit(history);
    if (opened === undefined) return;
    const draft = draftOf({ ...version.details, favorite: opened.details.favorite }, version.secrets);
    if (await saveOver(history.id, draft, opened.version)) setHistory(null);
  };

  return (
    <>
      <OpenHeader state={state} onAdd={() => setForm(newTarget())} onTool={setTool} onContinue={continueDraft} />
      {tool !== null && state.tier === 'secrets' ? (
        <VaultToolPanel
          name={tool}
          state={state}
          health={health}
          onHealth={setHealth}
          breaches={breaches}
          onBreaches={setBreaches}
          onOpen={(id) => {
            setRevealed(null);
            setSelectedId(id);
            setTool(null);
          }}
          onBack={() => setTool(null)}
        />
      ) : (
        <EntryPanes
          // An entry that the address named is shown whatever was searched for before.
          key={addressed}
          checked={checked}
          state={state}
          categories={categories}
          entryActions={entryActions}
          selectedId={selectedId}
          onSelect={(id) => {
            setSelectedId(id);
            if (id !== revealed?.id) setRevealed(null);
          }}
          revealed={shown}
          onReveal={setRevealed}
          onAdd={() => setForm(newTarget())}
          onEdit={(item) => void edit(item)}
          onDelete={(item) => {
            if (entryActions.mayChange()) setDeleting(item);
          }}
          onHistory={setHistory}
        />
      )}
      <EntryFormDialog
        target={form}
        categories={categories}
        onSave={saveForm}
        onClose={(outcome) => {
          // What a lock kept stays offered when it was only looked at.
          if (form !== null && (outcome !== 'left' || form.typed === undefined)) actions.dropDraft(form.draftId);
          if (outcome !== 'saved' && form !== null && form.id !== null) actions.endEdit(form.id);
          setForm(null);
        }}
      />
      <AlertDialog
        open={gone !== null}
        title="It was deleted elsewhere"
        description="Another device deleted this entry while you were changing it. What you typed can be saved as a new entry; “Removed in the last 30 days” has the former one."
        closeLabel="Keep editing"
        confirm={{
          label: 'Save as a new entry',
          onConfirm: () => {
            const draft = gone;
            setGone(null);
            if (draft === null) return;
            void saveOver(null, draft, null).then((isSaved) => {
              if (!isSaved) return;
              if (form !== null) actions.dropDraft(form.draftId);
              setForm(null);
            });
          },
        }}
        onClose={() => setGone(null)}
      />
      <DeleteDialog item={deleting} onClose={() => setDeleting(null)} onDeleted={() => setSelectedId(null)} />
      <HistoryDialog
        secrets={history === null ? null : (shown?.secrets ?? null)}
        onRestore={restoreVersion}
        onClose={() => setHistory(null)}
      />
      <ConflictDialog
        key={conflict?.id ?? 'none'}
        conflict={conflict?.with ?? null}
        onSave={async (draft, { theirsVersion }) => {
          const id = conflict?.id ?? null;
          setConflict(null);
          await saveOver(id, draft, theirsVersion);
        }}
        onClose={() => {
          if (conflict !== null) actions.endEdit(conflict.id);
          setConflict(null);
        }}
      />
      <VaultSheets state={state} onSecurity={() => setTool('security')} />
    </>
  );
}

/** A form for a new entry. */
function newTarget(): FormTarget {
  return { id: null, version: null, start: emptyDraft, typed: undefined, draftId: crypto.randomUUID() };
}

type DeleteDialogProps = { readonly item: VaultItem | null; readonly onClose: () => void; readonly onDeleted: () => void };

function DeleteDialog({ item, onClose, onDeleted }: DeleteDialogProps) {
  const { actions } = useVault();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const forEver = item !== null && item.details.trashedAt !== null;
  const title = item?.details.title ?? '';
  const remove = async (present: VaultItem) => {
    setBusy(true);
    const removed = await (forEver ? actions.removeForever(present.id) : actions.trash(present.id));
    setBusy(false);
    onClose();
    if (!removed.ok) {
      toast({ title: 'Failed to delete password entry', description: commonFailureText(removed.failure), tone: 'alert' });
      return;
    }
    toast({
      title: 'Entry Deleted',
      description: forEver ? 'Security can bring it back for 30 days.' : 'It stays in the trash for 30 days.',
    });
    onDeleted();
  };
  return (
    <AlertDialog
      open={item !== null}
      title={forEver ? `Delete “${title}” for ever?` : `Delete “${title}”?`}
      description={
        forEver
          ? 'It leaves the vault with its history. Security keeps it for 30 days, and can bring it back.'
          : 'It goes to the trash and can be restored for 30 days.'
      }
      confirm={{ label: 'Delete', destroys: true, busy, onConfirm: () => item !== null && void remove(item) }}
      onClose={onClose}
    />
  );
}

function checkedEntriesOf(health: HealthReport | null, breaches: BreachReport | null): Partial<CheckedEntries> {
  return {
    ...(health && { weak: new Set(health.problems.weak), reused: new Set(health.problems.reused) }),
    ...(breaches && { breached: new Set(breaches.found.map(({ id }) => id)) }),
  };
}
