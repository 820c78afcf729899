import type { ToolLive } from '../../tool-live.ts';

/** Threat Monitor: its figures, and what of the inventory is to be fixed soon. */
export const threatMonitorLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
  due: () => import('./live/due.ts'),
};
