import type { ToolLive } from '../tool.ts';

/** Productivity: its figures, what is due, its records, and the palette's typed line. */
export const productivityLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
  due: () => import('./live/due.ts'),
  records: () => import('./live/records.ts'),
  capture: { prefix: '+', noun: 'task', supply: () => import('./live/capture.ts') },
};
