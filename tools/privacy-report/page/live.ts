import type { ToolLive } from '../../tool-live.ts';

/** Privacy Report: the figures of the reports that this browser keeps. */
export const privacyReportLive: ToolLive = { metrics: () => import('./live/metrics.ts') };
