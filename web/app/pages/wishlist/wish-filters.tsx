import { type ReactNode, useId } from 'react';
import { categoriesOf, type WishOrder, type WishSelection, wishOrders } from '../../domains/wishes/select-wishes.ts';
import type { ListedWish } from '../../lib/listed-wish.ts';
import { priorityNames } from './priority-seal.tsx';

type WishFiltersProps = {
  readonly wishes: readonly ListedWish[];
  readonly selection: WishSelection;
  readonly onSelect: (selection: WishSelection) => void;
  /** How many wishes the selection leaves. */
  readonly shown: number;
  readonly canTellAvailable: boolean;
};

const orderNames: Readonly<Record<WishOrder, string>> = {
  dearest: 'Most wanted first',
  cheapest: 'Price, low to high',
  costliest: 'Price, high to low',
  title: 'Title',
};

/** What of the list is shown, and in which order. */
export function WishFilters({ wishes, selection, onSelect, shown, canTellAvailable }: WishFiltersProps) {
  return (
    <div className="wish-filters">
      <Choice
        label="Category"
        value={selection.category ?? ''}
        onChoose={(category) => onSelect({ ...selection, category: category === '' ? undefined : category })}
      >
        <option value="">All</option>
        {categoriesOf(wishes).map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Choice>
      <Choice
        label="Priority"
        value={String(selection.priority ?? '')}
        onChoose={(priority) => onSelect({ ...selection, priority: priority === '' ? undefined : Number(priority) })}
      >
        <option value="">Any</option>
        {Object.entries(priorityNames).map(([priority, name]) => (
          <option key={priority} value={priority}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Order"
        value={selection.order}
        onChoose={(chosen) => onSelect({ ...selection, order: wishOrders.find((order) => order === chosen) ?? 'dearest' })}
      >
        {wishOrders.map((order) => (
          <option key={order} value={order}>
            {orderNames[order]}
          </option>
        ))}
      </Choice>
      <label className="wish-available">
        <input
          type="checkbox"
          checked={selection.onlyAvailable}
          disabled={!canTellAvailable}
          onChange={(event) => onSelect({ ...selection, onlyAvailable: event.currentTarget.checked })}
        />
        Still free
      </label>
      <p role="status" className="wish-count">
        {shown === wishes.length ? `${shown} ${shown === 1 ? 'wish' : 'wishes'}` : `${shown} of ${wishes.length} wishes`}
      </p>
    </div>
  );
}

function Choice(choice: {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="wish-choice">
      <label htmlFor={id}>{choice.label}</label>
      <select id={id} className="field-select" value={choice.value} onChange={(event) => choice.onChoose(event.currentTarget.value)}>
        {choice.children}
      </select>
    </div>
  );
}
