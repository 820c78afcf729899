import type { ToolLive } from '../tool-live.ts';

/** Threat Monitor: its figures. */
export const threatMonitorLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
};
