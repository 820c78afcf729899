import { fail, type Result, succeed } from '@castellan/foundation/result';
import { readDay, readLine, readNames, readWhole } from '../formats/read-cells.ts';
import { readIsbn } from '../isbn.ts';
import type { MediaDraft } from '../media.ts';

/** What the form of an item holds, as typed. */
export type TypedItem = Readonly<
  Record<'title' | 'creators' | 'year' | 'isbn' | 'pages' | 'runtime' | 'seasons' | 'planned' | 'tags' | 'review', string>
>;

/** What is wrong, in a sentence, and with which field. */
export type ItemFault = { readonly code: 'item_refused'; readonly field: keyof TypedItem; readonly sentence: string };

/** The fields of an item that its form changes. */
export type ItemFields = Pick<
  MediaDraft,
  'title' | 'creators' | 'year' | 'isbn' | 'pages' | 'runtime_min' | 'seasons' | 'planned_on' | 'tags' | 'review'
>;

/** Reads an item's form. */
export function readItemForm(typed: TypedItem): Result<ItemFields, ItemFault> {
  const refuse = (field: keyof TypedItem, sentence: string) => fail({ code: 'item_refused' as const, field, sentence });
  const title = readLine(typed.title, 1000);
  if (title === '' || title.length > 500) return refuse('title', 'A title has 1 to 500 characters.');
  const year = readWhole(typed.year.trim(), -4000, 2200);
  if (typed.year.trim() !== '' && year === null) return refuse('year', 'A year between -4000 and 2200.');
  const isbn = readIsbn(typed.isbn);
  if (typed.isbn.trim() !== '' && isbn === undefined) return refuse('isbn', 'Not a valid ISBN: the check digit is wrong.');
  const pages = readWhole(typed.pages.trim(), 1, 100_000);
  if (typed.pages.trim() !== '' && pages === null) return refuse('pages', 'A whole number, 1 to 100000.');
  const runtime = readWhole(typed.runtime.trim(), 1, 6000);
  if (typed.runtime.trim() !== '' && runtime === null) return refuse('runtime', 'Whole minutes, 1 to 6000.');
  const seasons =
    typed.seasons.trim() === ''
      ? []
      : typed.seasons
          .split(/[,\s]+/)
          .filter((part) => part !== '')
          .map((part) => readWhole(part, 1, 3000));
  if (seasons.some((count) => count === null) || seasons.length > 100)
    return refuse('seasons', 'Numbers of episodes between commas, one for each season, such as 10, 8, 8.');
  const planned = typed.planned === '' ? null : readDay(typed.planned);
  if (planned === undefined || (planned !== null && planned < '1970-01-01')) return refuse('planned', 'A day from 1970 on.');
  if (typed.review.length > 20_000) return refuse('review', 'A review has at most 20000 characters.');
  return succeed({
    title,
    creators: readNames(typed.creators, 30),
    year,
    isbn: isbn ?? null,
    pages,
    runtime_min: runtime,
    seasons: seasons.flatMap((count) => (count === null ? [] : [count])),
    planned_on: planned,
    tags: readNames(typed.tags.replaceAll('#', ''), 50),
    review: typed.review.replaceAll('\u0000', ''),
  });
}
