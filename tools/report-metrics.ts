import type { ToolLive } from './tool-live.ts';

/** The card's two figures of a tool that makes reports, by its id; what reads them comes with the first card. */
export function reportMetricsOf(tool: string): NonNullable<ToolLive['metrics']> {
  return async () => {
    const { reportMetrics } = await import('../web/app/domains/tool-reports/live-targets.ts');
    return { default: () => reportMetrics(tool) };
  };
}
