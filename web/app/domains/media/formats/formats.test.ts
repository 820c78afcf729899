import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../../tests/support/cpu-time.ts';
import { overlappingZip } from '../../exchange/testing/overlapping-zip.ts';
import { isbn10Of } from '../isbn.ts';
import { draftOf, entriesByItem, type MediaEntry, type MediaItem } from '../media.ts';
import { mediaEntrySchema, mediaItemSchema, mediaStatuses } from '../media-row.ts';
import { editRows, type MediaRows } from '../sample-media.ts';
import { formatGoodreads, formatLetterboxd, formatLetterboxdWatchlist } from './export-media.ts';
import { formatOwnJson } from './own-json.ts';
import type { MediaPlan } from './plan-media.ts';
import { readMediaFile } from './read-media-file.ts';

const now = new Date('2026-11-22T12:00:00Z');
const nothing: MediaRows = { items: [], entries: [] };
const films = { kinds: ['film', 'show'], elsewhere: 'it holds books.' } as const;
const books = { kinds: ['book'], elsewhere: 'it holds films.' } as const;

function plan(name: string, content: string | Uint8Array, present: MediaRows, wanted: typeof films | typeof books): MediaPlan {
  const reading = readMediaFile(name, typeof content === 'string' ? strToU8(content) : content, present, wanted, now);
  if ('fault' in reading) throw new Error(reading.fault);
  return reading.plan;
}

const take = (rows: MediaRows, { together }: MediaPlan) => editRows(rows, together, now);
const fault = (name: string, content: Uint8Array | string, wanted: typeof films | typeof books = films) => {
  const reading = readMediaFile(name, typeof content === 'string' ? strToU8(content) : content, nothing, wanted, now);
  return 'fault' in reading ? reading.fault : undefined;
};
const titles = ({ items }: MediaRows) => items.map(({ title, year }) => `${title} (${year})`);

/**
 * The layout of an export of Letterboxd, as its help pages and the mock data of FuzzyGrim/Yamtrack
 * (src/integrations/tests/mock_data/import_letterboxd_csvs) have it: films and entries have addresses of their own.
 */
