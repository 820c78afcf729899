import { moneyCollection } from '../../../web/app/domains/money/money.collection.ts';
import { whileOpen } from '../../../web/app/domains/vault/while-open.ts';
import type { ToolLive } from '../../tool-live.ts';

/** Wealth: its figures, what is due, its accounts, and the palette's typed line. */
export const wealthLive: ToolLive = {
  sealed: moneyCollection,
  metrics: whileOpen(() => import('./live/metrics.ts')),
  metricLabels: ['This month', 'Low point'],
  due: whileOpen(() => import('./live/due.ts')),
  records: whileOpen(() => import('./live/records.ts')),
  capture: { prefix: '$', noun: 'entry', of: moneyCollection, supply: () => import('./live/capture.ts') },
};
