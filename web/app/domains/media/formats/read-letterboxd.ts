import { draftOf, entryOf, type MediaDraft } from '../media.ts';
import { collectFile, type FileCollector, type FileEntry, type MediaFile } from './media-file.ts';
import { type MediaRow, type MediaTable, readMediaTable } from './media-table.ts';
import {
  cutReview,
  lastPathPart,
  readAdded,
  readDay,
  readHalfStars,
  readLine,
  readNames,
  readNumberCell,
  readStars,
} from './read-cells.ts';
import { type NamedText, readLetterboxdList } from './read-letterboxd-list.ts';

/** What a file of the export says of its films. */
type Role = 'planned' | 'watched' | 'ratings' | 'liked' | 'list' | 'diary';

/** A file that is read: its role, its rows, and of a list what it is called. */
type Known = { readonly role: Role; readonly table: MediaTable; readonly list: string };

/** A film while the files are put together. */
type Film = { readonly line: number; id: string | undefined; draft: MediaDraft; addedAt: string | undefined };

/**
 * Reads an export of Letterboxd: its archive's files, one of them, or a file as its importer takes them. Ratings of 0.5 to 5 become
 * half stars; a film is the same one in all files by its name and year. The name of a list is a tag of its films. Columns: letterboxd.com/about/importing-data.
 * `undefined` where none of the files is one.
 */
export function readLetterboxd(files: readonly NamedText[]): MediaFile | undefined {
  const known = files.flatMap(({ name, text }): readonly Known[] => {
    const list = readLetterboxdList(name, text);
    if (list !== undefined) return [{ role: 'list', table: list.table, list: list.title }];
    const table = readMediaTable(text);
    const role = roleOf(name, table.has);
    return role === undefined ? [] : [{ role, table, list: '' }];
  });
  if (known.length === 0) return undefined;
  const collector = collectFile();
  const films = new Map<string, Film>();
  const viewings = new Map<string, FileEntry>();
  // The diary's own addresses name entries: the files that name films come first.
  for (const { role, table, list } of known.toSorted((one, other) => order.indexOf(one.role) - order.indexOf(other.role)))
    for (const row of table.rows) readRow({ role, list }, row, { films, viewings }, collector);
  for (const entry of viewings.values()) collector.entry(entry);
  for (const [key, { line, draft, addedAt }] of films) collector.item({ line, key, draft, addedAt });
  return { source: 'letterboxd', label: 'Letterboxd', kinds: ['film'], ...collector.result() };
}

const order: readonly Role[] = ['watched', 'ratings', 'planned', 'liked', 'list', 'diary'];

