import { liveCollection } from '../../../domains/records/live-collection.ts';
import { readBundles } from '../../../domains/sealed-bundles/read-bundles.ts';
import type { Day } from '../../../domains/tasks/day.ts';
import { vaultOpenness } from '../../../domains/vault/vault-openness.ts';
import type { Live } from '../../../lib/live.ts';
import { type HealthRecord, healthBundles } from '../health-records.ts';

const locked = { status: 'locked' } as const;

/**
 * What the owner's health comes to, live. While this tab has not opened the vault it is locked, and nothing of the vault's code is
 * fetched for it. `project` gives numbers and words of ours: what it answers outlives a lock for a moment.
 */
export function liveHealth<Value>(project: (records: readonly HealthRecord[], today: Day) => Value): Live<Value> {
  const live = liveCollection(healthBundles.collection, (rows, today) => project(readBundles(healthBundles, rows).records, today));
  return {
    read: () => (vaultOpenness.read() ? live.read() : locked),
    subscribe: (listener) => {
      let stop: (() => void) | undefined;
      const follow = () => {
        if (vaultOpenness.read()) stop ??= live.subscribe(listener);
      };
      follow();
      const stopListening = vaultOpenness.subscribe(() => {
        follow();
        listener();
      });
      return () => {
        stopListening();
        stop?.();
      };
    },
    refresh: async () => {
      if (vaultOpenness.read()) await live.refresh();
    },
  };
}
