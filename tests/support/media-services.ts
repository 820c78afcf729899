import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A film database and a book database on this machine, which answer as theirs document. */
export type MediaServices = {
  readonly url: string;
  /** What the server's environment must hold to ask them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly calls: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** The only key that the film database takes. */
  key: string;
  /** Answers instead, until it is unset. */
  fault: ((response: ServerResponse) => void) | undefined;
  /** Every cover there is. */
  cover: Uint8Array;
  readonly stop: () => Promise<void>;
};

/** One pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Fields as developer.themoviedb.org/reference/search-multi, movie-details and tv-series-details show them. */
const films = {
  '/3/search/multi': {
    page: 1,
    results: [
      { id: 1092, media_type: 'movie', title: 'The Third Man', release_date: '1949-08-31', poster_path: '/thirdman.jpg', adult: false },
      { id: 70523, media_type: 'tv', name: 'Dark', first_air_date: '2017-12-01', poster_path: null },
      { id: 40, media_type: 'person', name: 'Orson Welles', profile_path: '/x.jpg' },
    ],
    total_pages: 1,
    total_results: 3,
  },
  '/3/movie/1092': {
    id: 1092,
    title: 'The Third Man',
    release_date: '1949-08-31',
    runtime: 105,
    poster_path: '/thirdman.jpg',
    external_ids: { imdb_id: 'tt0041959' },
    credits: {
      cast: [],
      crew: [
        { job: 'Director', name: 'Carol Reed' },
        { job: 'Editor', name: 'Oswald Hafenrichter' },
      ],
    },
  },
  '/3/tv/70523': {
    id: 70523,
    name: 'Dark',
    first_air_date: '2017-12-01',
    episode_run_time: [60],
    poster_path: '/dark.jpg',
    created_by: [{ name: 'Baran bo Odar' }, { name: 'Jantje Friese' }],
    seasons: [
      { season_number: 0, episode_count: 3 },
      { season_number: 1, episode_count: 10 },
      { season_number: 2, episode_count: 8 },
      { season_number: 3, episode_count: 8 },
    ],
    external_ids: { imdb_id: 'tt5753856' },
  },
} as const;

/** As openlibrary.org/dev/docs/api/search shows `search.json`. */
const search = {
  numFound: 2,
  start: 0,
  docs: [
    {
      key: '/works/OL20639540W',
      title: 'This Is How You Lose the Time War',
      author_name: ['Amal El-Mohtar', 'Max Gladstone'],
      first_publish_year: 2019,
      number_of_pages_median: 201,
      cover_i: 8665647,
    },
    { key: '/works/OL19859295W', title: 'Without much' },
  ],
};

/** As openlibrary.org/dev/docs/api/books shows `jscmd=data`. */
const book = {
  'ISBN:9782070427796': {
    key: '/books/OL16262504M',
    title: 'Les ombres errantes',
    authors: [{ name: 'Pascal Quignard', url: 'https://openlibrary.org/authors/OL269675A' }],
    number_of_pages: 189,
    publish_date: 'Paris, 2002',
    identifiers: { isbn_10: ['207042779X'] },
    cover: { medium: 'https://covers.openlibrary.org/b/id/240727-M.jpg' },
  },
};

/** Starts all of them on one loopback address. */
export async function startMediaServices(): Promise<MediaServices> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    services.calls.push({ path, headers: request.headers });
    const address = new URL(path, url);
    const json = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (services.fault !== undefined) return services.fault(response);
    if (address.pathname.startsWith('/3/')) {
      const given = address.searchParams.get('api_key') ?? request.headers.authorization?.replace('Bearer ', '');
      if (given !== services.key) return json(401, { status_code: 7, status_message: 'Invalid API key: You must be granted a valid key.' });
      const film = Object.entries(films).find(([known]) => known === address.pathname)?.[1];
      return film === undefined ? json(404, { status_code: 34 }) : json(200, film);
    }
    if (address.pathname === '/search.json') return json(200, search);
    if (address.pathname === '/api/books') return json(200, address.searchParams.get('bibkeys') === 'ISBN:9782070427796' ? book : {});
    if (address.pathname.startsWith('/t/p/w185/') || address.pathname.startsWith('/b/id/'))
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(services.cover);
    return json(404, {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services: MediaServices = {
    url,
    environment: {
      FILM_DATABASE_URL: `${url}/3`,
      FILM_IMAGES_URL: `${url}/t/p`,
      BOOK_DATABASE_URL: url,
      BOOK_COVERS_URL: url,
      TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
    },
    calls: [],
    key: '0123456789abcdef0123456789abcdef',
    fault: undefined,
    cover: png,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return services;
}
