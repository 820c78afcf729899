/** What the widget shows of a piece of music (spec §3). */
export type Track = {
  readonly name: string;
  /** Several artists are joined by commas. */
  readonly artist: string;
  readonly album: string;
  /** The album's picture on our own origin; `null` where there is none. */
  readonly image: string | null;
  readonly isPlaying: boolean;
  /** The track's page at the provider. */
  readonly spotifyUrl: string | null;
  /** A few seconds of it to listen to; the provider rarely gives one. */
  readonly previewUrl: string | null;
};

/** The provider's own pages; a link that leads elsewhere is no link of a track. */
const trackPages = 'https://open.spotify.com';

/**
 * Reads a track as the backend sends it, by itself or as `{track}`: `null` says that nothing is known, `undefined` that this is no
 * such answer.
 */
export function parseTrack(input: unknown): Track | null | undefined {
  if (input === null) return null;
  if (!isRecord(input)) return undefined;
  if (input['name'] === undefined && 'track' in input) return parseFlatTrack(input['track']);
  return parseFlatTrack(input);
}

/** Whether an answer says that the site has no music provider. */
export function isNotConfigured(input: unknown): boolean {
  return isRecord(input) && input['configured'] === false;
}

function parseFlatTrack(input: unknown): Track | null | undefined {
  if (input === null) return null;
  if (!isRecord(input)) return undefined;
  const { name, artist, album, albumArt, image, isPlaying, spotifyUrl, previewUrl } = input;
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  return {
    name,
    artist: textOf(artist),
    album: textOf(album),
    image: ownPath(albumArt) ?? ownPath(image),
    isPlaying: isPlaying === true,
    spotifyUrl: trackPage(spotifyUrl) ?? trackPage(pageOf(input)),
    previewUrl: secureAddress(previewUrl),
  };
}

/** Reads a track as the provider's own interface sends it, in `item` or in `items[].track`. */
export function parseProviderTrack(input: unknown, isPlaying: boolean): Track | undefined {
  if (!isRecord(input) || typeof input['name'] !== 'string' || !Array.isArray(input['artists'])) return undefined;
  const artists = input['artists'].flatMap((artist: unknown) => (isRecord(artist) ? [textOf(artist['name'])] : []));
  const album = isRecord(input['album']) ? input['album'] : {};
  const images: readonly unknown[] = Array.isArray(album['images']) ? album['images'] : [];
  const [image] = images.flatMap((picture) => (isRecord(picture) ? (ownPath(picture['url']) ?? []) : []));
  return {
    name: input['name'],
    artist: artists.filter((name) => name !== '').join(', '),
    album: textOf(album['name']),
    image: image ?? null,
    isPlaying,
    spotifyUrl: trackPage(pageOf(input)),
    previewUrl: secureAddress(input['preview_url']),
  };
}

/** A value with fields, whatever they are. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function pageOf(input: Readonly<Record<string, unknown>>): unknown {
  return isRecord(input['external_urls']) ? input['external_urls']['spotify'] : undefined;
}

/** Pictures come from our own origin only: the page's policy loads no others. */
function ownPath(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(value) ? value : null;
}

function trackPage(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url?.origin === trackPages ? url.href : null;
}

function secureAddress(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url?.protocol === 'https:' ? url.href : null;
}
