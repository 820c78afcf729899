import { readCsv } from '@castellan/exports/csv';

/** What each of our columns is called in the files of other services, the best one first; compared without case. */
const aliases = {
  title: ['title', 'name'],
  year: ['original publication year', 'year', 'year published', 'publication year'],
  creators: ['author', 'authors', 'directors', 'director'],
  moreCreators: ['additional authors'],
  isbn: ['isbn13', 'isbn/uid', 'isbn'],
  pages: ['number of pages', 'page count', 'pages'],
  minutes: ['runtime (mins)'],
  stars: ['my rating', 'star rating', 'rating'],
  halfStars: ['rating10', 'your rating'],
  shelf: ['exclusive shelf', 'read status'],
  tags: ['bookshelves', 'tags'],
  lastDay: ['date read', 'last date read', 'watched date', 'watcheddate'],
  days: ['dates read'],
  added: ['date added', 'created', 'date'],
  times: ['read count'],
  review: ['my review', 'review'],
  privateNotes: ['private notes'],
  again: ['rewatch'],
  letterboxd: ['letterboxd uri', 'letterboxduri', 'url'],
  imdb: ['const', 'imdbid'],
  tmdb: ['tmdbid'],
  goodreads: ['book id'],
  type: ['title type'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One of our columns. */
export type MediaColumn = keyof typeof aliases;

/** One row of a file, by our columns. */
export type MediaRow = {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  /** Trimmed; empty where the file has no such column. */
  readonly cell: (column: MediaColumn) => string;
  /** Every cell of a column that the file has under more than one name, the best one first. */
  readonly cells: (column: MediaColumn) => readonly string[];
  /** The whole row, for whoever must be told what was left out. */
  readonly text: string;
};

/** A file as a table. */
export type MediaTable = {
  /** Whether the header has the column under any of these names. */
  readonly has: (...names: readonly string[]) => boolean;
  readonly rows: readonly MediaRow[];
};

/** Reads CSV whose first line names the columns, by whichever names. */
export function readMediaTable(text: string): MediaTable {
  const {
    rows: [header = [], ...rows],
    lines,
  } = readCsv(text);
  const names = header.map((name) => name.trim().toLowerCase());
  const places = new Map<string, readonly number[]>(
    Object.entries(aliases).map(([column, known]) => [column, known.map((name) => names.indexOf(name)).filter((at) => at >= 0)]),
  );
  return {
    has: (...wanted) => wanted.some((name) => names.includes(name)),
    rows: rows.map((cells, index) => {
      const cellsOf = (column: MediaColumn) => (places.get(column) ?? []).map((at) => (cells[at] ?? '').trim());
      return {
        line: lines[index + 1] ?? 0,
        cell: (column) => cellsOf(column)[0] ?? '',
        cells: cellsOf,
        text: cells.join(', '),
      };
    }),
  };
}
