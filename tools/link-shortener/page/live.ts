import type { ToolLive } from '../../tool-live.ts';

/** Link Shortener: its figures. */
export const linkShortenerLive: ToolLive = { metrics: () => import('./live/metrics.ts') };
