import { reportMetricsOf } from '../../report-metrics.ts';
import type { ToolLive } from '../../tool-live.ts';
import { dnsPostmaster } from '../manifest.ts';

/** DNS Postmaster: its figures. */
export const dnsPostmasterLive: ToolLive = { metrics: reportMetricsOf(dnsPostmaster.id) };
