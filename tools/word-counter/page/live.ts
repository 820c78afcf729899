import type { ToolLive } from '../../tool-live.ts';

/** Word Counter: the figures of the text that this browser keeps. */
export const wordCounterLive: ToolLive = { metrics: () => import('./live/metrics.ts') };
