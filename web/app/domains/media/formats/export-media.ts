import { writeCsv } from '@castellan/exports/csv';
import { dayOf } from '../../tasks/day.ts';
import { isbn10Of } from '../isbn.ts';
import type { MediaEntry, MediaItem, MediaStatus } from '../media.ts';

type ByItem = ReadonlyMap<string, readonly MediaEntry[]>;

/**
 * Films that were watched, one row for each time, as the importer of Letterboxd takes them
 * (letterboxd.com/about/importing-data). Shows have no place there; days of which nobody knows are left empty.
 */
export function formatLetterboxd(items: readonly MediaItem[], byItem: ByItem): string {
  const rows = items
    .filter(({ kind, status, rating }) => kind === 'film' && (status === 'done' || rating !== null))
    .flatMap((item) => {
      const viewings = (byItem.get(item.id) ?? []).filter(({ kind }) => kind === 'finished');
      return (viewings.length === 0 ? [undefined] : viewings).map((viewing) => [
        ...letterboxdNames(item),
        String(viewing?.rating ?? item.rating ?? ''),
        viewing?.on_day ?? '',
        viewing?.again === true ? 'true' : '',
        item.tags.join(', '),
        viewing === undefined || viewing.note === '' ? item.review : viewing.note,
      ]);
    });
  return writeCsv([[...letterboxdColumns, 'Rating10', 'WatchedDate', 'Rewatch', 'Tags', 'Review'], ...rows]);
}

/** Films that are planned, as the watchlist of Letterboxd takes them. */
export function formatLetterboxdWatchlist(items: readonly MediaItem[]): string {
  const planned = items.filter(({ kind, status }) => kind === 'film' && status === 'planned');
  return writeCsv([letterboxdColumns, ...planned.map(letterboxdNames)]);
}

const letterboxdColumns = ['tmdbID', 'imdbID', 'Title', 'Year', 'Directors'] as const;

function letterboxdNames({ refs, title, year, creators }: MediaItem): readonly string[] {
  const ref = (start: string) => refs.find((one) => one.startsWith(start))?.slice(start.length) ?? '';
  return [ref('tmdb:movie-'), ref('imdb:'), title, String(year ?? ''), creators.join(', ')];
}

const shelves: Readonly<Record<MediaStatus, string>> = {
  planned: 'to-read',
  active: 'currently-reading',
  paused: 'paused',
  done: 'read',
  dropped: 'did-not-finish',
};

/** Books, as the importer of Goodreads takes them. It knows whole stars and one day of reading: halves are rounded up, the newest day stays. */
export function formatGoodreads(items: readonly MediaItem[], byItem: ByItem): string {
  const header = [
    'Book Id',
    'Title',
    'Author',
    'Additional Authors',
    'ISBN',
    'ISBN13',
    'My Rating',
    'Number of Pages',
    'Original Publication Year',
    'Date Read',
    'Date Added',
    'Bookshelves',
    'Exclusive Shelf',
    'My Review',
    'Read Count',
  ];
  const books = items.filter(({ kind }) => kind === 'book');
  return writeCsv([
    header,
    ...books.map((item) => {
      const readings = (byItem.get(item.id) ?? []).filter(({ kind }) => kind === 'finished');
      const [author = '', ...others] = item.creators;
      return [
        item.refs.find((ref) => ref.startsWith('goodreads:'))?.slice('goodreads:'.length) ?? '',
        item.title,
        author,
        others.join(', '),
        item.isbn === null ? '' : (isbn10Of(item.isbn) ?? ''),
        item.isbn ?? '',
        String(Math.round((item.rating ?? 0) / 2)),
        String(item.pages ?? ''),
        String(item.year ?? ''),
        (readings.at(-1)?.on_day ?? '').replaceAll('-', '/'),
        dayOf(new Date(item.created_at)).replaceAll('-', '/'),
        [shelves[item.status], ...item.tags].join(', '),
        shelves[item.status],
        item.review,
        String(readings.length),
      ];
    }),
  ]);
}
