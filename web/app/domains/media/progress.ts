import type { MediaEntry, MediaItem } from './media.ts';

/** One episode by its numbers. */
export type EpisodeNumber = { readonly season: number; readonly episode: number };

/** How far the owner is with an item; `run` counts what was logged since it was last finished. */
export type Progress = {
  /** How often it was watched or read to the end. */
  readonly times: number;
  /** The day of the newest entry, where there is one. */
  readonly lastDay: string | null;
  /** Of a book: the newest page or percent since it was last finished. */
  readonly page: number | undefined;
  readonly percent: number | undefined;
  /** Of a show: its episodes watched since it was last finished, as `season:episode`. */
  readonly seen: ReadonlySet<string>;
  /** Of a show: the first episode that was not seen, in order; `undefined` where all that are known of were. */
  readonly next: EpisodeNumber | undefined;
  /** From 0 to 1, where the length of the whole is known. */
  readonly share: number | undefined;
};

/** Reads the entries of one item, from the earliest to the latest. */
export function progressOf(item: Pick<MediaItem, 'kind' | 'pages' | 'seasons'>, entries: readonly MediaEntry[]): Progress {
  const lastFinish = entries.findLastIndex(({ kind }) => kind === 'finished');
  const run = entries.slice(lastFinish + 1);
  const times = entries.filter(({ kind }) => kind === 'finished').length;
  const lastDay = entries.at(-1)?.on_day ?? null;
  const none = { times, lastDay, page: undefined, percent: undefined, seen: new Set<string>(), next: undefined, share: undefined };
  if (item.kind === 'film') return none;
  if (item.kind === 'book') return { ...none, ...bookProgress(item, run) };
  return { ...none, ...showProgress(item, run) };
}

function bookProgress({ pages }: Pick<MediaItem, 'pages'>, run: readonly MediaEntry[]) {
  const last = run.findLast(({ page, percent }) => page !== null || percent !== null);
  const page = last?.page ?? undefined;
  const percent = last?.percent ?? undefined;
  const share = percent !== undefined ? percent / 100 : page !== undefined && pages !== null ? Math.min(1, page / pages) : undefined;
  return { page, percent, share };
}

function showProgress({ seasons }: Pick<MediaItem, 'seasons'>, run: readonly MediaEntry[]) {
  const watched = run.filter((entry) => entry.season !== null && entry.episode !== null);
  const seen = new Set(watched.map(({ season, episode }) => episodeKey({ season: season ?? 0, episode: episode ?? 0 })));
  if (seasons.length > 0) {
    const all = episodesOf(seasons);
    const next = all.find((one) => !seen.has(episodeKey(one)));
    const done = all.filter((one) => seen.has(episodeKey(one))).length;
    return { seen, next, share: all.length === 0 ? undefined : done / all.length };
  }
  // How long its seasons are is not known: what comes after the newest one is the next.
  const last = watched.at(-1);
  const next = last === undefined ? { season: 1, episode: 1 } : { season: last.season ?? 1, episode: (last.episode ?? 0) + 1 };
  return { seen, next, share: undefined };
}

/** Every episode that the seasons hold, in order. */
export function episodesOf(seasons: readonly number[]): readonly EpisodeNumber[] {
  return seasons.flatMap((count, index) => Array.from({ length: count }, (_, at) => ({ season: index + 1, episode: at + 1 })));
}

/** The key of an episode in `Progress.seen`. */
export function episodeKey({ season, episode }: EpisodeNumber): string {
  return `${season}:${episode}`;
}

/** An episode as lists write it: `S2 E5`. */
export function episodeLabel({ season, episode }: EpisodeNumber): string {
  return `S${season} E${episode}`;
}

/** How far, in a few words; empty where there is nothing to say. */
export function progressLabel(item: Pick<MediaItem, 'kind' | 'pages' | 'status'>, progress: Progress): string {
  if (item.kind === 'show' && item.status === 'active' && progress.next !== undefined) return `Next ${episodeLabel(progress.next)}`;
  if (item.kind === 'book' && item.status !== 'done') {
    if (progress.percent !== undefined) return `${progress.percent} %`;
    if (progress.page !== undefined) return item.pages === null ? `Page ${progress.page}` : `Page ${progress.page} of ${item.pages}`;
  }
  if (progress.times > 1) return `${progress.times} times`;
  return '';
}
