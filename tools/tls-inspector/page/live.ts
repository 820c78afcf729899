import { reportMetricsOf } from '../../report-metrics.ts';
import type { ToolLive } from '../../tool-live.ts';
import { tlsInspector } from '../manifest.ts';

/** TLS Inspector: its figures, the certificates that end soon, and what its reports say of the site of the owner's business. */
export const tlsInspectorLive: ToolLive = {
  metrics: reportMetricsOf(tlsInspector.id),
  warnings: () => import('./live/warnings.ts'),
  siteFigure: { label: 'Certificate', unit: 'days left', place: 'second', load: () => import('./live/site-figure.ts') },
};
