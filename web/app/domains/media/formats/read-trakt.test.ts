import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { editRows, type MediaRows } from '../sample-media.ts';
import { readMediaFile } from './read-media-file.ts';

const now = new Date('2026-11-22T12:00:00Z');
const nothing: MediaRows = { items: [], entries: [] };
const films = { kinds: ['film', 'show'], elsewhere: 'it holds books.' } as const;

const film = { title: 'Inception', year: 2010, ids: { trakt: 16662, slug: 'inception-2010', imdb: 'tt1375666', tmdb: 27205 } };
const show = { title: 'Dark', year: 2017, ids: { trakt: 121, slug: 'dark', imdb: 'tt5753856', tmdb: 70523 } };
const episode = (season: number, number: number) => ({ season, number, title: 'Secrets', ids: { trakt: 1000 * season + number } });

/** As the service's interface and its export write them; moments at noon, so that no time zone moves a day. */
const exported = {
  'watched/history-1.json': [
    { id: 11, watched_at: '2024-03-02T12:00:00.000Z', action: 'watch', type: 'movie', movie: film },
    { id: 12, watched_at: '2023-03-02T12:00:00.000Z', action: 'scrobble', type: 'movie', movie: film },
    { id: 13, watched_at: '2024-05-01T12:00:00.000Z', action: 'watch', type: 'episode', episode: episode(1, 1), show },
    { id: 14, watched_at: 'soon', action: 'watch', type: 'episode', episode: episode(1, 2), show },
  ],
  'watched/watched-shows.json': [
    {
      plays: 4,
      last_watched_at: '2024-05-03T12:00:00.000Z',
      show,
      seasons: [
        {
          number: 1,
          episodes: [
            { number: 1, plays: 1, last_watched_at: '2024-05-01T12:00:00.000Z' },
            { number: 3, plays: 2, last_watched_at: '2024-05-03T12:00:00.000Z' },
          ],
        },
      ],
    },
  ],
  'ratings/ratings-movies.json': [{ rated_at: '2024-03-03T12:00:00.000Z', rating: 9, type: 'movie', movie: film }],
  'ratings/ratings-episodes.json': [
    { rated_at: '2024-05-02T12:00:00.000Z', rating: 8, type: 'episode', episode: episode(1, 1), show },
    { rated_at: '2024-05-02T12:00:00.000Z', rating: 7, type: 'episode', episode: episode(2, 5), show },
  ],
  'ratings/ratings-seasons.json': [{ rated_at: '2024-05-02T12:00:00.000Z', rating: 8, type: 'season', season: { number: 1 }, show }],
  'lists/lists-watchlist.json': [
    { rank: 1, listed_at: '2025-01-05T12:00:00.000Z', type: 'movie', movie: { title: 'The Third Man', year: 1949, ids: { trakt: 2 } } },
    { rank: 2, listed_at: '2025-01-05T12:00:00.000Z', type: 'person', person: { name: 'Orson Welles' } },
  ],
  'lists/lists-list-371-best-of.json': [{ rank: 1, listed_at: '2025-01-06T12:00:00.000Z', type: 'movie', movie: film }],
  'user/user-profile.json': { username: 'viewer' },
  'user/comments.json': [{ comment: { id: 1, comment: 'Great' }, type: 'movie' }],
};

const archive = zipSync(Object.fromEntries(Object.entries(exported).map(([name, rows]) => [name, strToU8(JSON.stringify(rows))])));

function plan(name: string, bytes: Uint8Array, present: MediaRows) {
  const reading = readMediaFile(name, bytes, present, films, now);
  if ('fault' in reading) throw new Error(reading.fault);
  return reading;
}

test('an archive of Trakt becomes films and shows with every play, ratings of episodes, a watchlist and tags', () => {
  const { form, plan: planned } = plan('trakt.zip', archive, nothing);
  const { items, entries } = editRows(nothing, planned.together, now);
  expect(form).toBe('Trakt, 9 files of an archive');
  expect(items.map(({ kind, title, year, status, rating, tags, refs }) => ({ kind, title, year, status, rating, tags, refs }))).toEqual([
    {
      ...{ kind: 'film', title: 'Inception', year: 2010, status: 'done', rating: 9, tags: ['best of'] },
      refs: ['imdb:tt1375666', 'tmdb:movie-27205', 'trakt:film-16662'],
    },
    {
      ...{ kind: 'show', title: 'Dark', year: 2017, status: 'active', rating: null, tags: [] },
      refs: ['imdb:tt5753856', 'tmdb:tv-70523', 'trakt:show-121'],
    },
    { kind: 'film', title: 'The Third Man', year: 1949, status: 'planned', rating: null, tags: [], refs: ['trakt:film-2'] },
  ]);
  expect(entries.map(({ kind, on_day, season, episode: number, rating, again }) => [kind, on_day, season, number, rating, again])).toEqual([
    ['finished', '2023-03-02', null, null, null, false],
    ['finished', '2024-03-02', null, null, null, true],
    ['progress', '2024-05-01', 1, 1, 8, false],
    ['progress', null, 1, 2, null, false],
    ['progress', '2024-05-03', 1, 3, null, false],
    ['progress', null, 2, 5, 7, false],
  ]);
  expect(planned.partial.map(({ reason }) => reason)).toEqual([
    '“soon” is not a date.',
    'One play has no day in this file. The history has them.',
    'The rating of a season has no place here.',
  ]);
  expect(planned.rejected.map(({ reason }) => reason)).toEqual(['It is not a film, a show or an episode.']);
});

test('the same archive again adds nothing, and its files one after the other come to the same', () => {
  const { plan: planned } = plan('trakt.zip', archive, nothing);
  const rows = editRows(nothing, planned.together, now);
  const again = plan('trakt.zip', archive, rows).plan;
  expect([again.fresh, again.changed, again.edits]).toEqual([[], [], []]);
  const history = strToU8(JSON.stringify(exported['watched/history-1.json']));
  expect(plan('history-1.json', history, rows).plan.fresh).toEqual([]);
});

test('JSON that is no export, and one that ends early, are refused by name', () => {
  const fault = (text: string) => {
    const reading = readMediaFile('some.json', strToU8(text), nothing, films, now);
    return 'fault' in reading ? reading.fault : undefined;
  };
  expect(fault('[]')).toBe('some.json is not a file that can be read here.');
  expect(fault('[{"a":1}]')).toBe('some.json is not a file that can be read here.');
  expect(fault(JSON.stringify(exported['watched/history-1.json']).slice(0, -40))).toMatch(/ends/);
});
