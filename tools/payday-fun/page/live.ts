import { whileOpen } from '../../../web/app/domains/vault/while-open.ts';
import type { ToolLive } from '../../tool-live.ts';
import { payPlansCollection } from './plan/pay-plans.collection.ts';

/** Payday Fun: its figures, the pay that comes today, every pay for the palette, and its typed line. */
export const paydayLive: ToolLive = {
  sealed: payPlansCollection,
  metrics: whileOpen(() => import('./live/metrics.ts')),
  metricLabels: ['Next payday', 'Safe to spend today'],
  due: whileOpen(() => import('./live/due.ts')),
  records: whileOpen(() => import('./live/records.ts')),
  capture: { prefix: '%', noun: 'pay', of: payPlansCollection, supply: () => import('./live/capture.ts') },
};
