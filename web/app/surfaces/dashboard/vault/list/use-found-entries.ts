import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { type CheckedEntries, createEntrySearch } from '../../../../domains/vault/entries/entry-search.ts';
import { readUses, storedUses } from '../../../../domains/vault/entries/entry-uses.ts';
import { browserTimer } from '../../../../lib/clock.ts';
import type { EntryFilter } from './entry-filters.tsx';
import { inOrder } from './entry-order.ts';

/** The entries that a filter leaves, in its order; trashed ones stand on their own shelf only. */
export function useFoundEntries(items: readonly VaultItem[], filter: EntryFilter, checked: Partial<CheckedEntries>): readonly VaultItem[] {
  const deferred = useDeferredValue(filter);
  const search = useMemo(() => createEntrySearch(items, browserTimer.nowMs(), checked), [items, checked]);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const usedAtMs = useSyncExternalStore(storedUses.subscribe, readUses, readUses);
  return useMemo(() => {
    const { query, category, shelf, order } = deferred;
    const asked = shelf === 'trash' ? `${query} is:trash` : query;
    const found = search.find(asked, category).flatMap((id) => byId.get(id) ?? []);
    const shelved = shelf === 'favourites' ? found.filter(({ details }) => details.favorite) : found;
    return inOrder(shelved, order, { usedAtMs, checked });
  }, [search, byId, deferred, usedAtMs, checked]);
}
