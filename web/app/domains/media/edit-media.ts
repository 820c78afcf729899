import type { Edit } from '../records/collection-state.ts';
import { type Fields, newRecordId } from '../records/record.ts';
import type { Day } from '../tasks/day.ts';
import { type EntryDraft, entryOf, type MediaDraft, type MediaEntry, type MediaItem, type MediaStatus } from './media.ts';
import { type EpisodeNumber, episodeKey, episodesOf, progressOf } from './progress.ts';

/**
 * Edits of items and of the diary that belong together: one step of Undo, which may have a name. `isWhole`: the server takes all of them
 * or none.
 */
export type MediaEdits = {
  readonly items: readonly Edit[];
  readonly entries: readonly Edit[];
  readonly isWhole?: true;
  readonly name?: string;
};

/** An item with its own entries, from the earliest to the latest. */
export type MediaInHand = { readonly item: MediaItem; readonly entries: readonly MediaEntry[] };

/** When something is done: the day that it counts for, and the moment it is written down. */
export type At = { readonly day: Day; readonly now: Date };

/** A new item, the first of those that are planned. */
function addItem(draft: MediaDraft, now: Date): MediaEdits & { readonly id: string } {
  const id = newRecordId();
  const values = { created_at: now.toISOString(), ...draft, position: -now.getTime() / 1000 };
  return { id, items: [{ kind: 'create', id, values }], entries: [] };
}

/** A new item; one that is done already, as a line with stars says, is in the diary of the day. */
export function addWithDiary(draft: MediaDraft, at: At): MediaEdits {
  const { id, items } = addItem(draft, at.now);
  if (draft.status !== 'done') return { items, entries: [] };
  const entry = { ...entryOf('finished', at.day), rating: draft.rating };
  return { items, entries: [{ kind: 'create', id: newRecordId(), values: { created_at: at.now.toISOString(), media_id: id, ...entry } }] };
}

/** The fields of an item as they are now wanted. */
export function changeItem(id: string, values: Fields): MediaEdits {
  return { items: [{ kind: 'change', id, values }], entries: [] };
}

/** Begins, or begins again. */
export function startItem({ item }: MediaInHand, at: At): MediaEdits {
  return { items: statusEdit(item, 'active'), entries: [entryEdit(item, entryOf('started', at.day), at)] };
}

/** Puts an item where the owner says it is; being done so adds nothing to the diary. */
export function setStatus(item: MediaItem, status: MediaStatus): MediaEdits {
  return { items: statusEdit(item, status), entries: [] };
}

/** Watched or read to the end, on this day or on one that nobody knows. */
export function finishItem({ item, entries }: MediaInHand, at: At, said: Partial<EntryDraft> = {}): MediaEdits {
  const again = progressOf(item, entries).times > 0;
  const entry = { ...entryOf('finished', at.day), again, ...said };
  const values = { ...statusValues(item, 'done'), ...(said.rating === undefined || said.rating === null ? {} : { rating: said.rating }) };
  return { items: changeOf(item, values), entries: [entryEdit(item, entry, at)] };
}

/** One episode was watched; with the last one that is known of the show is finished. */
export function logEpisode({ item, entries }: MediaInHand, episode: EpisodeNumber, at: At): MediaEdits {
  const entry = entryEdit(item, { ...entryOf('progress', at.day), ...episode }, at);
  const { seen } = progressOf(item, entries);
  const left = episodesOf(item.seasons).filter((one) => !seen.has(episodeKey(one)) && episodeKey(one) !== episodeKey(episode));
  if (item.seasons.length === 0 || left.length > 0) return { items: statusEdit(item, 'active'), entries: [entry] };
  // A moment later, so that the finish stands behind its last episode.
  const finished = finishItem({ item, entries }, { ...at, now: new Date(at.now.getTime() + 1) });
  return { items: finished.items, entries: [entry, ...finished.entries] };
}

/** An episode was not watched after all: its entries of this run go. */
export function forgetEpisode({ entries }: MediaInHand, episode: EpisodeNumber, now: Date): MediaEdits {
  const run = entries.slice(entries.findLastIndex(({ kind }) => kind === 'finished') + 1);
  const gone = run.filter((entry) => entry.season === episode.season && entry.episode === episode.episode);
  return removeEntries(gone, now);
}

/** How far a book is read. At its end it is finished. */
export function setProgress(hand: MediaInHand, reached: { readonly page: number } | { readonly percent: number }, at: At): MediaEdits {
  const { item } = hand;
  const isEnd = 'percent' in reached ? reached.percent >= 100 : item.pages !== null && reached.page >= item.pages;
  if (isEnd) return finishItem(hand, at);
  return { items: statusEdit(item, 'active'), entries: [entryEdit(item, { ...entryOf('progress', at.day), ...reached }, at)] };
}

/** What comes next of an item, done: a film watched, the next episode seen, a book read to its end. */
export function takeNextStep(hand: MediaInHand, at: At): MediaEdits {
  const next = hand.item.kind === 'show' ? progressOf(hand.item, hand.entries).next : undefined;
  return next === undefined ? finishItem(hand, at) : logEpisode(hand, next, at);
}

/** Takes entries out of the diary; the trash has them. */
export function removeEntries(gone: readonly MediaEntry[], now: Date): MediaEdits {
  return { items: [], entries: gone.map(({ id }) => ({ kind: 'change', id, values: { deleted_at: now.toISOString() } })) };
}

function entryEdit(item: MediaItem, draft: EntryDraft, { now }: At): Edit {
  return { kind: 'create', id: newRecordId(), values: { created_at: now.toISOString(), media_id: item.id, ...draft } };
}

function statusEdit(item: MediaItem, status: MediaStatus): readonly Edit[] {
  return changeOf(item, statusValues(item, status));
}

/** A plan for a day stays until the item is taken up. */
function statusValues(item: MediaItem, status: MediaStatus): Fields {
  return { status, ...(status !== 'planned' && item.planned_on !== null ? { planned_on: null } : {}) };
}

function changeOf(item: MediaItem, values: Fields): readonly Edit[] {
  const isSame = Object.entries(values).every(([field, value]) => (item as Fields)[field] === value);
  return isSame ? [] : [{ kind: 'change', id: item.id, values }];
}
