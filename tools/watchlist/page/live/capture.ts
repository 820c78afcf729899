import { mediaCapture } from '../../../../web/app/domains/media/live-media.ts';
import { watchlistPreset } from '../preset.ts';

/** A typed line becomes an item. */
export default function watchlistCapture() {
  return mediaCapture(watchlistPreset);
}
