import { readIsbn } from '../isbn.ts';
import { draftOf, entryOf, type MediaDraft, type MediaStatus } from '../media.ts';
import { collectFile, type FileCollector, type MediaFile } from './media-file.ts';
import type { MediaRow, MediaTable } from './media-table.ts';
import { cutReview, plainText, readAdded, readDay, readLine, readNames, readNumberCell, readStars, readWhole } from './read-cells.ts';

const shelves: Readonly<Record<string, MediaStatus>> = {
  read: 'done',
  'currently-reading': 'active',
  'to-read': 'planned',
  'did-not-finish': 'dropped',
  dnf: 'dropped',
  abandoned: 'dropped',
  paused: 'paused',
};

/** A book is read at most so often in a file; more is a mistake. */
const maxTimes = 50;

/**
 * Reads the library of Goodreads, with 24 columns or with the 31 of older exports. A book that was read more often than there are
 * days gets entries without a day for the rest. `undefined` where it is no such file.
 */
export function readGoodreads(table: MediaTable): MediaFile | undefined {
  if (!table.has('exclusive shelf')) return undefined;
  return readBooks(table, 'goodreads', 'Goodreads');
}

/** Reads a library of StoryGraph. Quarters of a star are rounded, and said. `undefined` where it is no such file. */
export function readStoryGraph(table: MediaTable): MediaFile | undefined {
  if (!table.has('read status')) return undefined;
  return readBooks(table, 'storygraph', 'StoryGraph');
}

function readBooks(table: MediaTable, source: string, label: string): MediaFile {
  const collector = collectFile();
  for (const row of table.rows) readBook(row, source, collector);
  return { source, label, kinds: ['book'], ...collector.result() };
}

function readBook(row: MediaRow, source: string, collector: FileCollector): void {
  const title = readLine(row.cell('title'), 500);
  const stars = readStars(row.cell('stars'));
  if (title === '' || stars === undefined) {
    collector.reject(
      row.line,
      row.text,
      title === '' ? 'It has no title.' : `“${row.cell('stars').slice(0, 20)}” is not a number of stars.`,
    );
    return;
  }
  const leaveOut = (reason: string) => collector.leaveOut(row.line, title, reason);
  if (row.cell('title').length > 500) leaveOut('Its title was cut after 500 characters.');
  if (!stars.exact) leaveOut(`${row.cell('stars')} stars became ${(stars.rating ?? 0) / 2}: there are halves here.`);
  if (row.cell('privateNotes') !== '') leaveOut('Its private notes have no place here.');
  const days = daysOf(row, leaveOut);
  const draft = { ...bookOf(row, title, days, leaveOut), rating: stars.rating, ...refsOf(row, source) };
  const key = bookKey(row, draft);
  collector.item({ line: row.line, key, draft, addedAt: readAdded(row.cell('added'), leaveOut) });
  if (draft.status !== 'done') return;
  const times = Math.max(days.length, Math.min(maxTimes, readWhole(row.cell('times'), 0, 100_000) ?? 0));
  const dated = Array.from({ length: times - days.length }, () => null as string | null).concat(days);
  for (const [index, on_day] of dated.entries())
    collector.entry({
      line: row.line,
      // A reading is known by its day; those without one are counted.
      key: `${key}:${on_day ?? `undated-${index + 1}`}`.slice(0, 300),
      itemKey: key,
      draft: { ...entryOf('finished', on_day), again: index > 0 },
    });
}

function bookOf(row: MediaRow, title: string, days: readonly string[], leaveOut: (reason: string) => void): MediaDraft {
  const shelf = row.cell('shelf').toLowerCase();
  const isRead = days.length > 0 || (readWhole(row.cell('times'), 0, 100_000) ?? 0) > 0;
  const status = shelves[shelf] ?? (isRead ? 'done' : 'planned');
  const codes = row.cells('isbn').map((cell) => cell.replace(/^="(.*)"$/, '$1').trim());
  const isbn = codes.map(readIsbn).find((code) => code !== undefined) ?? null;
  const wrong = codes.find((code) => /^[\d -]{9,17}[\dXx]?$/.test(code));
  if (isbn === null && wrong !== undefined) leaveOut(`The check digit of the ISBN ${wrong} is wrong.`);
  const tags = readNames(row.cell('tags'), 50).filter((tag) => tag.toLowerCase() !== shelf && shelves[tag.toLowerCase()] === undefined);
  return {
    ...draftOf('book', title),
    creators: readNames([row.cell('creators'), row.cell('moreCreators')].join(','), 30),
    year: readNumberCell('year', row.cells('year').find((cell) => cell !== '') ?? '', [-4000, 2200], leaveOut),
    pages: readNumberCell('number of pages', row.cell('pages'), [1, 100_000], leaveOut),
    isbn,
    status,
    tags: shelves[shelf] === undefined && shelf !== '' ? [...new Set([readLine(shelf, 120), ...tags])] : tags,
    review: cutReview(plainText(row.cell('review')), leaveOut),
  };
}

/** The days on which it was finished, the earliest first: `2021/05/01-2021/05/20` counts by its end. */
function daysOf(row: MediaRow, leaveOut: (reason: string) => void): readonly string[] {
  const spans = row.cell('days').split(/[,;]/);
  const said = [...spans.map((span) => [...span.matchAll(/\d{4}[-/]\d{1,2}[-/]\d{1,2}/g)].at(-1)?.[0] ?? span.trim()), row.cell('lastDay')];
  const days = said
    .filter((text) => text !== '')
    .flatMap((text) => {
      const day = readDay(text);
      if (day === undefined) leaveOut(`“${text.slice(0, 20)}” is not a date.`);
      return day === undefined ? [] : [day];
    });
  return [...new Set(days)].sort();
}

function refsOf(row: MediaRow, source: string): Pick<MediaDraft, 'refs'> {
  const id = row.cell('goodreads');
  return { refs: source === 'goodreads' && /^\d{1,20}$/.test(id) ? [`goodreads:${id}`] : [] };
}

function bookKey(row: MediaRow, { isbn, title, creators }: MediaDraft): string {
  const id = row.cell('goodreads');
  return (id !== '' ? readLine(id, 100) : (isbn ?? `${title} | ${creators[0] ?? ''}`)).slice(0, 260);
}
