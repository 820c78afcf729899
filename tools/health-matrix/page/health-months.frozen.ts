import type { FrozenRows } from '../../../web/app/domains/records/testing/frozen-rows.ts';
import { bundledBy } from '../../../web/app/domains/sealed-bundles/testing/frozen-bundles.ts';
import { healthMonthsCollection } from './health-months.collection.ts';
import { healthBundles } from './health-records.ts';

const here = { removed_at: null, batch: null };

export const frozen: FrozenRows = {
  collection: healthMonthsCollection,
  read: bundledBy(healthBundles),
  rows: [
    {
      sealed:
        '{"month":"2026-11","r:c1":"{\\"id\\":\\"c1\\",\\"removed_at\\":null,\\"batch\\":null,\\"kind\\":\\"checkin\\",\\"day\\":\\"2026-11-20\\",\\"mood\\":4,\\"energy\\":3,\\"pain\\":null,\\"note\\":\\"Slept well.\\"}","r:d1":"{\\"id\\":\\"d1\\",\\"kind\\":\\"day\\",\\"day\\":\\"2026-11-20\\",\\"source\\":\\"apple\\",\\"values\\":{\\"steps\\":9120,\\"weight\\":71.4}}","r:w1":"{\\"id\\":\\"w1\\",\\"kind\\":\\"workout\\",\\"day\\":\\"2026-11-20\\",\\"time\\":\\"07:15\\",\\"activity\\":\\"Running\\",\\"minutes\\":31.5,\\"kilometres\\":5.2,\\"kilocalories\\":null,\\"source\\":\\"watch\\",\\"route\\":\\"48.1,11.5;48.2,11.6\\"}"}',
      reads: {
        records: [
          { ...here, id: 'c1', kind: 'checkin', day: '2026-11-20', mood: 4, energy: 3, pain: null, note: 'Slept well.' },
          { ...here, id: 'd1', kind: 'day', day: '2026-11-20', source: 'apple', values: { steps: 9120, weight: 71.4 } },
          {
            ...{ ...here, id: 'w1', kind: 'workout', day: '2026-11-20', time: '07:15', activity: 'Running', minutes: 31.5 },
            ...{ kilometres: 5.2, kilocalories: null, source: 'watch', route: '48.1,11.5;48.2,11.6' },
          },
        ],
        ...{ removed: [], batches: [], unreadable: [] },
      },
    },
  ],
};
