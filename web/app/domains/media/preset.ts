import type { MediaKind, MediaStatus } from './media.ts';

/** The words of a page of films and shows, or of books. */
export type MediaWords = {
  /** What one of them is called. */
  readonly noun: string;
  readonly many: string;
  readonly creators: string;
  readonly statuses: Readonly<Record<MediaStatus, string>>;
  /** The button that finishes one. */
  readonly finish: string;
  readonly plannedOn: string;
  /** What a line may hold, as an example. */
  readonly example: string;
  readonly importFrom: string;
  /** Said of a file whose items belong elsewhere. */
  readonly elsewhere: string;
  /** What the diary calls a finished one. */
  readonly finished: string;
};

/** One media app: its tool, what it keeps, and its words. The first kind is what a typed line becomes. */
export type MediaPreset = {
  readonly tool: { readonly id: string; readonly title: string; readonly summary: string; readonly audience: 'owner' };
  readonly kinds: readonly [MediaKind, ...MediaKind[]];
  readonly words: MediaWords;
};

/** Films and shows. */
export const filmWords: MediaWords = {
  noun: 'film or show',
  many: 'films and shows',
  creators: 'Directors',
  statuses: { planned: 'To watch', active: 'Watching', paused: 'Paused', done: 'Watched', dropped: 'Given up' },
  finish: 'Watched',
  plannedOn: 'Watch on',
  example: 'The Third Man (1949) ★★★★½ #noir, or show: Dark (2017)',
  importFrom:
    'A Letterboxd export (.zip, or one of its tables), a Trakt export (.zip, or one of its .json files), IMDb ratings or a list (.csv), or a file that was exported here (.json).',
  elsewhere: 'it holds books. Import it in the app for books.',
  finished: 'Watched',
};

/** Books. */
export const bookWords: MediaWords = {
  noun: 'book',
  many: 'books',
  creators: 'Authors',
  statuses: { planned: 'To read', active: 'Reading', paused: 'Paused', done: 'Read', dropped: 'Given up' },
  finish: 'Finished',
  plannedOn: 'Read by',
  example: 'The Name of the Rose by Umberto Eco (1980) ★★★★ #novel',
  importFrom: 'A Goodreads or StoryGraph library (.csv), or a file that was exported here (.json).',
  elsewhere: 'it holds films. Import it in the app for films.',
  finished: 'Finished',
};

/** What one kind is called. */
export const kindNames: Readonly<Record<MediaKind, string>> = { film: 'Film', show: 'Show', book: 'Book' };
