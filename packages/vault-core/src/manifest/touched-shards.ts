import type { OpenShard } from './open-vault.ts';

/** What a draft does to shards of one kind. `key`: under what a shard has the item. */
export type ShardEdits<Item> = {
  readonly present: ReadonlyMap<number, OpenShard<Item>>;
  /** Shards that are not what the head says: nothing is put into these but where all of them is said again. */
  readonly broken: ReadonlySet<number>;
  readonly replace: readonly number[];
  readonly reseal: readonly number[];
  readonly unlist: readonly { readonly part: number; readonly key: string }[];
  readonly list: readonly { readonly part: number; readonly key: string; readonly item: Item }[];
};

/** The shards that change with what they will list, or `undefined` where one of them is not verified. */
export function touchShards<Item>(edits: ShardEdits<Item>): Map<number, Map<string, Item>> | undefined {
  const touched = new Map<number, Map<string, Item>>();
  for (const part of edits.replace) touched.set(part, new Map());
  const shard = (part: number) => {
    const known = touched.get(part);
    if (known !== undefined) return known;
    if (edits.broken.has(part)) return undefined;
    const fresh = new Map(edits.present.get(part)?.items);
    touched.set(part, fresh);
    return fresh;
  };
  for (const part of edits.reseal) if (shard(part) === undefined) return undefined;
  for (const { part, key } of edits.unlist) {
    const items = shard(part);
    if (items === undefined) return undefined;
    items.delete(key);
  }
  for (const { part, key, item } of edits.list) {
    const items = shard(part);
    if (items === undefined) return undefined;
    items.set(key, item);
  }
  return touched;
}
