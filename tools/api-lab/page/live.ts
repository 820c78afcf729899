import { whileOpen } from '../../../web/app/domains/vault/while-open.ts';
import type { ToolLive } from '../../tool-live.ts';
import { apiLabRecordsCollection } from './api-lab-records.collection.ts';

/** API Lab: the figures of the owner's sealed workspace. */
export const apiLabLive: ToolLive = {
  sealed: apiLabRecordsCollection,
  metrics: whileOpen(() => import('./live/metrics.ts')),
  metricLabels: ['Requests', 'Environments'],
};
