import { useEffect, useMemo } from 'react';
import { openRecords } from '../records/open-records.ts';
import { type CollectionInHand, useCollection } from '../records/use-collection.ts';
import type { Bundle, BundledRecord, BundleKind } from './bundle-kind.ts';
import { type BundlesHand, createBundlesHand } from './bundles-hand.ts';
import { type BundlesView, readBundles } from './read-bundles.ts';

/** Bundled records in a component: what there is now, and how to change it. */
export type BundlesInHand<Kept extends BundledRecord> = BundlesHand<Kept> & {
  readonly view: BundlesView<Kept>;
  /** The bundles themselves: how they stand to the server and the vault, what conflicts, and Undo. */
  readonly bundles: CollectionInHand<Bundle>;
};

const trashDays = 30;

/** The records of a kind, live: shown at once, kept while offline, sent in order. `tool` is whose Undo takes edits back. */
export function useBundles<Kept extends BundledRecord>(kind: BundleKind<Kept>, tool: string): BundlesInHand<Kept> {
  const bundles = useCollection(kind.collection, tool);
  const hand = useMemo(() => {
    const feed = openRecords().open(kind.collection, tool);
    return createBundlesHand(kind, { read: () => feed.read().rows, edit: feed.edit });
  }, [kind, tool]);
  const { rows, status } = bundles.state;
  const view = useMemo(() => readBundles(kind, rows), [kind, rows]);
  useEffect(() => {
    if (status === 'ready') void emptyTrash(kind);
  }, [kind, status]);
  return useMemo(() => ({ ...hand, view, bundles }), [hand, view, bundles]);
}

/** Deletes permanently what has been in the trash for 30 days. Nobody's Undo brings it back. */
async function emptyTrash<Kept extends BundledRecord>(kind: BundleKind<Kept>): Promise<void> {
  const feed = openRecords().open(kind.collection, `${kind.collection.name} upkeep`);
  const before = new Date(Date.now() - trashDays * 86_400_000).toISOString();
  await createBundlesHand(kind, { read: () => feed.read().rows, edit: feed.edit }).edit((view) => ({
    drop: view.removed.filter(({ removed_at }) => removed_at !== null && removed_at < before).map(({ id }) => id),
  }));
}
