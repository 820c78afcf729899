import type { Day } from '../../tasks/day.ts';

/** A day of the calendar from `2026-11-22` or `2026/11/22`; `undefined` for anything else, also for 30 February. */
export function readDay(text: string): Day | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text.trim()) ?? [];
  if (year === '') return undefined;
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${read}T12:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== read) return undefined;
  return read >= '1870-01-01' && read <= '2200-12-31' ? read : undefined;
}

/** The moment that a record counts as made at, from the day it was added elsewhere. */
export function momentOf(text: string): string | undefined {
  const day = readDay(text);
  return day === undefined || day < '1900-01-02' ? undefined : `${day}T12:00:00.000Z`;
}

/** Half stars from a number of stars, halves included; `0` and nothing are no rating. `exact` is false where it was rounded. */
export function readStars(text: string): { readonly rating: number | null; readonly exact: boolean } | undefined {
  if (text === '') return { rating: null, exact: true };
  const stars = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || stars > 5) return undefined;
  if (stars === 0) return { rating: null, exact: true };
  const rating = Math.max(1, Math.round(stars * 2));
  return { rating, exact: rating === stars * 2 };
}

/** Half stars from a rating of 1 to 10. */
export function readHalfStars(text: string): { readonly rating: number | null; readonly exact: boolean } | undefined {
  if (text === '') return { rating: null, exact: true };
  const rating = Number(text);
  return Number.isInteger(rating) && rating >= 1 && rating <= 10 ? { rating, exact: true } : undefined;
}

/** A whole number within bounds, else `null`. */
export function readWhole(text: string, from: number, to: number): number | null {
  if (!/^-?\d{1,6}$/.test(text)) return null;
  const value = Number(text);
  return value >= from && value <= to ? value : null;
}

/** A cell with a whole number, and `0` for none. What is no such number within the bounds is left out, and said by the cell's `name`. */
export function readNumberCell(
  name: string,
  text: string,
  [from, to]: readonly [from: number, to: number],
  leaveOut: (reason: string) => void,
): number | null {
  const value = readWhole(text, from, to);
  if (value === null && text !== '' && !/^0+$/.test(text)) leaveOut(`“${text.slice(0, 20)}” is no ${name}.`);
  return value;
}

/** The longest review or note, in characters; what is longer is cut, and said. */
const longestReview = 20_000;

/** Cuts a review that is longer than one may be, and says so. */
export function cutReview(text: string, leaveOut: (reason: string) => void): string {
  if (text.length > longestReview) leaveOut('Its review was cut after 20,000 characters.');
  return text.slice(0, longestReview);
}

/** The moment from the day that a row was added; a cell that is no day is left out, and said. */
export function readAdded(text: string, leaveOut: (reason: string) => void): string | undefined {
  const at = momentOf(text);
  if (at === undefined && text !== '') leaveOut(`“${text.slice(0, 20)}” is not a date.`);
  return at;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what the table refuses is what must be left out.
const unprintable = /[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]+/g;

/** One line without control characters, at most so long. */
export function readLine(text: string, max: number): string {
  return text.replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, max).trim();
}

/** Names between commas, each once, as many as an item may have. */
export function readNames(text: string, maxNames: number): string[] {
  const names = text.split(',').map((name) => readLine(name, 120));
  const kept: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length;
    if (name !== '' && !kept.includes(name) && kept.length < maxNames && length <= 2000) kept.push(name);
  }
  return kept;
}

/** The id at the end of an address, as `refs` may hold it. */
export function lastPathPart(address: string): string | undefined {
  const [, id] = /\/([A-Za-z0-9._-]{1,80})\/?$/.exec(address.trim()) ?? [];
  return id;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", nbsp: ' ' };

/** The text of a review that was written in a little HTML: breaks become lines, other tags go. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, '')
    .replaceAll(/&(#39|\w{2,4});/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll('\u0000', '')
    .trim();
}
