import type * as z from 'zod/mini';
import { mergeSets } from '../records/change.ts';
import type { Collection } from '../records/collection.ts';
import type { Day } from '../tasks/day.ts';
import { mediaEntriesCollection } from './media-entries.collection.ts';
import { mediaGoalsCollection } from './media-goals.collection.ts';
import { mediaItemsCollection } from './media-items.collection.ts';
import { mediaEntrySchema, mediaGoalSchema, mediaItemSchema } from './media-row.ts';

/** One film, show or book. */
export type MediaItem = z.infer<typeof mediaItemSchema>;

/** One day of an item in the diary. */
export type MediaEntry = z.infer<typeof mediaEntrySchema>;

/** What an item can be. */
export type MediaKind = MediaItem['kind'];

/** How far the owner is with an item. */
export type MediaStatus = MediaItem['status'];

type Managed = 'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at' | 'import_batch_id' | 'source' | 'external_id';

/** What a person, or a file, says of an item. */
export type MediaDraft = Omit<MediaItem, Managed | 'position'>;

/** What a person, or a file, says of a day of the diary. */
export type EntryDraft = Omit<MediaEntry, Managed | 'media_id'>;

/** The owner's films, shows and books. */
export const mediaItems: Collection<MediaItem> = {
  ...mediaItemsCollection,
  schema: mediaItemSchema,
  merges: { tags: mergeSets, refs: mergeSets, position: (_, mine) => mine },
  nameOf: ({ title, year }) => {
    if (typeof title !== 'string' || title === '') return 'An item without a title';
    return typeof year === 'number' ? `${title} (${year})` : title;
  },
};

/** The owner's diary of them. */
export const mediaEntries: Collection<MediaEntry> = {
  ...mediaEntriesCollection,
  schema: mediaEntrySchema,
  nameOf: ({ on_day }) => (typeof on_day === 'string' ? `Diary of ${on_day}` : 'A diary entry without a day'),
};

/** How many the owner means to finish in a year. */
export const mediaGoals: Collection<z.infer<typeof mediaGoalSchema>> = {
  ...mediaGoalsCollection,
  schema: mediaGoalSchema,
  nameOf: ({ year }) => (typeof year === 'number' ? `The goal of ${year}` : 'A goal'),
};

/** An item of which nothing is known but its title. */
export function draftOf(kind: MediaKind, title: string): MediaDraft {
  return {
    kind,
    title,
    creators: [],
    year: null,
    status: 'planned',
    rating: null,
    favourite: false,
    review: '',
    tags: [],
    isbn: null,
    pages: null,
    runtime_min: null,
    seasons: [],
    planned_on: null,
    refs: [],
  };
}

/** An entry of which nothing is known but its kind and its day. */
export function entryOf(kind: MediaEntry['kind'], on_day: Day | null): EntryDraft {
  return { kind, on_day, season: null, episode: null, page: null, percent: null, rating: null, again: false, note: '' };
}

/** Entries by the item they are of, each list from the earliest to the latest; those of an unknown day stand first. */
export function entriesByItem(entries: readonly MediaEntry[]): ReadonlyMap<string, readonly MediaEntry[]> {
  const byItem = new Map<string, MediaEntry[]>();
  for (const entry of entries) {
    if (entry.media_id === null) continue;
    const list = byItem.get(entry.media_id);
    if (list === undefined) byItem.set(entry.media_id, [entry]);
    else list.push(entry);
  }
  for (const list of byItem.values()) if (list.length > 1) list.sort(compareEntries);
  return byItem;
}

/** By day, then by when they were written down. */
export function compareEntries(one: MediaEntry, other: MediaEntry): number {
  return compareText(one.on_day ?? '', other.on_day ?? '') || compareText(one.created_at, other.created_at);
}

/** Compares codes, which is right for days and moments and quicker than the rules of a language. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Half stars in words: `4½ stars`. */
export function starsLabel(rating: number): string {
  return `${starsFigure(rating)} ${rating === 2 ? 'star' : 'stars'}`;
}

/** Half stars as a figure: `4½`. */
export function starsFigure(rating: number): string {
  const whole = Math.floor(rating / 2);
  const half = rating % 2 === 1 ? '½' : '';
  return whole === 0 ? half : `${whole}${half}`;
}
