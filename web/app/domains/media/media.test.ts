import { expect, test } from 'vitest';
import { addWithDiary, finishItem, forgetEpisode, logEpisode, type MediaEdits, setProgress, takeNextStep } from './edit-media.ts';
import { readItemForm } from './item/read-item-form.ts';
import { metricsOf } from './live-media.ts';
import { draftOf, entriesByItem, entryOf, type MediaDraft, type MediaItem } from './media.ts';
import { mediaEntrySchema, mediaItemSchema } from './media-row.ts';
import { bookWords, filmWords } from './preset.ts';
import { progressLabel, progressOf } from './progress.ts';
import { readAddLine } from './read-add-line.ts';
import { editRows, type MediaRows } from './sample-media.ts';
import { upNextOf } from './views/up-next.ts';
import { yearFigures, yearsOf } from './views/year-figures.ts';

const columns = { version: 1, created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T09:00:00Z', deleted_at: null };
const item = (id: string, draft: Partial<MediaDraft>): MediaItem =>
  mediaItemSchema.parse({ ...columns, ...draftOf('film', id), ...draft, id });

/** A shelf that edits are made on, each a minute after the one before. */
function shelf(...items: readonly MediaItem[]) {
  let rows: MediaRows = { items, entries: [] };
  let minutes = 0;
  const hand = (id: string) => {
    const found = rows.items.find((one) => one.id === id);
    if (found === undefined) throw new Error(id);
    return { item: found, entries: entriesByItem(rows.entries).get(id) ?? [] };
  };
  return {
    hand,
    progress: (id: string) => progressOf(hand(id).item, hand(id).entries),
    at: (day: string) => ({ day, now: new Date(Date.UTC(2026, 10, 22, 9, minutes)) }),
    take: (edits: MediaEdits) => {
      minutes += 1;
      rows = editRows(rows, edits, new Date(Date.UTC(2026, 10, 22, 9, minutes)));
    },
    rows: () => rows,
  };
}

test('a show goes on by its next episode, over seasons, is finished with its last one, and begins again', () => {
  const world = shelf(item('dark', { kind: 'show', seasons: [2, 1] }));
  const labels: string[] = [];
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
    world.take(takeNextStep(world.hand('dark'), world.at(day)));
    labels.push(`${world.hand('dark').item.status} ${progressLabel(world.hand('dark').item, world.progress('dark'))}`.trim());
  }
  expect(labels).toEqual(['active Next S1 E2', 'active Next S2 E1', 'done']);
  expect(world.progress('dark')).toMatchObject({ times: 1, share: 0, next: { season: 1, episode: 1 }, lastDay: '2026-11-03' });
  world.take(logEpisode(world.hand('dark'), { season: 1, episode: 1 }, world.at('2026-12-01')));
  expect(world.hand('dark').item.status).toBe('active');
  world.take(forgetEpisode(world.hand('dark'), { season: 1, episode: 1 }, new Date('2026-12-01T10:00:00Z')));
  expect(world.progress('dark').seen.size).toBe(0);
  expect(world.rows().entries.filter(({ kind }) => kind === 'finished')).toHaveLength(1);
});

test('of a show whose seasons are not known the episode after the newest is next, and it never ends by itself', () => {
  const world = shelf(item('long', { kind: 'show' }));
  world.take(takeNextStep(world.hand('long'), world.at('2026-11-01')));
  world.take(logEpisode(world.hand('long'), { season: 3, episode: 7 }, world.at('2026-11-02')));
  expect(world.progress('long').next).toEqual({ season: 3, episode: 8 });
  expect(world.hand('long').item.status).toBe('active');
});

test('a book goes on by pages or percent, is finished on its last page, and a rereading begins at none', () => {
  const world = shelf(item('emma', { kind: 'book', pages: 474, planned_on: '2026-11-01' }));
  world.take(setProgress(world.hand('emma'), { page: 120 }, world.at('2026-11-01')));
  expect(world.hand('emma').item).toMatchObject({ status: 'active', planned_on: null });
  expect(progressLabel(world.hand('emma').item, world.progress('emma'))).toBe('Page 120 of 474');
  world.take(setProgress(world.hand('emma'), { percent: 60 }, world.at('2026-11-02')));
  expect(world.progress('emma').share).toBe(0.6);
  world.take(setProgress(world.hand('emma'), { page: 474 }, world.at('2026-11-03')));
  expect([world.hand('emma').item.status, world.progress('emma').times, world.progress('emma').page]).toEqual(['done', 1, undefined]);
  world.take(finishItem(world.hand('emma'), world.at('2026-11-20'), { rating: 9 }));
  expect(world.hand('emma').item.rating).toBe(9);
  expect(world.rows().entries.at(-1)).toMatchObject({ again: true, rating: 9 });
  expect(progressLabel(world.hand('emma').item, world.progress('emma'))).toBe('2 times');
});

