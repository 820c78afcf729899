import { reportMetricsOf } from '../../report-metrics.ts';
import type { ToolLive } from '../../tool-live.ts';
import { networkScanner } from '../manifest.ts';

/** Network Scanner: its figures. */
export const networkScannerLive: ToolLive = { metrics: reportMetricsOf(networkScanner.id) };
