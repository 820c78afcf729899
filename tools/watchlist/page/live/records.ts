import { mediaRecords } from '../../../../web/app/domains/media/live-media.ts';
import { watchlistPreset } from '../preset.ts';

/** Everything, as the palette finds it. */
export default function watchlistRecords() {
  return mediaRecords(watchlistPreset);
}
