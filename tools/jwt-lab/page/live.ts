import type { ToolLive } from '../../tool-live.ts';

/** JWT Lab: it keeps nothing, so its figures are what it can do. */
export const jwtLabLive: ToolLive = { metrics: () => import('./live/metrics.ts') };
