import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { labRecords, readWorkspace } from '../lab-records.ts';
import { requestsOf, type Workspace } from '../model.ts';

/** The card's two figures: the owner's requests, and the environments that they are sent in. */
export default function labMetrics(): Live<readonly [Metric, Metric]> {
  return liveCollection(labRecords, (rows) => metricsOf(readWorkspace(rows)));
}

/** Of a workspace. */
export function metricsOf({ collections, environments }: Workspace): readonly [Metric, Metric] {
  const requests = collections.reduce((sum, { items }) => sum + requestsOf(items).length, 0);
  return [
    { label: 'Requests', value: requests.toLocaleString('en-GB') },
    { label: 'Environments', value: environments.length.toLocaleString('en-GB') },
  ];
}
