import { isSmallIcon, maxIconBytes, type RasterPicture } from '@castellan/foundation/raster-picture';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { pictureReader } from '../../foreign/picture-reader.ts';
import type { ForeignReads } from '../../foreign/reader.ts';
import type { QuietLog } from '../../quiet-log.ts';

/** An icon, its type read off its own bytes. */
export type SiteIcon = { readonly type: RasterPicture['type']; readonly bytes: Buffer };

/** `no_icon`: the service has none that may be shown. `icon_unavailable`: it gave no answer. */
export type IconFailure = { readonly code: 'no_icon' | 'icon_unavailable' };

/** Asks the configured service for a site's icon. */
export type AskIcon = (host: string) => Promise<Result<SiteIcon, IconFailure>>;

const timeoutMs = 6_000;

/**
 * Fills the template's `{host}` and takes what comes only if its own bytes say that it is a small, still raster picture; the
 * name and type that the service gives it count for nothing. A few redirects are followed, each through the egress guard.
 */
export function createAskIcon(options: { readonly reads: ForeignReads; readonly template: string; readonly log: QuietLog }): AskIcon {
  const { reads, template, log } = options;
  return async (host) => {
    const request = {
      url: template.replaceAll('{host}', host),
      headers: { accept: 'image/png,image/webp,image/jpeg,image/gif,image/x-icon', 'user-agent': 'Castellan' },
      maxRedirects: 3,
      maxBodyBytes: maxIconBytes,
      timeoutMs,
    };
    const answer = await reads.fetch(pictureReader, request, null);
    if (!answer.ok) {
      // What is too long is no icon the next time either.
      if (answer.failure.code === 'body_too_long') return fail({ code: 'no_icon' });
      log.warn('site icon not had', { reason: answer.failure.code });
      return fail({ code: 'icon_unavailable' });
    }
    const {
      value: { status, picture },
      bytes,
    } = answer.value;
    if (status === 429 || status >= 500) {
      log.warn('site icon not had', { reason: `status ${status}` });
      return fail({ code: 'icon_unavailable' });
    }
    return picture === null || !isSmallIcon(picture) ? fail({ code: 'no_icon' }) : succeed({ type: picture.type, bytes });
  };
}
