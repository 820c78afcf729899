import type { Result } from '@castellan/foundation/result';
import type { Commit } from './change.ts';
import { shardOf } from './manifest-shard.ts';

/** Characters that a change made of many entries has at most: a server reads no more than it can hold at once. */
export const maxChangeCharacters = 4 * 1_048_576;

/**
 * A change of as many of the items as fit, from the first on: half of them, and half again, where all would be too large. One
 * item is sent whatever its size. The rest is for the next change.
 */
export async function fitChange<Item, Failure extends { readonly code: string }>(
  items: readonly Item[],
  make: (some: readonly Item[]) => Promise<Result<Commit, Failure>>,
): Promise<Result<Commit, Failure>> {
  for (let count = items.length; ; count = Math.ceil(count / 2)) {
    const commit = await make(items.slice(0, count));
    if (!commit.ok || count <= 1 || JSON.stringify(commit.value.change).length <= maxChangeCharacters) return commit;
  }
}

/** Items with those of one shard together: a change of neighbours writes few shards, one of entries from everywhere writes all. */
export function byShard<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...items].sort((one, other) => shardOf(one.id) - shardOf(other.id));
}
