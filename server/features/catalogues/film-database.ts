import { type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Answered, type ForeignReads, jsonReader, type Reader } from '../../foreign/reader.ts';
import type { QuietLog } from '../../quiet-log.ts';
import { askJson, bareMedia, type FoundMedia, type LookUpFailure, yearOf } from './found-media.ts';

const text = z.string().nullish();
const path = z
  .string()
  .regex(/^\/[A-Za-z0-9_-]{1,80}\.(?:jpg|jpeg|png|webp)$/)
  .nullish()
  .catch(null);

/** As developer.themoviedb.org/reference documents `/search/multi`, `/movie/{id}` and `/tv/{id}`. */
const searchSchema = z.object({
  results: z.array(
    z.object({
      id: z.number().int().positive(),
      media_type: z.string(),
      title: text,
      name: text,
      release_date: text,
      first_air_date: text,
      poster_path: path,
    }),
  ),
});
const movieSchema = z.object({
  title: z.string().min(1),
  release_date: text,
  runtime: z.number().int().nullish(),
  poster_path: path,
  external_ids: z.object({ imdb_id: text }).optional(),
  credits: z.object({ crew: z.array(z.object({ job: z.string(), name: z.string() })) }).optional(),
});
const showSchema = z.object({
  name: z.string().min(1),
  first_air_date: text,
  episode_run_time: z.array(z.number().int()).default([]),
  poster_path: path,
  created_by: z.array(z.object({ name: z.string() })).default([]),
  seasons: z.array(z.object({ season_number: z.number().int(), episode_count: z.number().int() })).default([]),
  external_ids: z.object({ imdb_id: text }).optional(),
});

/** Reads what a search found. */
export const filmSearchReader = jsonReader('film-search', searchSchema, { isKeyed: true });

/** Reads one film. */
export const filmReader = jsonReader('film', movieSchema, { isKeyed: true });

/** Reads one show. */
export const showReader = jsonReader('show', showSchema, { isKeyed: true });

/** Names one of its films or shows: `movie-155`, `tv-1399`. */
const idPattern = /^(movie|tv)-(\d{1,10})$/;

/** The film database (TMDB), asked with the owner's key. */
export type FilmDatabase = {
  readonly search: (query: string, key: string, signal: AbortSignal) => Promise<Result<readonly FoundMedia[], LookUpFailure>>;
  /** One of them with its directors, length and seasons; `undefined` where it has none of the name. */
  readonly find: (id: string, key: string, signal: AbortSignal) => Promise<Result<FoundMedia | undefined, LookUpFailure>>;
};

/** Makes it. `baseUrl` has no trailing slash. A key of 32 hexadecimal digits goes into the address, a longer token into a header. */
export function createFilmDatabase({
  reads,
  baseUrl,
  log,
}: {
  readonly reads: ForeignReads;
  readonly baseUrl: string;
  readonly log: QuietLog;
}): FilmDatabase {
  const ask = <Value>(
    where: string,
    parameters: Readonly<Record<string, string>>,
    key: string,
    reader: Reader<null, Answered<Value>>,
    signal: AbortSignal,
  ) => {
    const isShort = /^[0-9a-f]{32}$/.test(key);
    const query = new URLSearchParams({ language: 'en-GB', ...parameters, ...(isShort ? { api_key: key } : {}) });
    const headers = isShort ? {} : { authorization: `Bearer ${key}` };
    return askJson(reads, log, { url: `${baseUrl}${where}?${query}`, headers, signal }, reader);
  };
  return {
    search: async (query, key, signal) => {
      const asked = await ask('/search/multi', { query, include_adult: 'false', page: '1' }, key, filmSearchReader, signal);
      if (!asked.ok) return asked;
      return succeed((asked.value?.results ?? []).flatMap(foundOf).slice(0, 12));
    },
    find: async (id, key, signal) => {
      const [, type, number] = idPattern.exec(id) ?? [];
      if (type === undefined) return succeed(undefined);
      if (type === 'movie') {
        const asked = await ask(`/movie/${number}`, { append_to_response: 'credits,external_ids' }, key, filmReader, signal);
        return asked.ok ? succeed(asked.value === undefined ? undefined : movieOf(id, asked.value)) : asked;
      }
      const asked = await ask(`/tv/${number}`, { append_to_response: 'external_ids' }, key, showReader, signal);
      return asked.ok ? succeed(asked.value === undefined ? undefined : showOf(id, asked.value)) : asked;
    },
  };
}

type Hit = z.infer<typeof searchSchema>['results'][number];

function foundOf({ id, media_type, title, name, release_date, first_air_date, poster_path }: Hit): readonly FoundMedia[] {
  const isFilm = media_type === 'movie';
  const called = isFilm ? title : name;
  if ((!isFilm && media_type !== 'tv') || called === null || called === undefined || called === '') return [];
  return [
    {
      ...bareMedia(isFilm ? 'film' : 'show', called),
      year: yearOf(isFilm ? release_date : first_air_date),
      refs: [`tmdb:${isFilm ? 'movie' : 'tv'}-${id}`],
      cover: coverOf(poster_path),
    },
  ];
}

function movieOf(
  id: string,
  { title, release_date, runtime, poster_path, external_ids, credits }: z.infer<typeof movieSchema>,
): FoundMedia {
  return {
    ...bareMedia('film', title),
    creators: namesOf((credits?.crew ?? []).filter(({ job }) => job === 'Director')),
    year: yearOf(release_date),
    runtimeMin: minutesOf(runtime),
    refs: refsOf(id, external_ids?.imdb_id),
    cover: coverOf(poster_path),
  };
}

function showOf(id: string, show: z.infer<typeof showSchema>): FoundMedia {
  const regular = show.seasons.filter(
    ({ season_number, episode_count }) => season_number > 0 && episode_count > 0 && episode_count <= 3000,
  );
  const numbered = regular.toSorted((one, other) => one.season_number - other.season_number);
  return {
    ...bareMedia('show', show.name),
    creators: namesOf(show.created_by),
    year: yearOf(show.first_air_date),
    runtimeMin: minutesOf(show.episode_run_time[0]),
    // Only seasons without a gap can be counted from the first on.
    seasons: numbered.every(({ season_number }, index) => season_number === index + 1)
      ? numbered.slice(0, 100).map(({ episode_count }) => episode_count)
      : [],
    refs: refsOf(id, show.external_ids?.imdb_id),
    cover: coverOf(show.poster_path),
  };
}

const coverOf = (poster: string | null | undefined) => (poster === null || poster === undefined ? null : `film:${poster}`);
const namesOf = (people: readonly { readonly name: string }[]) => [...new Set(people.map(({ name }) => name.slice(0, 120)))].slice(0, 10);
const minutesOf = (minutes: number | null | undefined) =>
  minutes !== null && minutes !== undefined && minutes > 0 && minutes <= 6000 ? minutes : null;
const refsOf = (id: string, imdb: string | null | undefined) => [
  `tmdb:${id}`,
  ...(/^tt\d{5,10}$/.test(imdb ?? '') ? [`imdb:${imdb}`] : []),
];
