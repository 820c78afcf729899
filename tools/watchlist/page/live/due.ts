import { mediaDue } from '../../../../web/app/domains/media/live-media.ts';
import { watchlistPreset } from '../preset.ts';

/** What today is meant for. */
export default function watchlistDue() {
  return mediaDue(watchlistPreset);
}
