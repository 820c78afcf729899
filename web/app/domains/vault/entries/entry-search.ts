import {
  createSearchIndex,
  type SearchAnswer,
  type SearchContext,
  type SearchItem,
  searchEntries,
} from '@castellan/vault-core/search/search-index';

export { searchStates } from '@castellan/vault-core/search/search-query';

/** Searches the entries it was made from; a narrower query after a wider one looks only at what that found. */
export type EntrySearch = {
  /** Ids, best first. `category`: exactly that one, `undefined` for all. */
  readonly find: (query: string, category: string | undefined) => readonly string[];
};

const nothing: ReadonlySet<string> = new Set();
/** What the last checks found, by entries' ids. */
export type CheckedEntries = Pick<SearchContext, 'weak' | 'reused' | 'breached'>;

const unchecked: CheckedEntries = { weak: nothing, reused: nothing, breached: nothing };

/** Prepares a search over entries: once after unlocking and after each change (spec §5: title, user name and address, whatever the case). */
export function createEntrySearch(items: readonly SearchItem[], nowMs: number, checked: Partial<CheckedEntries> = {}): EntrySearch {
  const index = createSearchIndex(items);
  const contexts = new Map<string | undefined, SearchContext>();
  let latest: SearchAnswer | undefined;
  return {
    find: (query, category) => {
      const context = contexts.get(category) ?? { ...unchecked, ...checked, category, nowMs };
      contexts.set(category, context);
      latest = searchEntries(index, query, context, latest);
      return latest.ids;
    },
  };
}
