import { type RasterPicture, readRasterPicture } from '@castellan/foundation/raster-picture';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Egress } from '../adapters/egress.ts';
import type { QuietLog } from '../quiet-log.ts';

/** An icon, its type read off its own bytes. */
export type SiteIcon = { readonly type: RasterPicture['type']; readonly bytes: Buffer };

/** `no_icon`: the service has none that may be shown. `icon_unavailable`: it gave no answer. */
export type IconFailure = { readonly code: 'no_icon' | 'icon_unavailable' };

/** Asks the configured service for a site's icon. */
export type AskIcon = (host: string) => Promise<Result<SiteIcon, IconFailure>>;

const mostBytes = 32 * 1024;
/** A small file may claim to be a huge picture, and fill the memory of whatever draws it. */
const mostPixels = 512;
const timeoutMs = 6_000;

/**
 * Whether a name is one that the world knows: letters, digits and hyphens, at least two labels, no address, and none of the
 * names that are local by agreement (RFC 6761, 6762, 7686, 8375, 9476). A service is told nothing else, so that it does not
 * learn how the owner's own machines are called.
 */
export function isPublicHost(host: string): boolean {
  if (host.length > 253 || !/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(host)) return false;
  return !/(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|test|example|invalid|onion|alt)$/.test(
    host,
  );
}

/**
 * Fills the template's `{host}` and takes what comes only if its own bytes say that it is a small, still raster picture; the
 * name and type that the service gives it count for nothing. A few redirects are followed, each through the egress guard.
 */
export function createAskIcon(options: { readonly egress: Egress; readonly template: string; readonly log: QuietLog }): AskIcon {
  const { egress, template, log } = options;
  return async (host) => {
    const answer = await egress.send({
      url: template.replaceAll('{host}', host),
      headers: { accept: 'image/png,image/webp,image/jpeg,image/gif,image/x-icon', 'user-agent': 'Castellan' },
      mostRedirects: 3,
      mostBodyBytes: mostBytes,
      timeoutMs,
    });
    if (!answer.ok) {
      // What is too long is no icon the next time either.
      if (answer.failure.code === 'body_too_long') return fail({ code: 'no_icon' });
      log.warn('site icon not had', { reason: answer.failure.code });
      return fail({ code: 'icon_unavailable' });
    }
    const { status, body } = answer.value;
    if (status === 429 || status >= 500) {
      log.warn('site icon not had', { reason: `status ${status}` });
      return fail({ code: 'icon_unavailable' });
    }
    const picture = status === 200 ? readRasterPicture(body) : undefined;
    const fits = picture !== undefined && !picture.isAnimated && picture.width <= mostPixels && picture.height <= mostPixels;
    return fits ? succeed({ type: picture.type, bytes: body }) : fail({ code: 'no_icon' });
  };
}