test('the year counts what was finished on its days, again and by month, and says of how many a figure is', () => {
  const items = [
    item('long', { runtime_min: 150, rating: 9, creators: ['Fritz Lang'] }),
    item('unknown', { creators: ['Fritz Lang', 'Thea von Harbou'] }),
    item('show', { kind: 'show', runtime_min: 50 }),
  ];
  const entry = (media_id: string, on_day: string | null, values = {}) =>
    mediaEntrySchema.parse({ ...columns, ...entryOf('finished', on_day), ...values, media_id, id: `${media_id}${on_day}` });
  const entries = [
    entry('long', '2026-01-31'),
    entry('long', '2026-12-31', { again: true, rating: 8 }),
    entry('unknown', '2026-02-28'),
    entry('unknown', null),
    entry('long', '2025-12-31'),
    entry('show', '2026-03-01', { kind: 'progress', season: 1, episode: 1 }),
    entry('elsewhere', '2026-03-01'),
  ];
  const figures = yearFigures(2026, entries, (id) => items.find((one) => one.id === id));
  expect(figures).toMatchObject({ finished: 3, again: 1, episodes: 1, minutes: 350, timed: 3, untimed: 1, rated: 2, meanRating: 8.5 });
  expect(figures.months).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(figures.creators).toEqual([
    { name: 'Fritz Lang', count: 3 },
    { name: 'Thea von Harbou', count: 1 },
  ]);
  expect(yearsOf(entries)).toEqual([2026, 2025]);
});

test('up next is what today is meant for, then what is in progress by its newest day, then what is planned', () => {
  const items = [
    item('later', { planned_on: '2026-12-24' }),
    item('today', { planned_on: '2026-11-22' }),
    item('late', { planned_on: '2026-11-01', status: 'active' }),
    item('a', { status: 'active' }),
    item('b', { status: 'active' }),
    item('plain', {}),
    item('done', { status: 'done', planned_on: '2026-11-01' }),
    item('paused', { status: 'paused' }),
  ];
  const entries = [mediaEntrySchema.parse({ ...columns, ...entryOf('started', '2026-11-20'), id: 'e', media_id: 'b' })];
  const next = upNextOf(items, entriesByItem(entries), '2026-11-22');
  expect(Object.values(next).map((list) => list.map(({ id }) => id))).toEqual([
    ['late', 'today'],
    ['b', 'a'],
    ['later', 'plain'],
  ]);
});

test('the card tells what is open and what was finished this year', () => {
  const items = [item('a', { kind: 'book', status: 'active' }), item('b', { kind: 'book', status: 'done', pages: 1200 })];
  const entries = [mediaEntrySchema.parse({ ...columns, ...entryOf('finished', '2026-05-01'), id: 'e', media_id: 'b' })];
  expect(metricsOf({ kinds: ['book'], words: bookWords }, items, entries, '2026-11-22')).toEqual([
    { label: 'To read, 1 in progress', value: '1' },
    { label: 'Finished this year, 1,200 pages', value: '1' },
  ]);
  expect(metricsOf({ kinds: ['film', 'show'], words: filmWords }, [], [], '2026-11-22')).toEqual([
    { label: 'To watch', value: '0' },
    { label: 'Watched this year', value: '0' },
  ]);
});

test.each([
  ['The Third Man (1949) ★★★★½ #noir', { kind: 'film', title: 'The Third Man', year: 1949, rating: 9, status: 'done', tags: ['noir'] }],
  ['2001: A Space Odyssey', { title: '2001: A Space Odyssey', year: null, rating: null, status: 'planned' }],
  ['show: Dark (2017) 4*', { kind: 'show', title: 'Dark', year: 2017, rating: 8 }],
  ['Blade Runner 2049', { title: 'Blade Runner 2049', year: null }],
  ['M ½', { title: 'M', rating: 1 }],
  ['(500) Days of Summer (2009)', { title: '(500) Days of Summer', year: 2009 }],
])('the line %j is read', (line, draft) => expect(readAddLine(line, ['film', 'show'])?.draft).toMatchObject(draft));

test('a line of a book has an author and an ISBN; a code that is none stays title', () => {
  expect(readAddLine('The Name of the Rose by Umberto Eco (1980) ★★★★ #novel', ['book'])?.draft).toMatchObject({
    title: 'The Name of the Rose',
    creators: ['Umberto Eco'],
    year: 1980,
    rating: 8,
  });
  expect(readAddLine('978-0-11-000222-4', ['book'])?.draft).toMatchObject({ isbn: '9780110002224', title: 'ISBN 9780110002224' });
  expect(readAddLine('978-0-11-000222-5', ['book'])?.draft).toMatchObject({ isbn: null, title: '978-0-11-000222-5' });
  expect(readAddLine('Stand by Me', ['film', 'show'])?.draft).toMatchObject({ title: 'Stand by Me', creators: [] });
  expect(readAddLine('  ', ['book'])).toBeUndefined();
  expect(
    addWithDiary(readAddLine('Emma ★', ['book'])?.draft ?? draftOf('book', ''), { day: '2026-11-22', now: new Date() }).entries,
  ).toHaveLength(1);
});

const typed = {
  title: 'Emma',
  creators: 'Jane Austen',
  year: '',
  isbn: '',
  pages: '',
  runtime: '',
  seasons: '',
  planned: '',
  tags: '',
  review: '',
};

test('a form names the field that is wrong, and gives what the table takes', () => {
  expect(readItemForm({ ...typed, year: '-375', seasons: '10, 8 8', tags: '#a, b', isbn: '0-395-36341-1' })).toMatchObject({
    ok: true,
    value: { title: 'Emma', year: -375, seasons: [10, 8, 8], tags: ['a', 'b'], isbn: '9780395363416' },
  });
  for (const [field, value] of [
    ['title', ' '],
    ['year', '19x'],
    ['isbn', '0-395-36341-2'],
    ['pages', '0'],
    ['runtime', '1.5'],
    ['seasons', '10, x'],
    ['planned', '2026-02-30'],
    ['review', 'x'.repeat(20_001)],
  ] as const)
    expect(readItemForm({ ...typed, [field]: value })).toMatchObject({ ok: false, failure: { field } });
});
