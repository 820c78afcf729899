import { mediaMetrics } from '../../../../web/app/domains/media/live-media.ts';
import { libraryPreset } from '../preset.ts';

/** The two figures of the card. */
export default function libraryMetrics() {
  return mediaMetrics(libraryPreset);
}
