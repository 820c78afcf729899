import { filmWords, type MediaPreset } from '../../../web/app/domains/media/preset.ts';
import { watchlist } from '../manifest.ts';

/** The media app as this tool has it. */
export const watchlistPreset: MediaPreset = { tool: watchlist, kinds: ['film', 'show'], words: filmWords };
