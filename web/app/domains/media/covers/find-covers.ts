import type { FoundMedia, LookUpAnswer } from '../look-up.ts';
import type { MediaItem } from '../media.ts';

/** What a service is asked by, so that no other item's cover can come. */
export type CoverQuestion = { readonly id: string; readonly title: string; readonly isbn: string } | TmdbQuestion;

type TmdbQuestion = { readonly id: string; readonly title: string; readonly tmdb: string };

/** What the search asks of the outside. */
export type CoverPorts = {
  readonly ask: (question: CoverQuestion) => Promise<LookUpAnswer>;
  /** Has the server keep a cover; resolves with whether it has one now. */
  readonly keep: (id: string, cover: string) => Promise<boolean>;
  readonly wait: (ms: number) => Promise<void>;
};

/** How far it is, and how it ended: `stopped` names what every further question would be answered with. */
export type CoverSearch = {
  readonly done: number;
  readonly found: number;
  readonly stopped?: Exclude<LookUpAnswer['outcome'], 'found'>;
};

/** The server takes 60 look-ups in a minute; some are left for whoever looks something up meanwhile. */
const pauseMs = 1200;

/** After so many questions in a row without a usable answer, the rest are not asked. */
const mostFailures = 3;

/** What can be asked for without guessing: books by their ISBN, films and shows by their number at TMDB. */
export function coverQuestions(items: readonly MediaItem[], hasCover: ReadonlySet<string>): readonly CoverQuestion[] {
  return items.flatMap(({ id, title, kind, isbn, refs }): readonly CoverQuestion[] => {
    if (hasCover.has(id)) return [];
    if (kind === 'book') return isbn === null ? [] : [{ id, title, isbn }];
    const tmdb = refs.find((ref) => ref.startsWith('tmdb:'))?.slice('tmdb:'.length);
    return tmdb === undefined ? [] : [{ id, title, tmdb }];
  });
}

/** Asks for one cover after the other, until all were asked for, it is called off, or no answer can be had. */
export async function findCovers(
  questions: readonly CoverQuestion[],
  { ask, keep, wait }: CoverPorts,
  onProgress: (search: CoverSearch) => void,
  signal: AbortSignal,
): Promise<CoverSearch> {
  let search: CoverSearch = { done: 0, found: 0 };
  let failures = 0;
  for (const question of questions) {
    if (isCalledOff(signal)) return search;
    const answer = await ask(question);
    if (isCalledOff(signal)) return search;
    if (answer.outcome === 'found') {
      failures = 0;
      const cover = coverOf(answer.found);
      const isKept = cover !== undefined && (await keep(question.id, cover));
      search = { done: search.done + 1, found: search.found + (isKept ? 1 : 0) };
    } else {
      failures += 1;
      const isFinal = answer.outcome === 'off' || answer.outcome === 'no_key' || answer.outcome === 'key_refused';
      if (isFinal || failures === mostFailures) return { ...search, stopped: answer.outcome };
      search = { ...search, done: search.done + 1 };
    }
    onProgress(search);
    await wait(pauseMs);
  }
  return search;
}

const coverOf = (found: readonly FoundMedia[]) => found.find(({ cover }) => cover !== null)?.cover ?? undefined;

// Asked anew each time: it may be called off while something is waited for.
const isCalledOff = (signal: AbortSignal) => signal.aborted;
