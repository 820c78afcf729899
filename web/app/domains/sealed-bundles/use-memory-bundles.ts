import { useEffect, useMemo, useState } from 'react';
import type { BundledRecord, BundleKind } from './bundle-kind.ts';
import { createBundlesHand, createMemorySource } from './bundles-hand.ts';
import { readBundles } from './read-bundles.ts';

/** Bundles that live as long as the component, to be read and written as sealed ones are: what a sample is made of. `begin` gives the first records. */
export function useMemoryBundles<Row extends BundledRecord>(kind: BundleKind<Row>, begin: () => readonly Row[]) {
  const [changes, setChanges] = useState(0);
  const { source, hand } = useMemo(() => {
    const made = createMemorySource(() => setChanges((count) => count + 1));
    return { source: made, hand: createBundlesHand<Row>(kind, made) };
  }, [kind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, when they are first looked at.
  useEffect(() => {
    if (source.read().length === 0) void hand.put(...begin());
  }, [source, hand]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source says when it changed.
  const view = useMemo(() => readBundles(kind, source.read()), [kind, source, changes]);
  return { hand: useMemo(() => ({ ...hand, view }), [hand, view]), undo: async () => source.undo() };
}
