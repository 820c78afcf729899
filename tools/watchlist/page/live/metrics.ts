import { mediaMetrics } from '../../../../web/app/domains/media/live-media.ts';
import { watchlistPreset } from '../preset.ts';

/** The two figures of the card. */
export default function watchlistMetrics() {
  return mediaMetrics(watchlistPreset);
}
