import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Command } from '../../../../domains/commands/command.ts';
import { isSingleKey } from '../../../../domains/commands/single-keys.ts';
import { useCommands } from '../../../../domains/commands/use-commands.ts';
import type { EntrySecrets } from '../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import type { CheckedEntries } from '../../../../domains/vault/entries/entry-search.ts';
import { vaultKeys } from '../../../../domains/vault/vault-shortcuts.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { RosetteLock } from '../unlock/rosette-lock.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { EntryDetail } from './entry-detail.tsx';
import { type EntryFilter, EntryFilters, everything } from './entry-filters.tsx';
import { EntryList, type EntryListHandle } from './entry-list.tsx';
import type { EntryActions } from './use-entry-actions.ts';
import { useFoundEntries } from './use-found-entries.ts';

/** Secrets that are shown, of which entry in which version. */
export type Revealed = { readonly id: string; readonly version: number; readonly secrets: EntrySecrets };

type EntryPanesProps = {
  readonly state: OpenState;
  /** What the last checks found, for `is:weak`, `is:reused` and `is:breached`. */
  readonly checked: Partial<CheckedEntries>;
  readonly categories: readonly string[];
  readonly entryActions: EntryActions;
  readonly selectedId: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly revealed: Revealed | null;
  readonly onReveal: (revealed: Revealed | null) => void;
  readonly onAdd: () => void;
  readonly onEdit: (item: VaultItem) => void;
  readonly onDelete: (item: VaultItem) => void;
  readonly onHistory: (item: VaultItem) => void;
};

/** The list beside the chosen entry; on a narrow screen one in the place of the other. */
export function EntryPanes(props: EntryPanesProps) {
  const { state, categories, entryActions, selectedId, onSelect, revealed, onReveal, onEdit, onDelete, onHistory } = props;
  const [filter, setFilter] = useState<EntryFilter>(everything);
  /** On a narrow screen: whether the entry stands in the place of the list. */
  const [entryShown, setEntryShown] = useState(selectedId !== null);
  const found = useFoundEntries(state.items, filter, props.checked);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<EntryListHandle>(null);
  const selected = state.items.find(({ id }) => id === selectedId);

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
  const back = () => {
    if (revealed !== null) return onReveal(null);
    setEntryShown(false);
    if (!entryShown) onSelect(null);
    // The list is there with the next paint. Who has gone on to the search by then stays there.
    requestAnimationFrame(() => {
      if (document.activeElement !== search.current) list.current?.focus();
    });
  };
  useShortcuts(props, { found, search, open, back });

  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
      <div className={classNames('flex min-w-0 flex-col gap-3', entryShown && selected !== undefined && 'max-lg:hidden')}>
        <EntryFilters
          filter={filter}
          categories={categories}
          found={found.length}
          searchRef={search}
          onChange={(part) => setFilter({ ...filter, ...part })}
          onLeave={() => {
            const first = found[0];
            if (first !== undefined && selectedId === null) onSelect(first.id);
            list.current?.focus();
          }}
        />
        {found.length === 0 ? (
          <EmptyList
            state={state}
            filter={filter}
            missingCheck={missingCheckOf(filter.query, props.checked)}
            onAdd={props.onAdd}
            onReset={() => setFilter(everything)}
          />
        ) : (
          <div className="h-[max(20rem,calc(100svh-26rem))]">
            <EntryList ref={list} items={found} selectedId={selectedId} onSelect={onSelect} onPick={pick} onOpen={open} />
          </div>
        )}
      </div>
      <div className={classNames('min-w-0', (!entryShown || selected === undefined) && 'max-lg:hidden')}>
        {selected === undefined ? (
          <div className="grid h-full min-h-80 place-items-center rounded-card border border-hairline">
            <RosetteLock status="open" className="w-[min(20rem,60%)] opacity-60" />
          </div>
        ) : (
          <EntryDetail
            key={`${selected.id} ${selected.version}`}
            item={selected}
            entryActions={entryActions}
            secrets={revealed?.secrets ?? null}
            canSave={!state.offline}
            onReveal={() => void reveal(selected)}
            onHide={() => onReveal(null)}
            onEdit={() => onEdit(selected)}
            onDelete={() => onDelete(selected)}
            onHistory={() => onHistory(selected)}
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

type ShortcutTargets = {
  readonly found: readonly VaultItem[];
  readonly search: { readonly current: HTMLInputElement | null };
  readonly open: (id: string) => void;
  readonly back: () => void;
};

const keyLists = [vaultKeys];
const noCommands: readonly Command[] = [];

function useShortcuts(props: EntryPanesProps, { found, search, open, back }: ShortcutTargets): void {
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

type EmptyListProps = {
  readonly state: OpenState;
  readonly filter: EntryFilter;
  /** What to do first, where the query asks for what only a check that was not made knows. */
  readonly missingCheck: string | undefined;
  readonly onAdd: () => void;
  readonly onReset: () => void;
};

function missingCheckOf(query: string, checked: Partial<CheckedEntries>): string | undefined {
  if (checked.weak === undefined && /(?:^|\s)-?is:(?:weak|reused)\b/i.test(query))
    return 'Run the health check first: it finds what is weak or reused.';
  if (checked.breached === undefined && /(?:^|\s)-?is:breached\b/i.test(query))
    return 'Check against known breaches first: Health has the button.';
  return undefined;
}

function EmptyList({ state, filter, missingCheck, onAdd, onReset }: EmptyListProps) {
  const isUnfiltered = filter.query === '' && filter.category === undefined && filter.shelf === 'all';
  const closed = state.tier === 'none' && state.kind !== 'none';
  return (
    <div className="grid min-h-40 place-items-center rounded-card border border-hairline p-6 text-center text-muted">
      <div>
        <p>{closed ? 'The entries are encrypted.' : isUnfiltered ? 'No entries yet.' : (missingCheck ?? 'No entries match.')}</p>
        {isUnfiltered ? (
          closed || state.offline ? null : (
            <QuietButton onClick={onAdd}>Add the first one</QuietButton>
          )
        ) : (
          <QuietButton onClick={onReset}>Show everything</QuietButton>
        )}
      </div>
    </div>
  );
}
