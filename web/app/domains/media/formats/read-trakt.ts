import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { dayOf } from '../../tasks/day.ts';
import { draftOf, type EntryDraft, entryOf, type MediaDraft } from '../media.ts';
import { collectFile, type FileCollector, type MediaFile } from './media-file.ts';
import { readDay, readLine } from './read-cells.ts';
import type { NamedText } from './read-letterboxd-list.ts';

const count = z.number().check(z.int());

const title = z.object({
  title: z.string(),
  year: z.optional(z.nullable(count)),
  ids: z.object({ trakt: z.optional(count), imdb: z.optional(z.nullable(z.string())), tmdb: z.optional(z.nullable(count)) }),
});

/** A row of any file of the export, as the service's interface writes it: trakt.docs.apiary.io, “Sync”. */
const rowSchema = z.object({
  id: z.optional(z.union([count, z.string()])),
  watched_at: z.optional(z.nullable(z.string())),
  last_watched_at: z.optional(z.nullable(z.string())),
  rated_at: z.optional(z.nullable(z.string())),
  listed_at: z.optional(z.nullable(z.string())),
  rating: z.optional(z.nullable(count)),
  plays: z.optional(count),
  movie: z.optional(title),
  show: z.optional(title),
  season: z.optional(z.object({ number: count })),
  episode: z.optional(z.object({ season: count, number: count })),
  seasons: z.optional(
    z.array(
      z.object({
        number: count,
        episodes: z.array(z.object({ number: count, plays: z.optional(count), last_watched_at: z.optional(z.nullable(z.string())) })),
      }),
    ),
  ),
});

type Row = z.infer<typeof rowSchema>;

/** An item while the files are put together, with its days by what they are of: `''` for a film, else `season:episode`. */
type Item = {
  readonly line: number;
  readonly key: string;
  draft: MediaDraft;
  addedAt: string | undefined;
  readonly days: Map<string, { readonly key: string; readonly draft: EntryDraft }[]>;
};

type Gathered = { readonly items: Map<string, Item>; readonly collector: FileCollector };

/** Which files name a viewing first: a list of what was watched adds only what the history lacks. */
const order = ['history', 'watched', 'ratings', 'list'] as const;

type Role = (typeof order)[number];

/**
 * Reads an export of Trakt: its archive, or one of its files. Every play of the history is a day of the diary; what was watched without
 * one has its last day alone. Ratings of 1 to 10 are half stars; an episode's stands at its newest day. The watchlist is planned, another
 * list is a tag. `undefined` where none of the files is one.
 */
