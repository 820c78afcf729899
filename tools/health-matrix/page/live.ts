import { whileOpen } from '../../../web/app/domains/vault/while-open.ts';
import type { ToolLive } from '../../tool-live.ts';
import { healthMonthsCollection } from './health-months.collection.ts';

/** Health Matrix: its figures, the check-in that is due, what waits in the feed or is wrong with it, and the palette's typed line. */
export const healthMatrixLive: ToolLive = {
  sealed: healthMonthsCollection,
  metrics: whileOpen(() => import('./live/metrics.ts')),
  metricLabels: ['Sleep', 'Days kept, of 28'],
  due: whileOpen(() => import('./live/due.ts')),
  warnings: () => import('./live/warnings.ts'),
  capture: { prefix: '&', noun: 'measure', of: healthMonthsCollection, supply: () => import('./live/capture.ts') },
};
