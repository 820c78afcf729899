import type { Clock } from '@castellan/foundation/clock';
import type { RasterPicture } from '@castellan/foundation/raster-picture';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { pictureReader } from '../../foreign/picture-reader.ts';
import type { ForeignReads } from '../../foreign/reader.ts';
import type { QuietLog } from '../../quiet-log.ts';
import { bytes, bytesSchema, instant, type ServerRows } from '../../rows/server-rows.ts';

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

const coversSchema = z.array(
  z.object({ media_id: z.uuid(), type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']), bytes: bytesSchema }),
);

/** `filmsUrl` and `booksUrl` are where the pictures lie, without a trailing slash; `undefined`: none are fetched from there. */
export function createCoverStore(options: {
  readonly rows: ServerRows;
  readonly reads: ForeignReads;
  readonly clock: Clock;
  readonly log: QuietLog;
  readonly filmsUrl: string | undefined;
  readonly booksUrl: string | undefined;
}): CoverStore {
  const { rows, reads, clock, log, filmsUrl, booksUrl } = options;
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
      const args = { media_id: mediaId, type, bytes: bytes(body), fetched_at: instant(clock.nowMs()) };
      const isKept = await rows.call('server_keep_media_cover', args, z.boolean());
      return isKept ? succeed({ type, bytes: body }) : fail({ code: 'item_missing' });
    },
    read: async (mediaIds) => {
      const args = { media_ids: mediaIds, fetched_since: instant(clock.nowMs() - keptMs) };
      const kept = await rows.call('server_media_covers', args, coversSchema);
      return kept.map(({ media_id: mediaId, ...cover }) => ({ mediaId, ...cover }));
    },
  };
}

/** What a picture is, if it is still and of a cover's size. */
function typeOf(picture: RasterPicture): Cover['type'] | undefined {
  if (picture.isAnimated || picture.type === 'image/x-icon') return undefined;
  return picture.width <= maxCoverPixels && picture.height <= maxCoverPixels ? picture.type : undefined;
}
