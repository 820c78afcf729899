import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { readBundles } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import { type HealthRecord, healthBundles } from '../health-records.ts';

/** What health records come to on a day, live. `project` gives numbers and words of ours: what it answers outlives a lock for a moment. */
export function liveHealth<Value>(project: (records: readonly HealthRecord[], today: Day) => Value): Live<Value> {
  return liveCollection(healthBundles.collection, (rows, today) => project(readBundles(healthBundles, rows).records, today));
}
