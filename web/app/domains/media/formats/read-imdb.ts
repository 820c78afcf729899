import { draftOf, type MediaKind } from '../media.ts';
import { collectFile, type MediaFile } from './media-file.ts';
import type { MediaTable } from './media-table.ts';
import { readAdded, readHalfStars, readLine, readNames, readNumberCell } from './read-cells.ts';

/** What IMDb calls its kinds, without spaces and in small letters: ratings write `TV Series` or `tvSeries`. */
const kinds: Readonly<Record<string, MediaKind>> = {
  movie: 'film',
  tvmovie: 'film',
  short: 'film',
  tvshort: 'film',
  tvspecial: 'film',
  video: 'film',
  tvseries: 'show',
  tvminiseries: 'show',
};

/** Episodes stand in the diary of their show by season and number, and none is made up. */
const noEpisodes = 'It is an episode, and the file names neither its season nor its number. Mark it in the diary of its show.';

/**
 * Reads a list, watchlist or ratings of IMDb. What was rated is done, the rest is planned; the day of a rating is none of watching,
 * and is left out. `undefined` where it is no such file.
 */
export function readImdb(table: MediaTable): MediaFile | undefined {
  if (!table.has('const')) return undefined;
  const collector = collectFile();
  for (const row of table.rows) {
    const title = readLine(row.cell('title'), 500);
    const id = row.cell('imdb');
    const type = row.cell('type');
    const kind = type === '' ? 'film' : kinds[type.replaceAll(/\s/g, '').toLowerCase()];
    const rated = readHalfStars(row.cell('halfStars'));
    if (title === '') collector.reject(row.line, row.text, 'It has no title.');
    else if (!/^tt\d{5,10}$/.test(id)) collector.reject(row.line, title, `“${id.slice(0, 20)}” is not an IMDb id.`);
    else if (/^tv\s?episode$/i.test(type)) collector.reject(row.line, title, noEpisodes);
    else if (kind === undefined) collector.reject(row.line, title, `It is a ${type}: there are films and shows here.`);
    else if (rated === undefined) collector.reject(row.line, title, 'Its rating is none from 1 to 10.');
    else {
      const leaveOut = (reason: string) => collector.leaveOut(row.line, title, reason);
      collector.item({
        line: row.line,
        key: id,
        addedAt: readAdded(row.cell('added'), leaveOut),
        draft: {
          ...draftOf(kind, title),
          year: readNumberCell('year', row.cell('year'), [1870, 2200], leaveOut),
          creators: readNames(row.cell('creators'), 30),
          runtime_min: readNumberCell('number of minutes', row.cell('minutes'), [1, 6000], leaveOut),
          status: rated.rating === null ? 'planned' : 'done',
          rating: rated.rating,
          refs: [`imdb:${id}`],
        },
      });
    }
  }
  return { source: 'imdb', label: 'IMDb', kinds: ['film', 'show'], ...collector.result() };
}
