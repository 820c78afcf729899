import { openRecords } from '../records/open-records.ts';
import type { MediaEdits } from './edit-media.ts';
import { mediaEntries, mediaItems } from './media.ts';

/** Keeps edits of items and diary as one step of the tool's Undo. Items are sent first: an entry wants its item. */
export function keepMedia(tool: string, { items, entries, name, ...how }: MediaEdits) {
  const parts = [
    { collection: mediaItems, edits: items, ...how },
    { collection: mediaEntries, edits: entries, ...how },
  ];
  return openRecords().editTogether(
    tool,
    parts.filter(({ edits }) => edits.length > 0),
    name === undefined ? {} : { name },
  );
}
