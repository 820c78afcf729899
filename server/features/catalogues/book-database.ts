import { type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type ForeignReads, jsonReader } from '../../foreign/reader.ts';
import type { QuietLog } from '../../quiet-log.ts';
import { askJson, bareMedia, type FoundMedia, type LookUpFailure, yearOf } from './found-media.ts';

/** As openlibrary.org/dev/docs/api/search documents it. */
const searchSchema = z.object({
  docs: z.array(
    z.object({
      key: z.string(),
      title: z.string().min(1),
      author_name: z.array(z.string()).default([]),
      first_publish_year: z.number().int().nullish(),
      number_of_pages_median: z.number().int().nullish(),
      cover_i: z.number().int().nullish(),
    }),
  ),
});

/** As openlibrary.org/dev/docs/api/books documents `jscmd=data`. */
const bookSchema = z.object({
  key: z.string(),
  title: z.string().min(1),
  authors: z.array(z.object({ name: z.string() })).default([]),
  number_of_pages: z.number().int().nullish(),
  publish_date: z.string().nullish(),
  cover: z.object({ medium: z.string() }).nullish(),
});
const booksSchema = z.record(z.string(), bookSchema);

/** Reads what a search found. */
export const bookSearchReader = jsonReader('book-search', searchSchema);

/** Reads editions by their ISBN. */
export const booksReader = jsonReader('books', booksSchema);

/** Open Library, which wants no key but whoever asks to be named. */
export type BookDatabase = {
  readonly search: (query: string, signal: AbortSignal) => Promise<Result<readonly FoundMedia[], LookUpFailure>>;
  /** The edition of an ISBN of 13 digits. */
  readonly findIsbn: (isbn: string, signal: AbortSignal) => Promise<Result<readonly FoundMedia[], LookUpFailure>>;
};

/** Makes it. `baseUrl` has no trailing slash; `askedBy` is this site's address. */
export function createBookDatabase(options: {
  readonly reads: ForeignReads;
  readonly baseUrl: string;
  readonly askedBy: () => string;
  readonly log: QuietLog;
}): BookDatabase {
  const { reads, baseUrl, askedBy, log } = options;
  const headers = () => ({ 'user-agent': `Castellan (${askedBy()})` });
  return {
    search: async (query, signal) => {
      const fields = 'key,title,author_name,first_publish_year,number_of_pages_median,cover_i';
      const parameters = new URLSearchParams({ q: query, limit: '12', fields });
      const asked = await askJson(
        reads,
        log,
        { url: `${baseUrl}/search.json?${parameters}`, headers: headers(), signal },
        bookSearchReader,
      );
      if (!asked.ok) return asked;
      return succeed(
        (asked.value?.docs ?? []).map((doc) => ({
          ...bareMedia('book', doc.title),
          creators: doc.author_name.slice(0, 10).map((name) => name.slice(0, 120)),
          year: yearWithin(doc.first_publish_year),
          pages: pagesOf(doc.number_of_pages_median),
          refs: refsOf(doc.key),
          cover: doc.cover_i !== null && doc.cover_i !== undefined && doc.cover_i > 0 ? `book:${doc.cover_i}` : null,
        })),
      );
    },
    findIsbn: async (isbn, signal) => {
      const parameters = new URLSearchParams({ bibkeys: `ISBN:${isbn}`, format: 'json', jscmd: 'data' });
      const asked = await askJson(reads, log, { url: `${baseUrl}/api/books?${parameters}`, headers: headers(), signal }, booksReader);
      if (!asked.ok) return asked;
      const book = asked.value?.[`ISBN:${isbn}`];
      if (book === undefined) return succeed([]);
      const [, cover] = /\/b\/id\/(\d{1,12})-M\.jpg$/.exec(book.cover?.medium ?? '') ?? [];
      return succeed([
        {
          ...bareMedia('book', book.title),
          creators: book.authors.slice(0, 10).map(({ name }) => name.slice(0, 120)),
          year: yearOf(book.publish_date),
          pages: pagesOf(book.number_of_pages),
          isbn,
          refs: refsOf(book.key),
          cover: cover === undefined ? null : `book:${cover}`,
        },
      ]);
    },
  };
}

const yearWithin = (year: number | null | undefined) =>
  year !== null && year !== undefined && year >= -4000 && year <= 2200 ? year : null;
const pagesOf = (pages: number | null | undefined) =>
  pages !== null && pages !== undefined && pages > 0 && pages <= 100_000 ? pages : null;

function refsOf(key: string): readonly string[] {
  const [, id] = /^\/(?:books|works)\/(OL\d{1,12}[MW])$/.exec(key) ?? [];
  return id === undefined ? [] : [`openlibrary:${id}`];
}
