import { whileOpen } from '../../domains/vault/while-open.ts';
import type { ToolLive } from '../tool-live.ts';
import { healthMonthsCollection } from './health-months.collection.ts';

/** Health Matrix: its figures, and the check-in that is due. */
export const healthMatrixLive: ToolLive = {
  sealed: healthMonthsCollection,
  metrics: whileOpen(() => import('./live/metrics.ts')),
  due: whileOpen(() => import('./live/due.ts')),
};
