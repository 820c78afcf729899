import { mediaRecords } from '../../../../web/app/domains/media/live-media.ts';
import { libraryPreset } from '../preset.ts';

/** Everything, as the palette finds it. */
export default function libraryRecords() {
  return mediaRecords(libraryPreset);
}
