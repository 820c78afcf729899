import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Command } from '../../../../domains/commands/command.ts';
import { isSingleKey } from '../../../../domains/commands/single-keys.ts';
import { useCommands } from '../../../../domains/commands/use-commands.ts';
import type { EntrySecrets } from '../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import type { CheckedEntries } from '../../../../domains/vault/entries/entry-search.ts';
import { vaultKeys } from '../../../../domains/vault/vault-shortcuts.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { EntryDetail } from '../entries/entry-detail.tsx';
import type { EntryActions } from '../entries/use-entry-actions.ts';
import { masterModeOf } from '../unlock/master-mode.ts';
import { RosetteLock } from '../unlock/rosette-lock.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { EmptyList } from './empty-list.tsx';
import { type EntryFilter, EntryFilters, everything } from './entry-filters.tsx';
import { EntryList, type EntryListHandle } from './entry-list.tsx';
import { OrderLine } from './order-line.tsx';
import { useFoundEntries } from './use-found-entries.ts';
import { type Marks, useMarks } from './use-marks.ts';

// Fetched when the first entry is marked: the list opens without it.
const SelectionBar = lazy(() => import('./selection-bar.tsx'));

/** Secrets that are shown, of which entry in which version. */
export type Revealed = { readonly id: string; readonly version: number; readonly secrets: EntrySecrets };

type EntryPanesProps = {
  readonly state: OpenState;
  readonly filter: EntryFilter;
  readonly onFilter: (filter: EntryFilter) => void;
  /** What the last checks found, for `is:weak`, `is:reused` and `is:breached`. */
  readonly checked: Partial<CheckedEntries>;
  readonly categories: readonly string[];
  readonly entryActions: EntryActions;
  readonly selectedId: string | null;
  /** Changes with each save, after which the saved entry is shown. */
  readonly saved: number;
  /** Changes with each deletion, after which the entry in its place has the focus. */
  readonly deleted: number;
  readonly onSelect: (id: string | null) => void;
  readonly revealed: Revealed | null;
  readonly onReveal: (revealed: Revealed | null) => void;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onEdit: (item: VaultItem) => void;
  /** `nextId`: the entry that takes its place in the list. */
  readonly onDelete: (item: VaultItem, nextId: string | null) => void;
  readonly onHistory: (item: VaultItem) => void;
};

/** The list beside the chosen entry; on a narrow screen one in the place of the other. */
export function EntryPanes(props: EntryPanesProps) {
  const { state, filter, onFilter, entryActions, selectedId, onSelect, revealed, onReveal } = props;
  const { showDialog } = useVault();
  /** On a narrow screen: whether the entry stands in the place of the list. */
  const [entryShown, setEntryShown] = useState(selectedId !== null);
  const [savedSeen, setSavedSeen] = useState(props.saved);
  if (savedSeen !== props.saved) {
    setSavedSeen(props.saved);
    setEntryShown(true);
  }
  const [deletedSeen, setDeletedSeen] = useState(props.deleted);
  if (deletedSeen !== props.deleted) {
    setDeletedSeen(props.deleted);
    setEntryShown(false);
  }
  const found = useFoundEntries(state.items, filter, props.checked);
  const marks = useMarks(found);
  const canMark = state.tier === 'secrets' && !state.offline;
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<EntryListHandle>(null);
  const selected = state.items.find(({ id }) => id === selectedId);
  const isEmpty = state.items.length === 0;

  const reveal = async (item: VaultItem) => {
    const secrets = await entryActions.reveal(item);
    if (secrets !== undefined) onReveal({ id: item.id, version: item.version, secrets });
  };
  const pick = (id: string) => {
    onSelect(id);
    setEntryShown(true);
  };
  const open = (id: string) => {
    // Enter on the entry that is open already shows its password.
    if (id === selectedId && entryShown && selected !== undefined && revealed === null) return void reveal(selected);
    pick(id);
  };
  /** The list is there with the next paint. Who has gone on to the search by then stays there. */
  const focusList = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === search.current) return;
      if (list.current === null) search.current?.focus();
      else list.current.focus();
    });
  const back = () => {
    if (marks.isOn) return marks.end();
    if (revealed !== null) return onReveal(null);
    setEntryShown(false);
    if (!entryShown) onSelect(null);
    focusList();
  };
  const remove = (item: VaultItem) => {
    const at = found.findIndex(({ id }) => id === item.id);
    props.onDelete(item, (found[at + 1] ?? found[at - 1])?.id ?? null);
  };
  useFocusKept(marks.isOn, props.deleted, focusList);
  useShortcuts(props, { found, marks, search, open, back, remove });

  return (
    <div className={classNames('grid', !isEmpty && 'lg:grid-cols-[25rem_minmax(0,1fr)]')}>
      <div
        className={classNames(
          'flex min-w-0 flex-col pt-3',
          !isEmpty && 'lg:border-r lg:border-hairline lg:pr-4',
          entryShown && selected !== undefined && 'max-lg:hidden',
        )}
      >
        <EntryFilters
          filter={filter}
          categories={props.categories}
          searchRef={search}
          onChange={(part) => onFilter({ ...filter, ...part })}
          onLeave={() => {
            const first = found[0];
            if (first !== undefined && selectedId === null) onSelect(first.id);
            list.current?.focus();
          }}
        />
        {marks.isOn ? (
          <Suspense fallback={<div className="min-h-22" />}>
            <SelectionBar marks={marks} categories={props.categories} isTrash={filter.shelf === 'trash'} />
          </Suspense>
        ) : (
          <OrderLine
            found={found.length}
            order={filter.order}
            knowsWeak={props.checked.weak !== undefined}
            onMark={canMark ? marks.begin : undefined}
            onOrder={(order) => onFilter({ ...filter, order })}
          />
        )}
        {found.length === 0 ? (
          <EmptyList
            state={state}
            filter={filter}
            checked={props.checked}
            onAdd={props.onAdd}
            onImport={props.onImport}
            onReset={() => onFilter({ ...everything, order: filter.order })}
          />
        ) : (
          <div className="h-[max(20rem,calc(100svh-18rem))] max-md:h-[max(20rem,calc(100svh-21rem))]">
            <EntryList
              ref={list}
              items={found}
              selectedId={selectedId}
              marks={marks}
              canMark={canMark}
              entryActions={entryActions}
              onSelect={onSelect}
              onPick={pick}
              onOpen={open}
            />
          </div>
        )}
      </div>
      <div className={classNames('min-w-0 pt-3 lg:pl-8', isEmpty ? 'hidden' : (!entryShown || selected === undefined) && 'max-lg:hidden')}>
        {selected === undefined ? (
          <NoneChosen />
        ) : (
          <EntryDetail
            key={`${selected.id} ${selected.version}`}
            item={selected}
            entryActions={entryActions}
            isOpen={state.tier === 'secrets'}
            onUnlock={() => showDialog({ kind: 'master', mode: masterModeOf(state.kind) })}
            secrets={revealed?.secrets ?? null}
            canSave={!state.offline}
            onReveal={() => void reveal(selected)}
            onHide={() => onReveal(null)}
            onEdit={() => props.onEdit(selected)}
            onDelete={() => remove(selected)}
            onHistory={() => props.onHistory(selected)}
            onBack={() => {
              onReveal(null);
              setEntryShown(false);
            }}
          />
        )}
      </div>
    </div>
  );
}

