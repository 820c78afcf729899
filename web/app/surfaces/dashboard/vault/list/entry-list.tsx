import { type KeyboardEvent, lazy, type Ref, Suspense, useCallback, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { kindFaces } from '../entries/kind-names.ts';
import type { EntryActions } from '../entries/use-entry-actions.ts';
import { EntryRow, type RowPress, rowHeight, rowId } from './entry-row.tsx';
import type { Marks } from './use-marks.ts';
import { scrollTopFor, windowOf } from './window-of.ts';

// Fetched with the first row that is pointed at: the list opens without it.
const RowTools = lazy(() => import('./row-tools.tsx'));

export type EntryListHandle = { readonly focus: () => void };

type EntryListProps = {
  readonly items: readonly VaultItem[];
  readonly selectedId: string | null;
  readonly marks: Marks;
  /** Whether several can be changed at once: with the master, and the backend there. */
  readonly canMark: boolean;
  readonly entryActions: EntryActions;
  readonly onSelect: (id: string) => void;
  /** A click on a row: whatever is clicked, and however often, shows no secret. */
  readonly onPick: (id: string) => void;
  /** Enter on a row. */
  readonly onOpen: (id: string) => void;
  readonly ref?: Ref<EntryListHandle>;
};

/**
 * The entries as a listbox that draws only the rows in view; the selected row is its active one. What is copied from a row stands beside
 * the listbox, over its row: an option may hold no button.
 */
export function EntryList({ items, selectedId, marks, canMark, entryActions, onSelect, onPick, onOpen, ref }: EntryListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const listbox = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const selectedIndex = items.findIndex(({ id }) => id === selectedId);
  useImperativeHandle(ref, () => ({ focus: () => listbox.current?.focus({ preventScroll: true }) }), []);
  useViewHeight(scroller, setView);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (list === null || selectedIndex < 0) return;
    list.scrollTop = scrollTopFor(selectedIndex, rowHeight, list.scrollTop, list.clientHeight);
  }, [selectedIndex]);
  const { first, end } = windowOf(items.length, rowHeight, view.top, view.height);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!actOnKey(event, { items, selectedId, marks, canMark, onSelect, onOpen })) return;
    event.preventDefault();
  };
  const press = usePress({ marks, canMark, selectedId, onPick });
  const isActiveDrawn = selectedIndex >= first && selectedIndex < end;
  const toolRows = marks.isOn ? [] : items.slice(first, end).filter(({ id }) => isTouched() || id === hoveredId || id === selectedId);
  return (
    <div
      ref={scroller}
      className="relative h-full overflow-y-auto overscroll-contain border-t border-hairline has-[[role=listbox]:focus-visible]:outline-2 has-[[role=listbox]:focus-visible]:outline-copper"
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onPointerLeave={() => setHoveredId(null)}
    >
      <div
        ref={listbox}
        role="listbox"
        aria-label="Entries"
        aria-multiselectable={marks.isOn || undefined}
        tabIndex={0}
        aria-activedescendant={isActiveDrawn ? rowId(selectedId ?? '') : undefined}
        className="relative outline-none"
        style={{ height: items.length * rowHeight }}
        onKeyDown={onKeyDown}
      >
        {items.slice(first, end).map((item, offset) => (
          <EntryRow
            key={item.id}
            item={item}
            position={first + offset}
            count={items.length}
            selected={item.id === selectedId}
            canMark={canMark}
            marked={marks.isOn ? marks.ids.has(item.id) : undefined}
            onPress={press}
            onHover={setHoveredId}
          />
        ))}
      </div>
      <Suspense>
        {toolRows.map((item) => (
          <RowTools
            key={item.id}
            item={item}
            top={items.indexOf(item) * rowHeight}
            height={rowHeight - 1}
            secretName={kindFaces[item.details.kind].secretName.toLowerCase()}
            isWhole={item.id === hoveredId || item.id === selectedId}
            entryActions={entryActions}
          />
        ))}
      </Suspense>
    </div>
  );
}

/** A finger hovers over nothing: there each row has its one tool. */
const isTouched = () => window.matchMedia('(hover: none)').matches;

/** What a press on a row does, as one function for all of them: a row that did not change is not drawn again. */
function usePress(now: Pick<EntryListProps, 'marks' | 'canMark' | 'selectedId' | 'onPick'>): (id: string, press: RowPress) => void {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useCallback((id, press) => {
    const { marks, canMark, selectedId, onPick } = latest.current;
    if (!canMark) onPick(id);
    else if (press === 'extend') marks.extendTo(id, selectedId);
    else if (press === 'mark' || marks.isOn) marks.toggle(id);
    else onPick(id);
  }, []);
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

type KeyTargets = Pick<EntryListProps, 'items' | 'selectedId' | 'marks' | 'canMark' | 'onSelect' | 'onOpen'>;

/** Does what a key means in the list; whether it meant anything. */
function actOnKey(event: KeyboardEvent, { items, selectedId, marks, canMark, onSelect, onOpen }: KeyTargets): boolean {
  const index = items.findIndex(({ id }) => id === selectedId);
  if (canMark && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
    marks.all();
    return true;
  }
  if (canMark && event.key === ' ' && selectedId !== null) {
    marks.toggle(selectedId);
    return true;
  }
  if (event.key === 'Enter' && selectedId !== null) {
    onOpen(selectedId);
    return true;
  }
  const target = items[indexAfterKey(event.key, index, items.length) ?? -1];
  if (target === undefined) return false;
  if (canMark && event.shiftKey) marks.extendTo(target.id, selectedId);
  onSelect(target.id);
  return true;
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
