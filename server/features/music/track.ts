import { z } from 'zod';

/** A track as the widget shows it. `albumArt` is a path of our own origin. */
export type Track = {
  readonly name: string;
  readonly artist: string;
  readonly album: string;
  readonly albumArt: string | null;
  readonly isPlaying: boolean;
  readonly spotifyUrl: string | null;
  readonly previewUrl: string | null;
};

/** A track in the provider's own shape, narrowed to what the widget reads. */
export type ProviderTrack = {
  readonly name: string;
  readonly artists: readonly { readonly name: string }[];
  readonly album: { readonly name: string; readonly images: readonly { readonly url: string }[] };
  readonly external_urls: { readonly spotify: string | null };
  readonly preview_url: string | null;
};

/** Puts a picture's address at the provider behind an address of our own; `null` where it is not to be fetched. */
export type ArtPath = (imageUrl: string) => string | null;

const text = z.string().transform((value) => value.slice(0, 300));

const imageSchema = z.object({ url: z.string().max(2048), width: z.number().nullish() });

const trackSchema = z.object({
  type: z.literal('track').optional(),
  name: text,
  artists: z.array(z.object({ name: text })).max(50),
  album: z.object({ name: text, images: z.array(imageSchema).max(20).default([]) }),
  external_urls: z.object({ spotify: z.string().optional() }).optional(),
  preview_url: z.string().nullish(),
});

type ParsedTrack = z.infer<typeof trackSchema>;

/** An item that is no track: an episode, or what the provider adds one day. */
const otherItemSchema = z.object({ type: z.string().refine((type) => type !== 'track') });

const currentSchema = z.object({ is_playing: z.boolean(), item: z.union([trackSchema, otherItemSchema]).nullish() });

const recentSchema = z.object({ items: z.array(z.object({ track: trackSchema, played_at: z.iso.datetime({ offset: true }) })).max(50) });

/** The smallest picture at least this wide is enough for the widget on any screen. */
const wantedWidth = 300;

/** What `me/player/currently-playing` says: `item` is null for an advertisement, an episode and whatever is unknown; `undefined`: not the documented shape. */
export function parseCurrent(
  value: unknown,
  artPath: ArtPath,
): { readonly is_playing: boolean; readonly item: ProviderTrack | null } | undefined {
  const parsed = currentSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { is_playing, item } = parsed.data;
  return { is_playing, item: item === null || item === undefined || !('album' in item) ? null : narrow(item, artPath) };
}

/** What `me/player/recently-played` says. */
export function parseRecent(
  value: unknown,
  artPath: ArtPath,
): { readonly items: readonly { readonly track: ProviderTrack; readonly played_at: string }[] } | undefined {
  const parsed = recentSchema.safeParse(value);
  if (!parsed.success) return undefined;
  return { items: parsed.data.items.map(({ track, played_at }) => ({ track: narrow(track, artPath), played_at })) };
}

/** The provider's track as the widget's. */
export function trackOf(track: ProviderTrack, isPlaying: boolean): Track {
  return {
    name: track.name,
    artist: track.artists.map(({ name }) => name).join(', '),
    album: track.album.name,
    albumArt: track.album.images[0]?.url ?? null,
    isPlaying,
    spotifyUrl: track.external_urls.spotify,
    previewUrl: track.preview_url,
  };
}

function narrow(track: ParsedTrack, artPath: ArtPath): ProviderTrack {
  const picture = pictureOf(track.album.images);
  const path = picture === undefined ? null : artPath(picture);
  return {
    name: track.name,
    artists: track.artists,
    album: { name: track.album.name, images: path === null ? [] : [{ url: path }] },
    external_urls: { spotify: addressOn(track.external_urls?.spotify, 'https://open.spotify.com') },
    preview_url: addressOn(track.preview_url ?? undefined),
  };
}

function pictureOf(images: ParsedTrack['album']['images']): string | undefined {
  const byWidth = images.toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0));
  return (byWidth.find(({ width }) => (width ?? 0) >= wantedWidth) ?? byWidth.at(-1))?.url;
}

/** An https address, on the given origin where one is given: what a foreign server calls a link may be a script. */
function addressOn(candidate: string | undefined, origin?: string): string | null {
  const url = candidate !== undefined && candidate.length <= 2048 && URL.canParse(candidate) ? new URL(candidate) : undefined;
  if (url === undefined || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return origin === undefined || url.origin === origin ? url.href : null;
}
