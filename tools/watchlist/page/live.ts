import { mediaLive } from '../../../web/app/domains/media/media-live.ts';
import type { ToolLive } from '../../tool-live.ts';

/** What Watchlist does live. */
export const watchlistLive: ToolLive = mediaLive(
  { prefix: '*', noun: 'film or show' },
  async () => (await import('./preset.ts')).watchlistPreset,
);
