import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import { splitAtFirst } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { pictureReader } from '../../foreign/picture-reader.ts';
import type { ForeignReads } from '../../foreign/reader.ts';
import type { QuietLog } from '../../quiet-log.ts';
import { musicKey, type SealingKeys } from './music-keys.ts';
import type { ArtPath } from './track.ts';

/** A picture, its type read off its own bytes. */
export type Picture = { readonly type: 'image/jpeg' | 'image/png' | 'image/webp'; readonly bytes: Buffer<ArrayBuffer> };

/** Why there is no picture: we never gave out this id; too many are asked for; the provider gave none. */
export type ArtFailure = { readonly code: 'art_unknown' | 'must_wait' | 'art_missing' };

/** The provider's pictures, from our own origin. */
export type AlbumArt = {
  readonly pathOf: ArtPath;
  readonly fetch: (id: string) => Promise<Result<Picture, ArtFailure>>;
};

/** Where the provider keeps its pictures. */
const imageHosts = /(^|\.)(scdn\.co|spotifycdn\.com)$/;

const shownTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

const maxBytes = 2 * 1024 * 1024;

/** Pictures kept in memory: the owner's last few tracks. */
const maxKept = 8;

/** Ids collected long ago must not make us load pictures without end. */
const fetches = { limit: 10, windowMs: 30_000, capacity: 1 };

const missingForMs = 30_000;

type Kept = { readonly answer: Promise<Result<Picture, ArtFailure>>; readonly atMs: number };

/**
 * An id is the picture's address with our signature: only addresses that the provider told us have one, every server that
 * shares the keys knows it, and it is the same each time, so that browsers keep the picture.
 */
export function createAlbumArt(options: {
  readonly reads: ForeignReads;
  readonly keys: () => SealingKeys;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: QuietLog;
}): AlbumArt {
  const { reads, keys, apiUrl, clock, log } = options;
  const apiHost = new URL(apiUrl).hostname;
  const kept = new Map<string, Kept>();
  const window = createAttemptWindow(clock, fetches);
  const signatureOf = (url: string) => createHmac('sha256', musicKey(keys(), 'album art')).update(url).digest().subarray(0, 16);

  const load = async (url: string): Promise<Result<Picture, ArtFailure>> => {
    const request = { url, headers: { accept: 'image/*' }, maxBodyBytes: maxBytes, timeoutMs: 5_000 };
    const answer = await reads.fetch(pictureReader, request, null);
    const type = answer.ok ? shownTypes.find((one) => one === answer.value.value.picture?.type) : undefined;
    if (answer.ok && type !== undefined) return succeed({ type, bytes: answer.value.bytes });
    log.warn('album art not loaded', { reason: answer.ok ? `status ${answer.value.value.status}` : answer.failure.code });
    return fail({ code: 'art_missing' });
  };

  return {
    pathOf: (imageUrl) => {
      if (!isProvidersPicture(imageUrl, apiHost)) return null;
      return `/functions/v1/album-art?id=${Buffer.from(imageUrl).toString('base64url')}.${signatureOf(imageUrl).toString('base64url')}`;
    },
    fetch: async (id) => {
      const url = addressIn(id, signatureOf);
      if (url === undefined || !isProvidersPicture(url, apiHost)) return fail({ code: 'art_unknown' });
      const found = kept.get(url);
      if (found !== undefined) {
        const answer = await found.answer;
        if (answer.ok || clock.nowMs() - found.atMs < missingForMs) return answer;
      }
      if (!window.reserve('art').ok) return fail({ code: 'must_wait' });
      const answer = load(url);
      kept.delete(url);
      kept.set(url, { answer, atMs: clock.nowMs() });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return answer;
    },
  };
}

function isProvidersPicture(address: string, apiHost: string): boolean {
  const url = address.length <= 1024 && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return false;
  // The host that the operator named as the provider may speak http, as on the operator's own machine.
  return url.hostname === apiHost || (url.protocol === 'https:' && imageHosts.test(url.hostname));
}

function addressIn(id: string, signatureOf: (url: string) => Buffer): string | undefined {
  const [encoded = '', signature = ''] = splitAtFirst(id, '.') ?? [];
  if (encoded.length > 1400 || signature.length !== 22 || !/^[\w-]+$/.test(encoded) || !/^[\w-]+$/.test(signature)) return undefined;
  const url = Buffer.from(encoded, 'base64url').toString('utf8');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(url);
  return given.length === expected.length && timingSafeEqual(given, expected) ? url : undefined;
}