export function readTrakt(files: readonly NamedText[]): MediaFile | undefined {
  const known = files.flatMap(({ name, text }) => {
    const rows = /^\s*\[/.test(text) ? parseJson(text) : undefined;
    const role = Array.isArray(rows) ? roleOf(rows) : undefined;
    return role === undefined || !Array.isArray(rows) ? [] : [{ role, rows: rows as readonly unknown[], name }];
  });
  if (known.length === 0) return undefined;
  const gathered: Gathered = { items: new Map(), collector: collectFile() };
  for (const { role, rows, name } of known.toSorted((one, other) => order.indexOf(one.role) - order.indexOf(other.role)))
    for (const [index, raw] of rows.entries()) readRow({ role, raw, line: index + 1, list: listName(name) }, gathered);
  const { items, collector } = gathered;
  for (const item of items.values()) giveOut(item, collector);
  return { source: 'trakt', label: 'Trakt', kinds: ['film', 'show'], ...collector.result() };
}

/** What a file is, by its first row that says. */
function roleOf(rows: readonly unknown[]): Role | undefined {
  for (const raw of rows.slice(0, 20)) {
    const row = rowSchema.safeParse(raw).data;
    if (row === undefined || (row.movie === undefined && row.show === undefined)) continue;
    if (row.rated_at !== undefined && row.rating !== undefined) return 'ratings';
    if (row.listed_at !== undefined) return 'list';
    if (row.watched_at !== undefined) return 'history';
    if (row.last_watched_at !== undefined) return 'watched';
  }
  return undefined;
}

/** What a list is called, from the name of its file; nothing for the watchlist. */
function listName(path: string): string | undefined {
  const file = (path.split('/').at(-1) ?? '').replace(/\.json$/i, '').replace(/-\d+$/, '');
  if (/watchlist/i.test(file)) return undefined;
  return readLine(file.replace(/^lists?-(?:list-)?(?:\d+-)?/i, '').replaceAll('-', ' '), 60);
}

type Given = { readonly role: Role; readonly raw: unknown; readonly line: number; readonly list: string | undefined };

function readRow({ role, raw, line, list }: Given, { items, collector }: Gathered): void {
  const row = rowSchema.safeParse(raw).data;
  const named = row?.show ?? row?.movie;
  const name = readLine(named?.title ?? '', 500);
  if (row === undefined || named === undefined || name === '') {
    collector.reject(line, name, 'It is not a film, a show or an episode.');
    return;
  }
  const kind = row.show === undefined ? 'film' : 'show';
  const key = `${kind}:${named.ids.trakt ?? `${name} (${named.year ?? ''})`}`.slice(0, 290);
  const item = items.get(key) ?? { line, key, draft: newDraft(kind, name, named), addedAt: undefined, days: new Map() };
  items.set(key, item);
  const leaveOut = (reason: string) => collector.leaveOut(line, name, reason);
  if (role === 'history') addHistory(item, row, leaveOut);
  else if (role === 'watched') addWatched(item, row, leaveOut);
  else if (role === 'ratings') addRating(item, row, leaveOut);
  else addToList(item, row, list, leaveOut);
}

function newDraft(kind: 'film' | 'show', name: string, { year, ids }: z.infer<typeof title>): MediaDraft {
  return {
    ...draftOf(kind, name),
    year: typeof year === 'number' && year >= 1870 && year <= 2200 ? year : null,
    refs: [
      ...(ids.imdb && /^tt\d{5,10}$/.test(ids.imdb) ? [`imdb:${ids.imdb}`] : []),
      ...(ids.tmdb ? [`tmdb:${kind === 'film' ? 'movie' : 'tv'}-${ids.tmdb}`] : []),
      ...(ids.trakt === undefined ? [] : [`trakt:${kind}-${ids.trakt}`]),
    ],
  };
}

type LeaveOut = (reason: string) => void;

/** The place of an episode, as far as the diary can hold it; `''` for a film. */
function placeOf(item: Item, season: number | undefined, episode: number | undefined): string | undefined {
  if (item.draft.kind === 'film') return '';
  if (season === undefined || episode === undefined) return undefined;
  return season >= 0 && season <= 100 && episode >= 1 && episode <= 3000 ? `${season}:${episode}` : undefined;
}

function addDay(item: Item, place: string, key: string, at: string | null | undefined, leaveOut: LeaveOut): void {
  const moment = at ? new Date(at) : undefined;
  const on_day = moment === undefined || Number.isNaN(moment.getTime()) ? undefined : readDay(dayOf(moment));
  if (at && on_day === undefined) leaveOut(`“${at.slice(0, 30)}” is not a date.`);
  const [season, episode] = place === '' ? [null, null] : place.split(':').map(Number);
  const draft = { ...entryOf(place === '' ? 'finished' : 'progress', on_day ?? null), season: season ?? null, episode: episode ?? null };
  const days = item.days.get(place) ?? [];
  item.days.set(place, [...days, { key: key.slice(0, 300), draft }]);
}

function addHistory(item: Item, { id, watched_at, episode }: Row, leaveOut: LeaveOut): void {
  const place = placeOf(item, episode?.season, episode?.number);
  if (place === undefined) leaveOut('It is of no episode: a play of a whole show or season has no place here.');
  else addDay(item, place, `play:${id ?? `${item.key}:${place}:${watched_at ?? ''}`}`, watched_at, leaveOut);
}

/** What was watched and is not in the history: its last day, and how many plays have none. */
function addWatched(item: Item, row: Row, leaveOut: LeaveOut): void {
  const parts =
    item.draft.kind === 'film'
      ? [{ place: '' as string | undefined, plays: row.plays, at: row.last_watched_at }]
      : (row.seasons ?? []).flatMap(({ number: season, episodes }) =>
          episodes.map(({ number, plays, last_watched_at }) => ({ place: placeOf(item, season, number), plays, at: last_watched_at })),
        );
  let lost = 0;
  for (const { place, plays = 1, at } of parts) {
    if (place === undefined) lost += plays;
    else if (!item.days.has(place)) {
      addDay(item, place, `watched:${item.key}:${place}`, at, leaveOut);
      lost += plays - 1;
    }
  }
  if (lost > 0) leaveOut(`${lost === 1 ? 'One play has' : `${lost} plays have`} no day in this file. The history has them.`);
}

function addRating(item: Item, { rating, season, episode }: Row, leaveOut: LeaveOut): void {
  if (typeof rating !== 'number' || rating < 1 || rating > 10) leaveOut('Its rating is none from 1 to 10.');
  else if (season !== undefined) leaveOut('The rating of a season has no place here.');
  else if (episode === undefined) item.draft = { ...item.draft, rating };
  else rateEpisode(item, placeOf(item, episode.season, episode.number), rating, leaveOut);
}

function rateEpisode(item: Item, place: string | undefined, rating: number, leaveOut: LeaveOut): void {
  if (place === undefined) {
    leaveOut('It is of no episode that the diary can hold.');
    return;
  }
  // Whoever rates it has seen it, on a day that nobody wrote down.
  if (!item.days.has(place)) addDay(item, place, `rated:${item.key}:${place}`, null, leaveOut);
  const days = byDay(item.days.get(place) ?? []);
  const newest = days.at(-1);
  if (newest !== undefined) item.days.set(place, [...days.slice(0, -1), { ...newest, draft: { ...newest.draft, rating } }]);
}

const byDay = <Play extends { readonly draft: EntryDraft }>(plays: readonly Play[]) =>
  plays.toSorted((one, other) => (one.draft.on_day ?? '').localeCompare(other.draft.on_day ?? ''));

function addToList(item: Item, { listed_at, season, episode }: Row, list: string | undefined, leaveOut: LeaveOut): void {
  if (season !== undefined || episode !== undefined) leaveOut('A season or an episode of a list becomes its show.');
  item.addedAt ??= listed_at === null || Number.isNaN(Date.parse(listed_at ?? '')) ? undefined : new Date(listed_at ?? '').toISOString();
  if (list !== undefined && list !== '') item.draft = { ...item.draft, tags: [...new Set([...item.draft.tags, list])].slice(0, 50) };
}

function giveOut({ line, key, draft, addedAt, days }: Item, collector: FileCollector): void {
  const isSeen = days.size > 0;
  const status = !isSeen ? (draft.rating === null ? 'planned' : 'done') : draft.kind === 'film' ? 'done' : 'active';
  collector.item({ line, key, draft: { ...draft, status }, addedAt });
  for (const plays of days.values()) {
    for (const [index, play] of byDay(plays).entries())
      collector.entry({ line, key: play.key, itemKey: key, draft: { ...play.draft, again: index > 0 } });
  }
}
