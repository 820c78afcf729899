import type { ToolLive } from '../../tool-live.ts';

/** Counterfeit: the figures of the scores on the board. */
export const spaceInvadersLive: ToolLive = {
  metrics: async () => {
    const { scoreMetrics } = await import('../../../web/app/domains/games/live-scores.ts');
    return { default: () => scoreMetrics('counterfeit') };
  },
};
