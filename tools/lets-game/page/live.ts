import type { ToolLive } from '../../tool-live.ts';

/** The arcade: the figures of the scores on the board. */
export const letsGameLive: ToolLive = {
  metrics: async () => {
    const { scoreMetrics } = await import('../../../web/app/domains/games/live-scores.ts');
    return { default: () => scoreMetrics() };
  },
};
