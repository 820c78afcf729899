import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isSingleKey } from '../../../web/app/domains/commands/single-keys.ts';
import { type Entry, moneyText } from '../../../web/app/domains/money/money-records.ts';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { useWide } from '../../../web/app/ui/hooks/use-wide.ts';
import { categoryText, windowOf } from './ledger-rows.ts';
import { useWealth } from './wealth-context.tsx';
import './ledger-grid.css';

type LedgerGridProps = {
  readonly entries: readonly Entry[];
  /** Several accounts are shown: each row names its own, and no balance, which would be another account's in each row. */
  readonly ofMany: boolean;
  readonly onOpen: (entry: Entry) => void;
  readonly onToggleCleared: (entry: Entry) => void;
  readonly onRemove: (entry: Entry) => void;
};

const headHeight = 47;

/** The ledger's lines, of which only those in sight are drawn. One stop of Tab; arrows, Page, Home and End move, Enter opens. */
export function LedgerGrid({ entries, ofMany, onOpen, onToggleCleared, onRemove }: LedgerGridProps) {
  const isWide = useWide();
  const rowHeight = isWide ? 44 : 68;
  const scroller = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 600 });
  const [activeId, setActiveId] = useState<string>();
  const gridId = useId();
  const found = entries.findIndex(({ id }) => id === activeId);
  const active = found < 0 ? 0 : found;
  const { from, to } = windowOf(scroll.top, scroll.height, rowHeight, entries.length);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setScroll({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const onScroll = (element: HTMLElement) => setScroll({ top: element.scrollTop, height: element.clientHeight });
  const show = (index: number) => {
    const at = Math.max(0, Math.min(entries.length - 1, index));
    const element = scroller.current;
    const entry = entries[at];
    if (element === null || entry === undefined) return;
    setActiveId(entry.id);
    const top = at * rowHeight;
    // Above the rows the column heads stay.
    const head = isWide ? headHeight : 0;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight - head)
      element.scrollTop = top + rowHeight - element.clientHeight + head;
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[active];
    const page = Math.max(1, Math.floor(scroll.height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -entries.length,
      End: entries.length,
    };
    const step = steps[event.key];
    if (step !== undefined) show(active + step);
    else if (entry === undefined) return;
    else if (event.key === 'Enter') onOpen(entry);
    else if (event.key === 'Delete') onRemove(entry);
    else if (!isSingleKey(event.nativeEvent)) return;
    else if (event.key === 'j' || event.key === 'k') show(active + (event.key === 'j' ? 1 : -1));
    else if (event.key === 'c') onToggleCleared(entry);
    else if (event.key === 'x') onRemove(entry);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isDrawn = active >= from && active < to;
  return (
    <div ref={scroller} className="ledger-scroll" onScroll={(event) => onScroll(event.currentTarget)}>
      {/* Only the rows in sight are drawn, which a table's own roles would not survive: they are said again. */}
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows of this table are walked by keys.
        role="grid"
        aria-label="Ledger"
        aria-rowcount={entries.length + 1}
        aria-activedescendant={isDrawn && entries.length > 0 ? `${gridId}-${active}` : undefined}
        tabIndex={0}
        data-ledger
        data-of-many={ofMany || undefined}
        className="ledger"
        onKeyDown={onKeyDown}
      >
        <thead className="ledger-head text-sm text-muted">
          <tr className="ledger-row" aria-rowindex={1}>
            <th scope="col">Day</th>
            <th scope="col">Payee</th>
            <th scope="col">Category</th>
            <th scope="col" className="ledger-amount">
              Amount
            </th>
            {ofMany ? null : (
              <th scope="col" className="ledger-balance">
                Balance
              </th>
            )}
          </tr>
        </thead>
        <tbody style={{ paddingTop: from * rowHeight, paddingBottom: Math.max(0, entries.length - to) * rowHeight }}>
          {entries.slice(from, to).map((entry, index) => (
            <LedgerRow
              key={entry.id}
              id={`${gridId}-${from + index}`}
              entry={entry}
              index={from + index}
              height={rowHeight}
              isActive={from + index === active}
              ofMany={ofMany}
              onOpen={() => {
                setActiveId(entry.id);
                onOpen(entry);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const statusMarks = { open: '', cleared: '✓', reconciled: '✓✓' } as const;

type LedgerRowProps = {
  readonly id: string;
  readonly entry: Entry;
  readonly index: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly ofMany: boolean;
  readonly onOpen: () => void;
};

function LedgerRow({ id, entry, index, height, isActive, ofMany, onOpen }: LedgerRowProps) {
  const { book } = useWealth();
  const account = book.accountById.get(entry.account);
  const currency = account?.currency ?? '';
  const balance = book.balanceAfter.get(entry.id) ?? 0;
  const words = categoryText(entry);
  const said = ofMany ? [account?.name, words].filter((part) => part !== undefined && part !== '').join(' · ') : words;
  return (
    <tr id={id} aria-rowindex={index + 2} aria-selected={isActive} style={{ height }} className="ledger-row" onClick={onOpen}>
      <td className="font-mono text-sm text-muted">{entry.day}</td>
      <td className="truncate">
        {entry.payee || <span className="text-muted">No payee</span>}
        {entry.status === 'open' ? <span className="ml-2 text-sm text-amber">open</span> : null}
        <span className="ml-2 text-sm text-verdigris" aria-hidden="true">
          {statusMarks[entry.status]}
        </span>
        {entry.status === 'open' ? null : <span className="sr-only">{entry.status}</span>}
      </td>
      <td className={classNames('truncate text-sm', said === '' ? 'text-amber' : 'text-muted')}>{said || 'Unsorted'}</td>
      <td className={classNames('ledger-amount tabular-nums', entry.minor > 0 && 'text-verdigris')}>{moneyText(entry.minor, currency)}</td>
      {ofMany ? null : <td className={classNames('ledger-balance', balance < 0 && 'text-carmine')}>{moneyText(balance, currency)}</td>}
    </tr>
  );
}
