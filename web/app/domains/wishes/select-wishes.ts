import type { ListedWish } from '../../lib/listed-wish.ts';

/** The orders in which the list can stand. */
export const wishOrders = ['dearest', 'cheapest', 'costliest', 'title'] as const;
export type WishOrder = (typeof wishOrders)[number];

/** What of the list is shown. */
export type WishSelection = {
  readonly category: string | undefined;
  readonly priority: number | undefined;
  /** Only what can still be promised, or was promised from here. */
  readonly onlyAvailable: boolean;
  readonly order: WishOrder;
};

/** The whole list as it comes. */
export const everyWish: WishSelection = { category: undefined, priority: undefined, onlyAvailable: false, order: 'dearest' };

/** The wishes that a selection leaves, in its order; wishes without a price come last by price. */
export function selectWishes(
  wishes: readonly ListedWish[],
  selection: WishSelection,
  isAvailable: (wish: ListedWish) => boolean,
): readonly ListedWish[] {
  const left = wishes.filter(
    (wish) =>
      (selection.category === undefined || wish.category === selection.category) &&
      (selection.priority === undefined || wish.priority === selection.priority) &&
      (!selection.onlyAvailable || isAvailable(wish)),
  );
  switch (selection.order) {
    case 'dearest':
      return left;
    case 'title':
      return left.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
    case 'cheapest':
      return left.toSorted((one, other) => byPrice(one, other, 1));
    case 'costliest':
      return left.toSorted((one, other) => byPrice(one, other, -1));
  }
}

/** Amounts are compared as they stand: nobody here knows exchange rates. */
function byPrice(one: ListedWish, other: ListedWish, direction: 1 | -1): number {
  if (one.priceMinor === null || other.priceMinor === null) return Number(one.priceMinor === null) - Number(other.priceMinor === null);
  return direction * (one.priceMinor - other.priceMinor);
}

/** The list’s categories, each once, in alphabetical order. */
export function categoriesOf(wishes: readonly ListedWish[]): readonly string[] {
  return [...new Set(wishes.map(({ category }) => category))].toSorted((one, other) => one.localeCompare(other, 'en'));
}
