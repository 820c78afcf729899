import { mediaCapture } from '../../../domains/media/live-media.ts';
import { libraryPreset } from '../preset.ts';

/** A typed line becomes an item. */
export default function libraryCapture() {
  return mediaCapture(libraryPreset);
}
