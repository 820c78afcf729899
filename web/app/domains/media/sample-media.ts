import type { Edit } from '../records/collection-state.ts';
import type { Day } from '../tasks/day.ts';
import { addDays } from '../tasks/day.ts';
import { draftOf, type EntryDraft, entryOf, type MediaDraft, type MediaEntry, type MediaItem, type MediaKind } from './media.ts';
import { mediaEntrySchema, mediaItemSchema } from './media-row.ts';

/** Items and diary in memory. */
export type MediaRows = { readonly items: readonly MediaItem[]; readonly entries: readonly MediaEntry[] };

/** Makes edits of rows in memory, as the store and the server would. */
export function editRows(
  rows: MediaRows,
  edits: { readonly items: readonly Edit[]; readonly entries: readonly Edit[] },
  now: Date,
): MediaRows {
  return {
    items: applyEdits(rows.items, edits.items, now, (row) => mediaItemSchema.parse(row)),
    entries: applyEdits(rows.entries, edits.entries, now, (row) => mediaEntrySchema.parse(row)),
  };
}

function applyEdits<Row extends { readonly id: string; readonly deleted_at: string | null }>(
  rows: readonly Row[],
  edits: readonly Edit[],
  now: Date,
  parse: (row: unknown) => Row,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const at = now.toISOString();
  for (const { kind, id, values } of edits) {
    const known = byId.get(id);
    if (known !== undefined) byId.set(id, { ...known, ...values });
    else if (kind === 'create') byId.set(id, parse({ created_at: at, updated_at: at, deleted_at: null, version: 0, ...values, id }));
  }
  return [...byId.values()].filter(({ deleted_at }) => deleted_at === null);
}

type Sample = {
  readonly draft: MediaDraft;
  readonly entries: readonly EntryDraft[];
};

/** A small shelf to try the page with; it is in memory and nowhere else. */
export function sampleMedia(kinds: readonly MediaKind[], today: Day, now: Date): MediaRows {
  const samples = (kinds.includes('book') ? bookSamples(today) : filmSamples(today)).map((sample, index) => ({
    ...sample,
    id: `sample-${index}`,
  }));
  const at = (index: number) => new Date(now.getTime() - (index + 1) * 86_400_000).toISOString();
  return editRows(
    { items: [], entries: [] },
    {
      items: samples.map(({ id, draft }, index) => ({ kind: 'create', id, values: { created_at: at(index), ...draft } })),
      entries: samples.flatMap(({ id, entries }, index) =>
        entries.map((entry, place) => ({
          kind: 'create' as const,
          id: `${id}-${place}`,
          values: { created_at: at(index), media_id: id, ...entry },
        })),
      ),
    },
    now,
  );
}

const film = (title: string, values: Partial<MediaDraft>): MediaDraft => ({ ...draftOf('film', title), ...values });
const finished = (day: Day, values: Partial<EntryDraft> = {}): EntryDraft => ({ ...entryOf('finished', day), ...values });
const episode = (day: Day, season: number, number: number): EntryDraft => ({ ...entryOf('progress', day), season, episode: number });

function filmSamples(today: Day): readonly Sample[] {
  return [
    {
      draft: film('Metropolis', { year: 1927, creators: ['Fritz Lang'], runtime_min: 153, status: 'done', rating: 9, favourite: true }),
      entries: [finished(addDays(today, -200)), finished(addDays(today, -9), { again: true, rating: 9 })],
    },
    {
      draft: film('The Cabinet of Dr. Caligari', { year: 1920, creators: ['Robert Wiene'], runtime_min: 76, status: 'done', rating: 8 }),
      entries: [finished(addDays(today, -31), { rating: 8 })],
    },
    {
      draft: film('Nosferatu', { year: 1922, creators: ['F. W. Murnau'], runtime_min: 94, planned_on: today }),
      entries: [],
    },
    { draft: film('Safety Last!', { year: 1923, creators: ['Fred C. Newmeyer', 'Sam Taylor'], runtime_min: 73 }), entries: [] },
    { draft: film('The General', { year: 1926, creators: ['Clyde Bruckman', 'Buster Keaton'], runtime_min: 75 }), entries: [] },
    {
      draft: {
        ...draftOf('show', 'Les Vampires'),
        year: 1915,
        creators: ['Louis Feuillade'],
        seasons: [10],
        runtime_min: 42,
        status: 'active',
      },
      entries: [episode(addDays(today, -3), 1, 1), episode(addDays(today, -2), 1, 2), episode(addDays(today, -2), 1, 3)],
    },
  ];
}

const book = (title: string, author: string, year: number, pages: number, values: Partial<MediaDraft> = {}): MediaDraft => ({
  ...draftOf('book', title),
  creators: [author],
  year,
  pages,
  ...values,
});

function bookSamples(today: Day): readonly Sample[] {
  return [
    {
      draft: book('Middlemarch', 'George Eliot', 1871, 880, { status: 'active' }),
      entries: [
        entryOf('started', addDays(today, -20)),
        { ...entryOf('progress', addDays(today, -4)), page: 236 },
        { ...entryOf('progress', addDays(today, -1)), page: 312 },
      ],
    },
    {
      draft: book('The Moonstone', 'Wilkie Collins', 1868, 528, { status: 'done', rating: 8 }),
      entries: [finished(addDays(today, -40), { rating: 8 })],
    },
    {
      draft: book('Emma', 'Jane Austen', 1815, 474, { status: 'done', rating: 9, favourite: true }),
      entries: [finished(addDays(today, -300)), finished(addDays(today, -12), { again: true, rating: 9 })],
    },
    { draft: book('Walden', 'Henry David Thoreau', 1854, 352, { planned_on: addDays(today, 2) }), entries: [] },
    { draft: book('The Time Machine', 'H. G. Wells', 1895, 118), entries: [] },
    { draft: book('Flatland', 'Edwin A. Abbott', 1884, 96), entries: [] },
  ];
}
