import { mediaDue } from '../../../../web/app/domains/media/live-media.ts';
import { libraryPreset } from '../preset.ts';

/** What today is meant for. */
export default function libraryDue() {
  return mediaDue(libraryPreset);
}
