import type { MediaEntry, MediaItem } from '../media.ts';

/** The figures of one year. What is not known of everything says of how many it is. */
export type YearFigures = {
  readonly year: number;
  /** Films watched, or books read, to the end; a second time counts again. */
  readonly finished: number;
  readonly again: number;
  readonly episodes: number;
  /** Minutes of films and episodes, of those whose running time is known. */
  readonly minutes: number;
  readonly timed: number;
  readonly untimed: number;
  /** Pages of the books that were finished, of those whose length is known. */
  readonly pages: number;
  readonly paged: number;
  /** The mean of the ratings of what was finished, in half stars; `undefined` without any. */
  readonly meanRating: number | undefined;
  readonly rated: number;
  /** How many were finished in each month, from January. */
  readonly months: readonly number[];
  /** How many have 1 to 10 half stars. */
  readonly ratings: readonly number[];
  /** Who made most of them, the most first. */
  readonly creators: readonly { readonly name: string; readonly count: number }[];
};

/** Counts the diary of one year. `of` finds an entry's item; entries of other presets have none. */
export function yearFigures(year: number, entries: readonly MediaEntry[], of: (id: string) => MediaItem | undefined): YearFigures {
  const within = String(year).padStart(4, '0');
  const months = new Array<number>(12).fill(0);
  const ratings = new Array<number>(10).fill(0);
  const creators = new Map<string, number>();
  let [finished, again, episodes, minutes, timed, untimed, pages, paged, ratingSum, rated] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const entry of entries) {
    if (entry.on_day === null || !entry.on_day.startsWith(within) || entry.media_id === null) continue;
    const item = of(entry.media_id);
    if (item === undefined) continue;
    const isEpisode = entry.kind === 'progress' && entry.episode !== null;
    if (isEpisode) episodes += 1;
    if (isEpisode || (entry.kind === 'finished' && item.kind === 'film')) {
      if (item.runtime_min === null) untimed += 1;
      else {
        timed += 1;
        minutes += item.runtime_min;
      }
    }
    if (entry.kind !== 'finished') continue;
    finished += 1;
    if (entry.again) again += 1;
    const month = Number(entry.on_day.slice(5, 7)) - 1;
    months[month] = (months[month] ?? 0) + 1;
    if (item.kind === 'book' && item.pages !== null) {
      paged += 1;
      pages += item.pages;
    }
    const rating = entry.rating ?? item.rating;
    if (rating !== null) {
      rated += 1;
      ratingSum += rating;
      ratings[rating - 1] = (ratings[rating - 1] ?? 0) + 1;
    }
    for (const name of item.creators) creators.set(name, (creators.get(name) ?? 0) + 1);
  }
  return {
    year,
    finished,
    again,
    episodes,
    minutes,
    timed,
    untimed,
    pages,
    paged,
    meanRating: rated === 0 ? undefined : ratingSum / rated,
    rated,
    months,
    ratings,
    creators: [...creators]
      .map(([name, count]) => ({ name, count }))
      .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
      .slice(0, 8),
  };
}

/** The years that the diary has days of, the newest first. */
export function yearsOf(entries: readonly MediaEntry[]): readonly number[] {
  const years = new Set(entries.flatMap(({ on_day }) => (on_day === null ? [] : [Number(on_day.slice(0, 4))])));
  return [...years].sort((one, other) => other - one);
}
