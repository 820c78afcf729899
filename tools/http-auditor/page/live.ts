import { reportMetricsOf } from '../../report-metrics.ts';
import type { ToolLive } from '../../tool-live.ts';
import { httpAuditor } from '../manifest.ts';

/** HTTP Auditor: its figures, and what its reports say of the site of the owner's business. */
export const httpAuditorLive: ToolLive = {
  metrics: reportMetricsOf(httpAuditor.id),
  siteFigure: { label: 'Answer', unit: 'ms', place: 'first', load: () => import('./live/site-figure.ts') },
};
