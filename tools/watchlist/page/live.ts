import { mediaItemsCollection } from '../../../web/app/domains/media/media-items.collection.ts';
import type { ToolLive } from '../../tool-live.ts';

/** Watchlist: its figures, what today is meant for, its records, and the palette's typed line. */
export const watchlistLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
  due: () => import('./live/due.ts'),
  records: () => import('./live/records.ts'),
  capture: { prefix: '*', noun: 'film or show', of: mediaItemsCollection, supply: () => import('./live/capture.ts') },
};
