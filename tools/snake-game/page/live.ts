import type { ToolLive } from '../../tool-live.ts';

/** Snake: the figures of the scores on the board. */
export const snakeGameLive: ToolLive = {
  metrics: async () => {
    const { scoreMetrics } = await import('../../../web/app/domains/games/live-scores.ts');
    return { default: () => scoreMetrics('snake') };
  },
};