function NoneChosen() {
  return (
    <div className="grid min-h-80 place-content-center justify-items-center gap-4 text-muted">
      <RosetteLock status="open" className="w-48 opacity-40 *:text-edge" />
      <p>Choose an entry to see it here.</p>
    </div>
  );
}

/** What began the marking, or ended it, goes with that, and so does the button that deleted an entry: the focus stays in the list. */
function useFocusKept(isMarking: boolean, deleted: number, focusList: () => void): void {
  const was = useRef(isMarking);
  const keep = useEffectEvent(focusList);
  useEffect(() => {
    if (was.current === isMarking) return;
    was.current = isMarking;
    // Of nothing, and of the title that a closing dialog left it to.
    if (document.activeElement?.matches('body, main h1') ?? true) keep();
  }, [isMarking]);
  const deletedBefore = useRef(deleted);
  useEffect(() => {
    if (deletedBefore.current === deleted) return;
    deletedBefore.current = deleted;
    keep();
  }, [deleted]);
}

type ShortcutTargets = {
  readonly found: readonly VaultItem[];
  readonly marks: Marks;
  readonly search: { readonly current: HTMLInputElement | null };
  readonly open: (id: string) => void;
  readonly back: () => void;
  readonly remove: (item: VaultItem) => void;
};

const keyLists = [vaultKeys];
const noCommands: readonly Command[] = [];

function useShortcuts(props: EntryPanesProps, { found, marks, search, open, back, remove }: ShortcutTargets): void {
  const { requestLock } = useVault();
  useCommands(noCommands, keyLists);
  const { state, entryActions, selectedId, onSelect, onAdd, onEdit } = props;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSingleKey(event)) return;
    const index = found.findIndex(({ id }) => id === selectedId);
    const item = state.items.find(({ id }) => id === selectedId);
    const step = (by: number) => onSelect(found[Math.min(found.length - 1, Math.max(0, index + by))]?.id ?? null);
    const withItem = (act: (present: VaultItem) => unknown) => (item === undefined ? undefined : () => void act(item));
    const isOnControl = event.target instanceof Element && event.target.closest('button, a, summary, [role="listbox"]') !== null;
    const actionsByKey: Readonly<Record<string, (() => unknown) | undefined>> = {
      '/': () => search.current?.focus(),
      j: () => step(1),
      k: () => step(-1),
      c: withItem(entryActions.copyPassword),
      u: withItem(entryActions.copyUsername),
      t: withItem(entryActions.copyCode),
      e: withItem(onEdit),
      x: state.offline || state.tier !== 'secrets' ? undefined : withItem(({ id }) => marks.toggle(id)),
      Delete: state.offline || marks.isOn ? undefined : withItem(remove),
      n: state.offline ? undefined : onAdd,
      L: requestLock,
      Escape: back,
      Enter: isOnControl ? undefined : withItem(({ id }) => open(id)),
    };
    const action = Object.hasOwn(actionsByKey, event.key) ? actionsByKey[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
