import { useEffect, useMemo, useState } from 'react';
import { createBundlesHand, createMemorySource } from '../../domains/sealed-bundles/bundles-hand.ts';
import { readBundles } from '../../domains/sealed-bundles/read-bundles.ts';
import type { Day } from '../../domains/tasks/day.ts';
import { type HealthRecord, healthBundles } from './health-records.ts';
import { sampleHealth } from './sample-health.ts';

/** Made-up health that lives as long as the page, to be read and written as the owner's own is. */
export function useSample(today: Day) {
  const [changes, setChanges] = useState(0);
  const { source, hand } = useMemo(() => {
    const made = createMemorySource(() => setChanges((count) => count + 1));
    return { source: made, hand: createBundlesHand<HealthRecord>(healthBundles, made) };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, for the day on which it is first looked at.
  useEffect(() => {
    if (source.read().length === 0) void hand.put(...sampleHealth(today));
  }, [source, hand]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source says when it changed.
  const view = useMemo(() => readBundles(healthBundles, source.read()), [source, changes]);
  return { hand: useMemo(() => ({ ...hand, view }), [hand, view]), undo: async () => source.undo() };
}