function roleOf(path: string, has: (...names: readonly string[]) => boolean): Role | undefined {
  // What the account deleted, and what belongs to films that are gone there, is in the archive too.
  if (/(^|\/)(deleted|orphaned|lists)\//.test(path)) return undefined;
  const isFilms = has('name', 'title') && has('letterboxd uri', 'letterboxduri', 'rating10', 'watcheddate', 'tmdbid');
  if (!isFilms) return undefined;
  if (has('watched date', 'watcheddate')) return 'diary';
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  if (/watchlist/.test(name)) return 'planned';
  if (has('rating', 'rating10')) return 'ratings';
  if (/(^|\/)likes\//.test(path)) return 'liked';
  return name.includes('watched') ? 'watched' : undefined;
}

/** What the files come to so far; diary and reviews tell of the same viewings. */
type Gathered = { readonly films: Map<string, Film>; readonly viewings: Map<string, FileEntry> };

function readRow(
  { role, list }: Pick<Known, 'role' | 'list'>,
  row: MediaRow,
  { films, viewings }: Gathered,
  collector: FileCollector,
): void {
  const title = readLine(row.cell('title'), 500);
  const rating = ratingOf(row);
  if (title === '' || rating === undefined) {
    collector.reject(row.line, row.text, title === '' ? 'It has no name.' : 'Its rating is not between half a star and five.');
    return;
  }
  const key = keyOf(title, row.cell('year'));
  const leaveOut = (reason: string) => collector.leaveOut(row.line, title, reason);
  const film = films.get(key) ?? { line: row.line, id: undefined, draft: newDraft(title, row, leaveOut), addedAt: undefined };
  films.set(key, film);
  const id = role === 'diary' ? undefined : lastPathPart(row.cell('letterboxd'));
  if (id !== undefined && film.id !== undefined && film.id !== id) leaveOut('Two films have this name and year: they are one here.');
  film.id ??= id;
  film.draft = merged(film.draft, role, row, id);
  film.addedAt ??= role === 'diary' ? undefined : readAdded(row.cell('added'), leaveOut);
  if (role === 'ratings') film.draft = { ...film.draft, rating };
  if (list !== '') film.draft = { ...film.draft, tags: [...new Set([...film.draft.tags, list])].slice(0, 50) };
  if (role === 'diary') readViewing(row, { key, title, rating, film, viewings }, collector);
}

type Viewed = {
  readonly key: string;
  readonly title: string;
  readonly rating: number | null;
  readonly film: Film;
  readonly viewings: Gathered['viewings'];
};

function readViewing(row: MediaRow, { key, title, rating, film, viewings }: Viewed, collector: FileCollector): void {
  const leaveOut = (reason: string) => collector.leaveOut(row.line, title, reason);
  const said = row.cell('lastDay');
  const on_day = readDay(said) ?? null;
  if (said !== '' && on_day === null) leaveOut(`${said} is not a date.`);
  const entryId = lastPathPart(row.cell('letterboxd'));
  // What the account rated last holds where no other file has the film's rating.
  if (rating !== null && film.draft.rating === null) film.draft = { ...film.draft, rating };
  // A file for the importer names films by no entry: the day does it.
  if (on_day === null && entryId === undefined) {
    if (row.cell('review') !== '') film.draft = { ...film.draft, review: cutReview(row.cell('review'), leaveOut) };
    return;
  }
  const draft = { ...entryOf('finished', on_day), rating, again: /^(yes|true|1)$/i.test(row.cell('again')), note: noteOf(row, leaveOut) };
  const name = entryId ?? `${key}:${on_day}`;
  const known = viewings.get(name);
  if (known === undefined) viewings.set(name, { line: row.line, key: name, itemKey: key, draft });
  else if (known.draft.note === '') viewings.set(name, { ...known, draft: { ...known.draft, note: draft.note } });
}

function merged(draft: MediaDraft, role: Role, row: MediaRow, id: string | undefined): MediaDraft {
  const refs = [
    ...(id === undefined ? [] : [`letterboxd:${id}`]),
    ...(/^tt\d{5,10}$/.test(row.cell('imdb')) ? [`imdb:${row.cell('imdb')}`] : []),
    ...(/^\d{1,10}$/.test(row.cell('tmdb')) ? [`tmdb:movie-${row.cell('tmdb')}`] : []),
  ];
  return {
    ...draft,
    refs: [...new Set([...draft.refs, ...refs])].slice(0, 20),
    tags: [...new Set([...draft.tags, ...readNames(row.cell('tags'), 50)])].slice(0, 50),
    favourite: draft.favourite || role === 'liked',
    status: role === 'planned' || role === 'liked' || role === 'list' ? draft.status : 'done',
  };
}

function newDraft(title: string, row: MediaRow, leaveOut: (reason: string) => void): MediaDraft {
  const year = readNumberCell('year', row.cell('year'), [1870, 2200], leaveOut);
  return { ...draftOf('film', title), year, creators: readNames(row.cell('creators'), 30) };
}

function ratingOf(row: MediaRow): number | null | undefined {
  const read = row.cell('halfStars') === '' ? readStars(row.cell('stars')) : readHalfStars(row.cell('halfStars'));
  return read === undefined || !read.exact ? undefined : read.rating;
}

const noteOf = (row: MediaRow, leaveOut: (reason: string) => void) => cutReview(row.cell('review').replaceAll('\u0000', ''), leaveOut);

const keyOf = (title: string, year: string) => `${title} (${year})`.slice(0, 290);
