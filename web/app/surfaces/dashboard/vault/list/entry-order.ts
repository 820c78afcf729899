import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import type { CheckedEntries } from '../../../../domains/vault/entries/entry-search.ts';

/** The orders that the list can stand in. `title` is the search's own: with a query the best match first. */
export const entryOrders = ['title', 'used', 'changed', 'weakest'] as const;

export type EntryOrder = (typeof entryOrders)[number];

/** What an order goes by besides the entries. */
export type OrderKnowledge = {
  /** When entries were last used in this browser, by id, in milliseconds since 1970. */
  readonly usedAtMs: ReadonlyMap<string, number>;
  /** What the last checks found; absent parts were not checked. */
  readonly checked: Partial<CheckedEntries>;
};

/** The entries in an order; those that it cannot tell apart stay as they are. */
export function inOrder(found: readonly VaultItem[], order: EntryOrder, { usedAtMs, checked }: OrderKnowledge): readonly VaultItem[] {
  switch (order) {
    case 'title':
      return found;
    case 'used':
      return sortedBy(found, ({ id }) => -(usedAtMs.get(id) ?? 0));
    case 'changed':
      return sortedBy(found, ({ details }) => -(Date.parse(details.updatedAt) || 0));
    case 'weakest':
      return sortedBy(found, ({ id }) => weaknessRank(id, checked));
  }
}

/** What is known in a breach is found first, whatever it looks like; then what is easy to guess; then what gives away another. */
function weaknessRank(id: string, { breached, weak, reused }: Partial<CheckedEntries>): number {
  if (breached?.has(id) === true) return 0;
  if (weak?.has(id) === true) return 1;
  return reused?.has(id) === true ? 2 : 3;
}

/** Each rank is taken once, not at every comparison. */
function sortedBy(items: readonly VaultItem[], rank: (item: VaultItem) => number): readonly VaultItem[] {
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
