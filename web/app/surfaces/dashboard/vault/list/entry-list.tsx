import { StarFillIcon } from '@castellan/icons/signs/star-fill';
import { WarningIcon } from '@castellan/icons/signs/warning';
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { scrollTopFor, windowOf } from './window-of.ts';

/** Pixels of a row: two lines, and a thumb. */
const rowHeight = 56;

export type EntryListHandle = { readonly focus: () => void };

type EntryListProps = {
  readonly items: readonly VaultItem[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  /** A click on a row: whatever is clicked, and however often, shows no secret. */
  readonly onPick: (id: string) => void;
  /** Enter on a row. */
  readonly onOpen: (id: string) => void;
  readonly ref?: Ref<EntryListHandle>;
};

/** The entries as a listbox that draws only the rows in view; the selected row is its active one. */
export function EntryList({ items, selectedId, onSelect, onPick, onOpen, ref }: EntryListProps) {
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const selectedIndex = items.findIndex(({ id }) => id === selectedId);
  useImperativeHandle(ref, () => ({ focus: () => element.current?.focus() }), []);
  useViewHeight(element, setView);
  useLayoutEffect(() => {
    const list = element.current;
    if (list === null || selectedIndex < 0) return;
    list.scrollTop = scrollTopFor(selectedIndex, rowHeight, list.scrollTop, list.clientHeight);
  }, [selectedIndex]);
  const { first, end } = windowOf(items.length, rowHeight, view.top, view.height);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, Math.max(selectedIndex, -1), items.length);
    const target = items[next ?? -1];
    if (event.key === 'Enter' && selectedId !== null) onOpen(selectedId);
    else if (target !== undefined) onSelect(target.id);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={element}
      role="listbox"
      aria-label="Entries"
      tabIndex={0}
      aria-activedescendant={selectedIndex < first || selectedIndex >= end ? undefined : optionId(selectedId ?? '')}
      className="relative h-full overflow-y-auto overscroll-contain rounded-card border border-hairline bg-surface"
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: items.length * rowHeight }}>
        {items.slice(first, end).map((item, offset) => (
          <EntryRow
            key={item.id}
            item={item}
            position={first + offset}
            count={items.length}
            selected={item.id === selectedId}
            onPick={onPick}
          />
        ))}
      </div>
    </div>
  );
}

function useViewHeight(
  element: { readonly current: HTMLDivElement | null },
  onChange: (change: (view: { top: number; height: number }) => { top: number; height: number }) => void,
): void {
  useLayoutEffect(() => {
    const list = element.current;
    if (list === null) return undefined;
    const observer = new ResizeObserver(() => onChange((view) => ({ ...view, height: list.clientHeight })));
    observer.observe(list);
    return () => observer.disconnect();
  }, [element, onChange]);
}

/** Where the arrows and their kin lead, or `undefined` for other keys. */
function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'PageDown':
      return Math.min(last, index + 8);
    case 'PageUp':
      return Math.max(0, index - 8);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function optionId(id: string): string {
  return `vault-entry-${id}`;
}

type EntryRowProps = {
  readonly item: VaultItem;
  readonly position: number;
  readonly count: number;
  readonly selected: boolean;
  readonly onPick: (id: string) => void;
};

function EntryRow({ item, position, count, selected, onPick }: EntryRowProps) {
  const { id, details, finding } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and names its active row.
    <div
      id={optionId(id)}
      role="option"
      aria-selected={selected}
      aria-posinset={position + 1}
      aria-setsize={count}
      className={classNames(
        'absolute inset-x-0 flex cursor-pointer items-center gap-3 border-b border-hairline px-3',
        selected ? 'bg-raised before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:bg-copper' : 'hover:bg-raised',
      )}
      style={{ top: position * rowHeight, height: rowHeight }}
      onClick={() => onPick(id)}
    >
      <EntryIcon item={item} />
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-snug text-ink">{details.title}</span>
        <span className="block truncate text-sm leading-snug text-muted">{details.username || hostOf(details.url)}</span>
      </span>
      {finding === null ? null : <Icon drawing={WarningIcon} label="Has a problem" className="text-amber" />}
      {details.favorite ? <Icon drawing={StarFillIcon} label="Favourite" className="text-copper" /> : null}
    </div>
  );
}

/** The host of an address, or the text itself where it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
