import { QuietButton } from '../../../../ui/button.tsx';
import { type EntryOrder, entryOrders } from './entry-order.ts';

const names: Readonly<Record<EntryOrder, string>> = {
  title: 'Title',
  used: 'Last used here',
  changed: 'Last changed',
  weakest: 'Weakest first',
};

type OrderLineProps = {
  readonly found: number;
  readonly order: EntryOrder;
  /** Whether a check has said what is weak. */
  readonly knowsWeak: boolean;
  /** Absent where nothing can be done with several: without the master, or away from the backend. */
  readonly onMark: (() => void) | undefined;
  readonly onOrder: (order: EntryOrder) => void;
};

/** How many entries are left, which is announced, in which order, and the way to mark some. */
export function OrderLine({ found, order, knowsWeak, onMark, onOrder }: OrderLineProps) {
  const offered = entryOrders.filter((each) => each !== 'weakest' || knowsWeak || order === each);
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm text-muted">
      {onMark === undefined || found === 0 ? null : (
        <QuietButton className="-ml-2 text-sm" onClick={onMark}>
          Select
        </QuietButton>
      )}
      <p role="status" className="tabular-nums">
        {`${found.toLocaleString('en')} found`}
      </p>
      <label className="ml-auto flex items-center gap-2">
        Sort
        <select
          value={order}
          className="min-h-11 rounded-control bg-transparent text-ink"
          onChange={(event) => {
            const chosen = entryOrders.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) onOrder(chosen);
          }}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
