import type { ToolLive } from '../../tool-live.ts';
import { habitsCollection } from './habits.collection.ts';

/** Habit Forge: its figures, what is due, its records, and the palette's typed line. */
export const habitForgeLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
  due: () => import('./live/due.ts'),
  records: () => import('./live/records.ts'),
  capture: { prefix: '!', noun: 'habit', of: habitsCollection, supply: () => import('./live/capture.ts') },
};
