import type { Clock } from '@castellan/foundation/clock';
import type { RasterPicture } from '@castellan/foundation/raster-picture';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Queryable } from '@castellan/platform/core/database';
import { pictureReader } from '../../foreign/picture-reader.ts';
import type { ForeignReads } from '../../foreign/reader.ts';
import type { QuietLog } from '../../quiet-log.ts';

/** A cover, its type read off its own bytes. */
export type Cover = { readonly type: RasterPicture['type']; readonly bytes: Buffer };

/** `item_missing`: the server does not have the item yet. `no_cover`: none that may be shown. `unavailable`: no answer. */
export type CoverFailure = { readonly code: 'item_missing' | 'no_cover' | 'unavailable' };

/** Bytes of a cover; the services' small sizes have about ten thousand. */
export const maxCoverBytes = 64 * 1024;

const maxCoverPixels = 1024;
const keptMs = 180 * 86_400_000;

/** Small covers, kept by the item they are of. */
export type CoverStore = {
  /** `film:/path.jpg` or `book:123`, as a look-up gave it. */
  readonly fetch: (mediaId: string, cover: string, signal: AbortSignal) => Promise<Result<Cover, CoverFailure>>;
  readonly read: (mediaIds: readonly string[]) => Promise<readonly (Cover & { readonly mediaId: string })[]>;
};

/** `filmsUrl` and `booksUrl` are where the pictures lie, without a trailing slash; `undefined`: none are fetched from there. */
export function createCoverStore(options: {
  readonly queryable: Queryable;
  readonly reads: ForeignReads;
  readonly clock: Clock;
  readonly log: QuietLog;
  readonly filmsUrl: string | undefined;
  readonly booksUrl: string | undefined;
}): CoverStore {
  const { queryable, reads, clock, log, filmsUrl, booksUrl } = options;
  const addressOf = (cover: string): string | undefined => {
    const id = cover.slice(cover.indexOf(':') + 1);
    if (cover.startsWith('film:')) return filmsUrl === undefined ? undefined : `${filmsUrl}/w185${id}`;
    return booksUrl === undefined ? undefined : `${booksUrl}/b/id/${id}-M.jpg?default=false`;
  };
  return {
    fetch: async (mediaId, cover, signal) => {
      const url = addressOf(cover);
      if (url === undefined) return fail({ code: 'no_cover' });
      const headers = { accept: 'image/webp,image/jpeg,image/png', 'user-agent': 'Castellan' };
      const request = { url, headers, maxRedirects: 3, maxBodyBytes: maxCoverBytes, timeoutMs: 8_000, signal };
      const answer = await reads.fetch(pictureReader, request, null);
      if (!answer.ok) {
        if (answer.failure.code === 'body_too_long') return fail({ code: 'no_cover' });
        log.warn('cover not had', { reason: answer.failure.code });
        return fail({ code: 'unavailable' });
      }
      const {
        value: { status, picture },
        bytes: body,
      } = answer.value;
      if (status === 429 || status >= 500) {
        log.warn('cover not had', { reason: `status ${status}` });
        return fail({ code: 'unavailable' });
      }
      const type = picture === null ? undefined : typeOf(picture);
      if (type === undefined) return fail({ code: 'no_cover' });
      const { rowCount } = await queryable.query(
        `insert into private.media_covers (media_id, type, bytes, fetched_at)
         select id, $2, $3, $4 from public.media_items where id = $1
         on conflict (media_id) do update set type = excluded.type, bytes = excluded.bytes, fetched_at = excluded.fetched_at`,
        [mediaId, type, body, new Date(clock.nowMs())],
      );
      return rowCount === 1 ? succeed({ type, bytes: body }) : fail({ code: 'item_missing' });
    },
    read: async (mediaIds) => {
      await queryable.query('delete from private.media_covers where fetched_at < $1', [new Date(clock.nowMs() - keptMs)]);
      const { rows } = await queryable.query<{ readonly media_id: string; readonly type: Cover['type']; readonly bytes: Buffer }>(
        'select media_id, type, bytes from private.media_covers where media_id = any ($1)',
        [mediaIds],
      );
      return rows.map(({ media_id, type, bytes }) => ({ mediaId: media_id, type, bytes }));
    },
  };
}

/** What a picture is, if it is still and of a cover's size. */
function typeOf(picture: RasterPicture): Cover['type'] | undefined {
  if (picture.isAnimated || picture.type === 'image/x-icon') return undefined;
  return picture.width <= maxCoverPixels && picture.height <= maxCoverPixels ? picture.type : undefined;
}
