import type { ToolLive } from '../tool-live.ts';

/** Health Matrix: its figures, and the check-in that is due. */
export const healthMatrixLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
  due: () => import('./live/due.ts'),
};
