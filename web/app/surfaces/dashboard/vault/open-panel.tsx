import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import type { VaultItem } from '../../../domains/vault/contract/vault-state.ts';
import type { BreachReport, HealthReport } from '../../../domains/vault/contract/vault-tools.ts';
import type { CheckedEntries } from '../../../domains/vault/entries/entry-search.ts';
import { urgentEntries } from './checks/urgent-entries.ts';
import { categoriesOf } from './entries/categories.ts';
import { EditingDialogs } from './entries/editing-dialogs.tsx';
import { useEntryActions } from './entries/use-entry-actions.ts';
import { useEntryEditing } from './entries/use-entry-editing.ts';
import { type EntryFilter, everything } from './list/entry-filters.tsx';
import { EntryPanes } from './list/entry-panes.tsx';
import { OpenHead, OpenNotices } from './open-header.tsx';
import { VaultBar } from './tools/vault-bar.tsx';
import { VaultToolPanel } from './tools/vault-tool-panel.tsx';
import { masterModeOf } from './unlock/master-mode.ts';
import { useShownPart } from './use-shown-part.ts';
import { useVaultAddress } from './use-vault-address.ts';
import { type OpenState, useVault } from './vault-context.ts';
import { VaultSheets } from './vault-sheets.tsx';

// Rarely looked at.
const HistoryDialog = lazy(() => import('./entries/history-dialog.tsx'));
const DeleteDialog = lazy(() => import('./entries/delete-dialog.tsx'));

/** The entry that is asked about, and the one that takes its place in the list. */
type Deletion = { readonly item: VaultItem; readonly nextId: string | null };

/** The open vault: list, entry, and what is done with it. */
export function OpenPanel({ state }: { readonly state: OpenState }) {
  const entryActions = useEntryActions(state);
  const [shown, go] = useShownPart();
  const editing = useEntryEditing(state, entryActions, (id) => go({ to: 'saved entry', id }));
  const { showDialog } = useVault();
  const [filter, setFilter] = useState<EntryFilter>(everything);
  const { checked, ...reports } = useCheckReports();
  // Once opened they stay: closing gives the focus back.
  const [deleting, setDeleting] = useState<Deletion | null>();
  const [history, setHistory] = useState<VaultItem | null>();
  const categories = categoriesOf(state.items);
  useVaultAddress(state, {
    add: editing.add,
    open: (id) => {
      // An entry that the address named is shown whatever was searched for before.
      setFilter(everything);
      go({ to: 'entry from elsewhere', id, isAddressed: true });
    },
  });
  const { tool, selectedId } = shown;
  const revealed = state.tier === 'secrets' && shown.revealed?.id === selectedId ? shown.revealed : null;
  const hasTools = state.tier === 'secrets' && state.kind === 'present';
  const chosenTool = state.tier === 'secrets' ? tool : null;
  // The bar answers with the next paint; what takes the list's place follows.
  const shownTool = useDeferredValue(chosenTool);

  return (
    <>
      <OpenHead state={state} onAdd={editing.add} />
      <VaultBar
        items={state.items}
        shelf={filter.shelf}
        tool={chosenTool}
        problems={reports.health === null ? null : urgentEntries(reports.health).size}
        hasTools={hasTools}
        canWrite={!state.offline}
        onShelf={(shelf) => {
          setFilter({ ...filter, shelf });
          go({ to: 'tool', tool: null });
        }}
        onTool={(name) => go({ to: 'tool', tool: name })}
      />
      <OpenNotices state={state} onSecurity={() => go({ to: 'tool', tool: 'security' })} onContinue={editing.continueDraft} />
      {shownTool !== null && state.tier === 'secrets' ? (
        <VaultToolPanel
          name={shownTool}
          state={state}
          entryActions={entryActions}
          {...reports}
          onOpen={(id) => go({ to: 'entry from elsewhere', id })}
          onBack={() => go({ to: 'tool', tool: null })}
        />
      ) : (
        <EntryPanes
          key={shown.addressed}
          filter={filter}
          onFilter={setFilter}
          checked={checked}
          state={state}
          categories={categories}
          entryActions={entryActions}
          selectedId={selectedId}
          saved={shown.saved}
          deleted={shown.deleted}
          onSelect={(id) => go({ to: 'entry', id })}
          revealed={revealed}
          onReveal={(next) => go({ to: 'secrets', revealed: next })}
          onAdd={editing.add}
          onImport={() => {
            if (hasTools) go({ to: 'tool', tool: 'import' });
            else showDialog({ kind: 'master', mode: masterModeOf(state.kind), note: 'What is imported is encrypted with it.' });
          }}
          onEdit={(item) => void editing.edit(item)}
          onDelete={(item, nextId) => {
            if (entryActions.mayChange()) setDeleting({ item, nextId });
          }}
          onHistory={setHistory}
        />
      )}
      <EditingDialogs editing={editing} saves={shown.saved} categories={categories} />
      {deleting === undefined ? null : (
        <Suspense>
          <DeleteDialog
            item={deleting?.item ?? null}
            onClose={() => setDeleting(null)}
            onDeleted={() => go({ to: 'next entry', id: deleting?.nextId ?? null })}
          />
        </Suspense>
      )}
      {history === undefined ? null : (
        <Suspense>
          <HistoryDialog
            secrets={history === null ? null : (revealed?.secrets ?? null)}
            onRestore={async (version) => {
              if (history !== null && (await editing.restoreVersion(history, version))) setHistory(null);
            }}
            onClose={() => setHistory(null)}
          />
        </Suspense>
      )}
      <VaultSheets state={state} onSecurity={() => go({ to: 'tool', tool: 'security' })} />
    </>
  );
}

/** What the last checks found, for as long as the vault is open. */
function useCheckReports() {
  const [health, onHealth] = useState<HealthReport | null>(null);
  const [breaches, onBreaches] = useState<BreachReport | null>(null);
  const checked = useMemo(() => checkedEntriesOf(health, breaches), [health, breaches]);
  return { checked, health, onHealth, breaches, onBreaches };
}

function checkedEntriesOf(health: HealthReport | null, breaches: BreachReport | null): Partial<CheckedEntries> {
  return {
    ...(health && { weak: new Set(health.problems.weak), reused: new Set(health.problems.reused) }),
    ...(breaches && { breached: new Set(breaches.found.map(({ id }) => id)) }),
  };
}