const letterboxd = {
  'watched.csv':
    'Date,Name,Year,Letterboxd URI\n2026-08-18,The Godfather,1972,https://boxd.it/2aNK\n2026-08-18,The Godfather Part III,1990,https://boxd.it/2aN6\n2026-08-19,Filipiñana,2026,https://boxd.it/WTr2\n',
  'ratings.csv':
    'Date,Name,Year,Letterboxd URI,Rating\n2026-08-18,The Godfather,1972,https://boxd.it/2aNK,5\n2026-08-19,Filipiñana,2026,https://boxd.it/WTr2,3.5\n',
  'diary.csv':
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2026-08-18,The Godfather Part III,1990,https://boxd.it/fTOIKH,,,,2026-04-14\n2026-08-18,The Godfather,1972,https://boxd.it/fTOHCx,5,,"mafia, classic",2026-08-18\n2026-08-18,The Godfather Part III,1990,https://boxd.it/fTOKU5,,Yes,,2026-08-18\n',
  'reviews.csv':
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n2026-08-18,The Godfather Part III,1990,https://boxd.it/fTOKU5,,Yes,"even better, the ""second"" time\nand longer",,2026-08-18\n',
  'watchlist.csv': 'Date,Name,Year,Letterboxd URI\n2026-08-18,The Odyssey,2026,https://boxd.it/QFQU\n',
  'likes/films.csv': 'Date,Name,Year,Letterboxd URI\n2026-08-18,The Godfather,1972,https://boxd.it/2aNK\n',
  'deleted/diary.csv':
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2020-01-01,Gone,2001,https://boxd.it/x,1,,,2020-01-01\n',
  'lists/best-of-all.csv':
    'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2026-08-19,"Best, of all",,https://boxd.it/LLLL,"Two\nlines"\n\nPosition,Name,Year,URL,Description\n1,The Godfather,1972,https://boxd.it/2aNK,\n2,The Odyssey,2026,https://boxd.it/QFQU,\n3,,1999,https://boxd.it/none,\n',
  'deleted/lists/gone.csv':
    'Letterboxd list export v7\nDate,Name\n2020-01-01,Gone\n\nPosition,Name,Year,URL\n1,Gone,2001,https://boxd.it/x\n',
  'profile.csv': 'Date Joined,Username\n2020-01-01,viewer\n',
};
const archive = (files: Readonly<Record<string, string>>, folder = '') =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}${name}`, strToU8(text)])));

test('an archive of Letterboxd becomes films with half stars, viewings with their notes, and a watchlist', () => {
  const taken = plan('letterboxd.zip', archive(letterboxd), nothing, films);
  const rows = take(nothing, taken);
  expect(titles(rows)).toEqual(['The Godfather (1972)', 'The Godfather Part III (1990)', 'Filipiñana (2026)', 'The Odyssey (2026)']);
  expect(rows.items.map(({ status, rating, favourite, refs, tags }) => ({ status, rating, favourite, refs, tags }))).toEqual([
    { status: 'done', rating: 10, favourite: true, refs: ['letterboxd:2aNK'], tags: ['Best of all', 'mafia', 'classic'] },
    { status: 'done', rating: null, favourite: false, refs: ['letterboxd:2aN6'], tags: [] },
    { status: 'done', rating: 7, favourite: false, refs: ['letterboxd:WTr2'], tags: [] },
    { status: 'planned', rating: null, favourite: false, refs: ['letterboxd:QFQU'], tags: ['Best of all'] },
  ]);
  const third = rows.items[1]?.id ?? '';
  expect(
    entriesByItem(rows.entries)
      .get(third)
      ?.map(({ on_day, again, note }) => ({ on_day, again, note })),
  ).toEqual([
    { on_day: '2026-04-14', again: false, note: '' },
    { on_day: '2026-08-18', again: true, note: 'even better, the "second" time\nand longer' },
  ]);
  expect(rows.entries).toHaveLength(3);
  expect(taken.partial).toEqual([]);
  expect(taken.rejected.map(({ line, reason }) => `${line} ${reason}`)).toEqual(['9 It has no name.']);
});

test('the archive again adds nothing, also from within a folder; nor does a table of it by itself', () => {
  const rows = take(nothing, plan('letterboxd.zip', archive(letterboxd), nothing, films));
  for (const content of [archive(letterboxd), archive(letterboxd, 'letterboxd-viewer-2026-08-19/')])
    expect(plan('again.zip', content, rows, films)).toMatchObject({ fresh: [], changed: [], edits: [] });
  for (const [name, text] of Object.entries(letterboxd).filter(([name]) => /^(watch|rat|diary|review)/.test(name)))
    expect([name, plan(name, text, rows, films).edits]).toEqual([name, []]);
});

test('the tables one after the other come to what the archive does', () => {
  let rows: MediaRows = nothing;
  for (const name of ['diary.csv', 'reviews.csv', 'watched.csv', 'ratings.csv', 'watchlist.csv'] as const)
    rows = take(rows, plan(name, letterboxd[name], rows, films));
  expect(titles(rows).toSorted()).toEqual(titles(take(nothing, plan('l.zip', archive(letterboxd), nothing, films))).toSorted());
  expect(rows.entries).toHaveLength(3);
  expect(plan('l.zip', archive(letterboxd), rows, films).fresh).toEqual([]);
});

/** The columns of IMDb's lists and ratings; kinds and an id without `tt` as in FuzzyGrim/Yamtrack (import_imdb.csv). */
const imdb =
  'Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated\n' +
  '1,tt0468569,2023-07-09,2024-02-01,,The Dark Knight,The Dark Knight,https://www.imdb.com/title/tt0468569/,Movie,9,152,2008,"Action, Crime",3041074,2008-07-18,Christopher Nolan,8,2025-02-02\n' +
  '1,tt0468569,2023-07-10,2024-02-02,,The Dark Knight,The Dark Knight,https://www.imdb.com/title/tt0468569/,Movie,9,152,2008,"Action, Crime",3041074,2008-07-18,Christopher Nolan,,\n' +
  '3,tt0944947,2023-07-12,2024-02-04,,Game of Thrones,Game of Thrones,https://www.imdb.com/title/tt0944947/,TV Series,9.2,60,2011,Action,2452496,2011-04-17,,,\n' +
  '4,16968450,2023-07-13,2024-02-05,,The Wonderful Story of Henry Sugar,,,Short,7.4,40,2023,Short,81803,2023-09-27,Wes Anderson,,\n' +
  '5,tt6027920,2023-07-14,2024-02-06,,Game of Thrones: The Iron Throne,,,TV Episode,4,80,2019,Action,273578,2019-05-19,"David Benioff, D.B. Weiss",,\n' +
  '11,tt2140553,2023-07-20,2024-02-12,,The Last of Us,,,Video Game,9.7,,2013,Action,85208,2013-06-14,"Neil Druckmann, Bruce Straley",,\n' +
  '7,tt7366338,2023-07-16,2024-02-08,,Chernobyl,,,tvMiniSeries,9.3,60,2019,Drama,960212,2019-05-06,,11,\n';

test('of IMDb films and shows are taken, what was rated is done, and the rest is named with its reason', () => {
  const taken = plan('ratings.csv', imdb, nothing, films);
  const rows = take(nothing, taken);
  expect(
    rows.items.map(({ kind, title, status, rating, runtime_min, creators }) => [kind, title, status, rating, runtime_min, creators]),
  ).toEqual([
    ['film', 'The Dark Knight', 'done', 8, 152, ['Christopher Nolan']],
    ['show', 'Game of Thrones', 'planned', null, 60, []],
  ]);
  expect(taken.duplicate).toHaveLength(1);
  expect(taken.rejected.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '5 “16968450” is not an IMDb id.',
    '6 It is an episode, and the file names neither its season nor its number. Mark it in the diary of its show.',
    '7 It is a Video Game: there are films and shows here.',
    '8 Its rating is none from 1 to 10.',
  ]);
  expect(plan('ratings.csv', imdb, rows, films).edits).toEqual([]);
});

/** Columns, ISBN cells and rows as in bookwyrm-social/bookwyrm (bookwyrm/tests/data/goodreads.csv) and FuzzyGrim/Yamtrack. */
const goodreads31 =
  'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Recommended For,Recommended By,Owned Copies,Original Purchase Date,Original Purchase Location,Condition,Condition Description,BCID\n' +
  '42036538,Gideon the Ninth (The Locked Tomb #1),Tamsyn Muir,"Muir, Tamsyn",,"=""1250313198""","=""9781250313195""",0,4.20,Tor,Hardcover,448,2019,2019,2020/10/25,2020/10/21,,,read,,,,1,,,0,,,,,\n' +
  '52691223,Subcutanean,Aaron A. Reed,"Reed, Aaron A.",,"=""""","=""""",0,4.45,,Paperback,232,2020,,2020/03/06,2020/03/05,,,read,,,,1,,,0,,,,,\n' +
  '28694510,Patisserie at Home,Mélanie Dupuis,"Dupuis, Mélanie",Anne Cazor,"=""0062445316""","=""9780062445315""",2,4.60,Harper Design,Hardcover,288,2016,,,2019/07/08,,,read,"Good:<br/> - well illustrated &amp; <i>precise</i>",,,2,,,0,,,,,\n';
const goodreads24 =
  'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n' +
  '28825810,"Ghosts of the Tristan Basin (Powder Mage, #0.8)",Brian  McClellan,"McClellan, Brian",,"=""""","=""""",0,4.29,Amazon,Kindle Edition,90,2016,2016,,2025/07/02,to-read,to-read (#30),to-read,,,,0,0\n' +
  '39298848,"White Sand, Volume 3 (White Sand, #3)",Brandon Sanderson,"Sanderson, Brandon","Rik Hoskin, Fritz Casas","=""""","=""9781606908854""",3,3.64, Dynamite,Hardcover,160,2019,2019,2021/13/45,2021/08/11,comics,,currently-reading,,,,1,0\n' +
  '1,,Nobody,,,,,0,,,,,,,,,,,read,,,,0,0\n';

test('a library of Goodreads is read with 31 and with 24 columns: shelves, ISBN, days, rereads and reviews', () => {
  const taken = plan('goodreads.csv', goodreads31, nothing, books);
  const rows = take(nothing, taken);
  expect(
    rows.items.map(({ title, creators, isbn, rating, pages, year, status }) => [title, creators, isbn, rating, pages, year, status]),
  ).toEqual([
    ['Gideon the Ninth (The Locked Tomb #1)', ['Tamsyn Muir'], '9781250313195', null, 448, 2019, 'done'],
    ['Subcutanean', ['Aaron A. Reed'], null, null, 232, 2020, 'done'],
    ['Patisserie at Home', ['Mélanie Dupuis', 'Anne Cazor'], '9780062445315', 4, 288, 2016, 'done'],
  ]);
  expect(rows.items[2]?.review).toBe('Good:\n - well illustrated & precise');
  expect(rows.entries.map(({ on_day, again }) => [on_day, again])).toEqual([
    ['2020-10-25', false],
    ['2020-03-06', false],
    [null, false],
    [null, true],
  ]);
  expect(plan('goodreads.csv', goodreads31, rows, books).edits).toEqual([]);
  const short = plan('goodreads.csv', goodreads24, rows, books);
  expect(
    take(rows, short)
      .items.slice(3)
      .map(({ title, creators, status, tags }) => [title, creators, status, tags]),
  ).toEqual([
    ['Ghosts of the Tristan Basin (Powder Mage, #0.8)', ['Brian McClellan'], 'planned', []],
    ['White Sand, Volume 3 (White Sand, #3)', ['Brandon Sanderson', 'Rik Hoskin', 'Fritz Casas'], 'active', ['comics']],
  ]);
  expect(short.rejected.map(({ reason }) => reason)).toEqual(['It has no title.']);
  expect(short.partial.map(({ reason }) => reason)).toEqual([
    '“2021/13/45” is not a date.',
    'The check digit of the ISBN 9781606908854 is wrong.',
  ]);
});

/** As in bookwyrm-social/bookwyrm (bookwyrm/tests/data/storygraph.csv). */
const storygraph =
  'Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,Content Warnings,Content Warning Description,Tags,Owned?\n' +
  'Always Coming Home,"Ursula K. Le Guin, Todd Barton, Margaret Chodos-Irvine","",9780520227354,,to-read,2021/05/10,"","",0,"",,,,,,,,,"",,"",No\n' +
  'Subprime Attention Crisis,Tim Hwang,"",0374538654,,read,2021/05/10,2021/05/20,"2019/01/02-2019/02/03, 2021/05/11-2021/05/20",2,informative,fast,,,,,,3.75,"","","","",No\n';

test('a library of StoryGraph is read, with ten-digit ISBN, spans of days, and quarters of a star rounded and said', () => {
  const taken = plan('storygraph.csv', storygraph, nothing, books);
  const rows = take(nothing, taken);
  expect(rows.items.map(({ title, isbn, status, rating }) => [title, isbn, status, rating])).toEqual([
    ['Always Coming Home', '9780520227354', 'planned', null],
    ['Subprime Attention Crisis', '9780374538651', 'done', 8],
  ]);
  expect(rows.entries.map(({ on_day, again }) => [on_day, again])).toEqual([
    ['2019-02-03', false],
    ['2021-05-20', true],
  ]);
  expect(taken.partial.map(({ reason }) => reason)).toEqual(['3.75 stars became 4: there are halves here.']);
  expect(plan('storygraph.csv', storygraph, rows, books).edits).toEqual([]);
});

test('the same book of two services, and one that was typed, is one; what the owner said of it stays', () => {
  const mine = mediaItemSchema.parse({
    ...columns('mine'),
    ...draftOf('book', 'Subcutanean'),
    creators: ['Aaron A. Reed'],
    rating: 9,
    status: 'planned',
  });
  const rows = take({ items: [mine], entries: [] }, plan('goodreads.csv', goodreads31, { items: [mine], entries: [] }, books));
  expect(rows.items).toHaveLength(3);
  expect(rows.items[0]).toMatchObject({ id: 'mine', rating: 9, status: 'done', pages: 232, refs: ['goodreads:52691223'] });
});

test('what is exported for Letterboxd and Goodreads is read again without anything new', () => {
  const shelf = take(nothing, plan('letterboxd.zip', archive(letterboxd), nothing, films));
  const byItem = entriesByItem(shelf.entries);
  expect(plan('letterboxd.csv', formatLetterboxd(shelf.items, byItem), shelf, films).edits).toEqual([]);
  expect(plan('letterboxd-watchlist.csv', formatLetterboxdWatchlist(shelf.items), shelf, films).edits).toEqual([]);
  const library = take(nothing, plan('goodreads.csv', goodreads31, nothing, books));
  expect(plan('goodreads.csv', formatGoodreads(library.items, entriesByItem(library.entries)), library, books).edits).toEqual([]);
});

test('no cell of an export is a formula', () => {
  const item = mediaItemSchema.parse({ ...columns('a'), ...draftOf('film', '=1+1'), status: 'done' });
  expect(formatLetterboxd([item], new Map())).toContain("'=1+1");
});

test('a file of the other app, a broken archive, a bomb and a picture are each refused in words', () => {
  expect(fault('goodreads.csv', goodreads24)).toBe('This is a file of Goodreads: it holds books.');
  expect(fault('letterboxd.zip', archive(letterboxd), books)).toBe('This is a file of Letterboxd: it holds films.');
  expect(fault('broken.zip', archive(letterboxd).slice(0, 300))).toBe(
    'broken.zip ends early or is damaged: part of the archive is missing. Nothing was imported. Download it again.',
  );
  expect(fault('bomb.zip', zipSync({ 'diary.csv': new Uint8Array(40 * 1024 * 1024) }))).toBe(
    'The archive unpacks to more than 10 MB. Import its files one after the other.',
  );
  const startedAtMs = cpuNowMs();
  expect(fault('overlapping.zip', overlappingZip('diary.csv', 20_000_000, 2000))).toMatch(/^overlapping.zip is|^The archive unpacks/);
  expect(cpuNowMs() - startedAtMs).toBeLessThan(5000);
  expect(fault('picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toBe('picture.png is not a file that can be read here.');
  expect(fault('films.csv', 'Name,Year\nA,2001\n')).toBe('films.csv is not a file that can be read here.');
});

const columns = (id: string) => ({
  id,
  version: 1,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
  deleted_at: null,
});
const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => new Date(Date.UTC(1970, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const words = fc.stringMatching(/^[\p{L}\p{N} ,;="'.+@-]{1,40}$/u).filter((text) => text.trim() !== '');
const anyItem = (id: string): fc.Arbitrary<MediaItem> =>
  fc
    .record({
      kind: fc.constantFrom('film' as const, 'show' as const, 'book' as const),
      title: words,
      creators: fc.array(words, { maxLength: 3 }),
      year: fc.option(fc.integer({ min: -4000, max: 2200 })),
      status: fc.constantFrom(...mediaStatuses),
      rating: fc.option(fc.integer({ min: 1, max: 10 })),
      favourite: fc.boolean(),
      review: fc.string({ maxLength: 60 }),
      tags: fc.uniqueArray(words, { maxLength: 3 }),
      pages: fc.option(fc.integer({ min: 1, max: 2000 })),
      runtime_min: fc.option(fc.integer({ min: 1, max: 600 })),
      seasons: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
      planned_on: fc.option(day),
      refs: fc.uniqueArray(fc.stringMatching(/^[a-z]{2,10}:[A-Za-z0-9._-]{1,12}$/), { maxLength: 2 }),
    })
    .map((item) => mediaItemSchema.parse({ ...columns(id), ...item }));
const anyEntry = (id: string, media_id: string): fc.Arbitrary<MediaEntry> =>
  fc
    .record({
      kind: fc.constantFrom('started' as const, 'progress' as const, 'finished' as const),
      on_day: fc.option(day),
      page: fc.option(fc.integer({ min: 0, max: 900 })),
      rating: fc.option(fc.integer({ min: 1, max: 10 })),
      again: fc.boolean(),
      note: fc.string({ maxLength: 40 }),
    })
    .map((entry) => mediaEntrySchema.parse({ ...columns(id), media_id, ...entry }));
const anyShelf = fc.integer({ min: 0, max: 5 }).chain((count) =>
  fc.record({
    items: fc.tuple(...Array.from({ length: count }, (_, index) => anyItem(`item-${index}`))),
    entries: fc.tuple(...Array.from({ length: count }, (_, index) => anyEntry(`entry-${index}`, `item-${index}`))),
  }),
);

test('whatever is on a shelf, its own file brings all of it back onto an empty one, and adds nothing to the same one', () => {
  fc.assert(
    fc.property(anyShelf, (shelf) => {
      const every = { kinds: ['film', 'show', 'book'], elsewhere: '' } as const;
      const text = formatOwnJson(shelf.items, shelf.entries);
      const read = readMediaFile('own.json', strToU8(text), nothing, every, now);
      if ('fault' in read) throw new Error(read.fault);
      expect(read.plan.rejected).toEqual([]);
      const back = take(nothing, read.plan);
      const originalOf = new Map(back.items.map(({ id, external_id }) => [id, external_id ?? '']));
      const named = back.items.map((item) => ({ ...item, id: item.external_id ?? '' }));
      const days = back.entries.map((entry) => ({
        ...entry,
        id: entry.external_id ?? '',
        media_id: originalOf.get(entry.media_id ?? '') ?? '',
      }));
      expect(formatOwnJson(named, days)).toBe(text);
      for (const present of [shelf, back]) {
        const again = readMediaFile('own.json', strToU8(text), present, every, now);
        expect('plan' in again ? again.plan.edits : again).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

test('of a row that is taken every number, day and text that is not is named', () => {
  const table = 'Date,Name,Year,Letterboxd URI\nsome day,Far,99999,https://boxd.it/x5\n2026-03-01,Near,2001,https://boxd.it/x6\n';
  const letterboxdPlan = plan('watched.csv', table, nothing, films);
  expect(letterboxdPlan.fresh).toHaveLength(2);
  expect(letterboxdPlan.partial.map(({ line, reason }) => [line, reason])).toEqual([
    [2, '“99999” is no year.'],
    [2, '“some day” is not a date.'],
  ]);
  const review = 'x'.repeat(20_001);
  const goodreads = `Book Id,Title,Author,My Rating,Number of Pages,Original Publication Year,Date Added,Exclusive Shelf,My Review\n1,Odd,A,3,-5,2201,2024/13/01,read,${review}\n2,Zero,A,3,0,,2024/01/01,read,\n`;
  const bookPlan = plan('goodreads.csv', goodreads, nothing, books);
  expect(bookPlan.partial.map(({ line, reason }) => [line, reason])).toEqual([
    [2, '“2201” is no year.'],
    [2, '“-5” is no number of pages.'],
    [2, 'Its review was cut after 20,000 characters.'],
    [2, '“2024/13/01” is not a date.'],
  ]);
});

test('tables of an archive are read by their own encoding', () => {
  const name = new Uint8Array(Buffer.from('Date,Name,Year,Letterboxd URI\n2026-03-01,Am\u00e9lie,2001,https://boxd.it/y1\n', 'latin1'));
  const taken = plan('letterboxd.zip', zipSync({ 'watchlist.csv': name }), nothing, films);
  expect(titles(take(nothing, taken))).toEqual(['Amélie (2001)']);
});

test('a file whose rows are not what the table takes names each, and takes the rest', () => {
  const item = mediaItemSchema.parse({ ...columns('good'), ...draftOf('film', 'Good') });
  const file = JSON.parse(formatOwnJson([item], [])) as { items: Record<string, unknown>[]; entries: unknown[] };
  const [good = {}] = file.items;
  const bad = [{ year: 99_999 }, { isbn: '9781606908854' }, { planned_on: '2026-02-30' }, { title: 'a\nb' }, { refs: ['x y'] }].map(
    (wrong, index) => ({
      ...good,
      id: `bad-${index}`,
      ...wrong,
    }),
  );
  const read = readMediaFile('own.json', strToU8(JSON.stringify({ ...file, items: [...bad, good] })), nothing, films, now);
  expect('plan' in read ? [read.plan.fresh.length, read.plan.rejected.map(({ reason }) => reason)] : read).toEqual([
    1,
    ['year', 'isbn', 'planned on', 'title', 'refs'].map((field) => `Its ${field} is not as it should be.`),
  ]);
});

test('a table of ten thousand rows with broken quotes and cells is read to its end, and no row is lost silently', () => {
  const text = `Date,Name,Year,Letterboxd URI,Rating\n${'2026-01-01,A film,1999,https://boxd.it/x,3\n2026-01-01,"b" x,,,9",1999\n'.repeat(5_000)}`;
  const taken = plan('ratings.csv', text, nothing, films);
  expect([taken.fresh.length, taken.rejected.length]).toEqual([1, 5_000]);
});

test('a file with more than the server takes as a whole is refused with what to do', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => `2026-01-01,Film ${index},1999,https://boxd.it/${index},3`).join('\n');
  const file = (count: number) => `Date,Name,Year,Letterboxd URI,Rating\n${rows(count)}\n`;
  expect(plan('ratings.csv', file(10_000), nothing, films).together).toMatchObject({ isWhole: true, items: { length: 10_000 } });
  expect(fault('ratings.csv', file(10_001))).toContain('Cut the file in two and import one after the other.');
});

test('every ISBN of these files goes to ten digits and back', () => {
  expect(isbn10Of('9781250313195')).toBe('1250313198');
  expect(isbn10Of('9780062445315')).toBe('0062445316');
  expect(isbn10Of('9780374538651')).toBe('0374538654');
});
