/**
 * `npm run bench -- media`: 3,000 films with 6,000 days of diary, from the rows as the browser's database gives them to what each
 * view shows, in this program's own JavaScript engine. `--write` puts the table into docs/benchmarks.md. Each figure is the best of
 * several rounds: other work on the machine only ever makes one slower.
 */

import { findOnShelf } from '../../web/app/domains/media/find-on-shelf.ts';
import { readMediaFile } from '../../web/app/domains/media/formats/read-media-file.ts';
import { entriesByItem, type MediaEntry, type MediaItem } from '../../web/app/domains/media/media.ts';
import { mediaEntrySchema, mediaItemSchema } from '../../web/app/domains/media/media-row.ts';
import { progressOf } from '../../web/app/domains/media/progress.ts';
import { upNextOf } from '../../web/app/domains/media/views/up-next.ts';
import { yearFigures } from '../../web/app/domains/media/views/year-figures.ts';
import { writeTable } from '../written-table.ts';

const count = 3_000;
const rounds = 9;
const day = '2026-11-22';
const statuses = ['planned', 'active', 'done', 'done', 'dropped'] as const;
const words = 'third man lantern harbour metropolis winter signal garden night copper window empire general vampire'.split(' ');

const stored = structuredClone({
  items: Array.from({ length: count }, (_, at) => itemOf(at)),
  entries: Array.from({ length: count * 2 }, (_, at) => entryOf(at)),
});
const letterboxd = new TextEncoder().encode(
  `Date,Name,Year,Letterboxd URI,Rating\n${Array.from({ length: count }, (_, at) => `2026-01-01,${titleOf(at)},${yearOf(at)},https://boxd.it/${at},4.5\n`).join('')}`,
);
const best = new Map<string, number>();
for (let round = 0; round < rounds; round += 1) measure();

const opened = ['read', 'next'].reduce((sum, name) => sum + (best.get(name) ?? 0), 0);
const table = [
  '| 3,000 films, 6,000 days of diary | Castellan | Limit | Met |',
  '| --- | --- | --- | --- |',
  row('opened: copied, checked, and in order for Up next', opened, 200),
  row('the shelf, in order', best.get('shelf') ?? 0, 200),
  row('search of the shelf, worst of 12 key strokes', best.get('key') ?? 0, 100),
  row('the figures of a year', best.get('year') ?? 0, 200),
  row('a Letterboxd table of 3,000 films, read and compared with the shelf', best.get('import') ?? 0, 1000),
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('media', 'npm run bench -- media --write', table);

function measure(): void {
  let begin = performance.now();
  const lap = (name: string) => {
    const now = performance.now();
    best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, now - begin));
    begin = now;
  };
  const copied = structuredClone(stored);
  const items: readonly MediaItem[] = copied.items.map((item) => mediaItemSchema.parse(item));
  const entries: readonly MediaEntry[] = copied.entries.map((entry) => mediaEntrySchema.parse(entry));
  lap('read');
  const byItem = entriesByItem(entries);
  const next = upNextOf(items, byItem, day);
  for (const item of [...next.active, ...next.planned].slice(0, 120)) progressOf(item, byItem.get(item.id) ?? []);
  lap('next');
  const everything = { words: '', status: '', kind: '', tag: '', order: 'added' };
  if (findOnShelf(items, byItem, everything).length !== count) throw new Error('films are missing');
  lap('shelf');
  const strokes = Array.from('lantern 1987', (_, at) => 'lantern 1987'.slice(0, at + 1)).map((typed) => {
    const from = performance.now();
    findOnShelf(items, byItem, { ...everything, words: typed });
    return performance.now() - from;
  });
  best.set('key', Math.min(best.get('key') ?? Number.POSITIVE_INFINITY, Math.max(...strokes)));
  begin = performance.now();
  const byId = new Map(items.map((item) => [item.id, item]));
  yearFigures(2025, entries, (id) => byId.get(id));
  lap('year');
  const reading = readMediaFile('ratings.csv', letterboxd, { items, entries }, { kinds: ['film', 'show'], elsewhere: '' }, new Date(0));
  if (!('plan' in reading) || reading.plan.fresh.length !== 0) throw new Error('the same films were not found again');
  lap('import');
}

function itemOf(at: number) {
  return {
    id: `item-${at}`,
    version: 1,
    created_at: new Date(Date.UTC(2020, 0, 1) + at * 3_600_000).toISOString(),
    updated_at: '2026-11-22T12:00:00Z',
    deleted_at: null,
    import_batch_id: null,
    source: 'letterboxd',
    external_id: `film-${at}`,
    kind: 'film',
    title: titleOf(at),
    creators: [`Director ${at % 400}`],
    year: yearOf(at),
    status: statuses[at % statuses.length],
    rating: at % 3 === 0 ? null : (at % 10) + 1,
    favourite: at % 40 === 0,
    review: at % 5 === 0 ? 'A review of some length. '.repeat(12) : '',
    tags: [`tag${at % 60}`],
    isbn: null,
    pages: null,
    runtime_min: 80 + (at % 90),
    seasons: [],
    planned_on: null,
    refs: [`letterboxd:${at}`, `imdb:tt${1_000_000 + at}`],
    position: -at,
  };
}

function entryOf(at: number) {
  return {
    id: `entry-${at}`,
    version: 1,
    created_at: '2026-11-22T12:00:00Z',
    updated_at: '2026-11-22T12:00:00Z',
    deleted_at: null,
    import_batch_id: null,
    source: 'letterboxd',
    external_id: `viewing-${at}`,
    media_id: `item-${at % count}`,
    kind: 'finished',
    on_day: new Date(Date.UTC(2016, 0, 1) + (at % 3_900) * 86_400_000).toISOString().slice(0, 10),
    season: null,
    episode: null,
    page: null,
    percent: null,
    rating: (at % 10) + 1,
    again: at >= count,
    note: '',
  };
}

function titleOf(at: number): string {
  return `The ${words[at % words.length]} ${words[(at * 5 + 3) % words.length]} ${at}`;
}

function yearOf(at: number): number {
  return 1920 + (at % 106);
}

function row(what: string, ms: number, limit: number): string {
  return `| ${what} | ${ms.toFixed(ms < 10 ? 1 : 0)} ms | ${limit} ms | ${ms <= limit ? 'yes' : 'no'} |`;
}
