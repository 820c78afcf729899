import { mediaCapture } from '../../../../web/app/domains/media/live-media.ts';
import { libraryPreset } from '../preset.ts';

/** A typed line becomes an item. */
export default function libraryCapture() {
  return mediaCapture(libraryPreset);
}
