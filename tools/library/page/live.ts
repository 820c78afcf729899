import { mediaItemsCollection } from '../../../web/app/domains/media/media-items.collection.ts';
import type { ToolLive } from '../../tool-live.ts';

/** Library: its figures, what today is meant for, its records, and the palette's typed line. */
export const libraryLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
  due: () => import('./live/due.ts'),
  records: () => import('./live/records.ts'),
  capture: { prefix: '=', noun: 'book', of: mediaItemsCollection, supply: () => import('./live/capture.ts') },
};
