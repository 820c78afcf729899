import { reportMetricsOf } from '../../report-metrics.ts';
import type { ToolLive } from '../../tool-live.ts';
import { subdomainRadar } from '../manifest.ts';

/** Subdomain Radar: its figures. */
export const subdomainRadarLive: ToolLive = { metrics: reportMetricsOf(subdomainRadar.id) };
