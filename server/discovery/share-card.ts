import { createHash } from 'node:crypto';
import type { Log } from '@castellan/platform/core/log';
import type { Content } from '../content.ts';
import { drawCard } from './card-drawing.ts';
import { rasterise } from './rasterise.ts';

type Card = { readonly subject: object; readonly picture: Promise<{ readonly bytes: Buffer; readonly etag: string }> };

/** Answers with the card that a shared link to the site shows. `publicUrl` is the site's, whose address stands on it. */
export function createShareCard(
  { profile, letters }: Pick<Content, 'profile' | 'letters'>,
  log: Log,
  draw = rasterise,
  publicUrl = () => '',
): (request: Request) => Promise<Response> {
  return createCard(
    profile,
    (subject) => drawCard(subject, publicUrl(), letters().card),
    log,
    (svg) => draw(svg, letters().fontFiles),
  );
}

/**
 * Answers with a card. It is drawn at the first request after its subject changed, once for however many ask at the time, and
 * kept. One that could not be drawn is tried again at the next request.
 */
export function createCard<Subject extends object>(
  subject: () => Subject,
  drawingOf: (subject: Subject) => string,
  log: Log,
  draw: (svg: string) => Promise<Buffer>,
): (request: Request) => Promise<Response> {
  let card: Card | undefined;
  const drawFor = (wanted: Subject): Card => {
    const picture = draw(drawingOf(wanted)).then((bytes) => ({ bytes, etag: `"${hash(bytes)}"` }));
    return { subject: wanted, picture };
  };
  return async (request) => {
    const wanted = subject();
    if (card?.subject !== wanted) card = drawFor(wanted);
    const current = card;
    try {
      const { bytes, etag } = await current.picture;
      return answer(request, bytes, etag);
    } catch (error) {
      if (card === current) card = undefined;
      log.error('share card not drawn', { error: error instanceof Error ? error : String(error) });
      return new Response(null, { status: 503, headers: { 'retry-after': '60' } });
    }
  };
}

function answer(request: Request, bytes: Buffer, etag: string): Response {
  const headers = new Headers({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    // It is there to be shown by others.
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  });
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  headers.set('content-length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
