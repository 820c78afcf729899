import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Article } from '@castellan/content/article';
import type { Profile } from '@castellan/content/profile';
import type { Clock } from '@castellan/foundation/clock';
import { atomFeed, type FeedSource, rssFeed } from './feeds.ts';

type Given = {
  readonly publicUrl: () => string;
  readonly profile: () => Profile;
  readonly articles: () => readonly Article[];
  readonly clock: Clock;
};

/** A feed as it is sent, and what it was made from. */
type Made = {
  readonly source: FeedSource;
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly digest: string;
  /** When these bytes were first made here, in whole seconds. */
  readonly changedMs: number;
};

const feeds = {
  '/feed.xml': { write: atomFeed, contentType: 'application/atom+xml; charset=utf-8' },
  '/rss.xml': { write: rssFeed, contentType: 'application/rss+xml; charset=utf-8' },
} as const;

type FeedPath = keyof typeof feeds;

/** A quarter of an hour: readers that ask more often ask their own cache. */
const cacheSeconds = 900;

/**
 * Answers for the feeds, where there are articles. Each is written once for each version of what it tells. A reader that has the
 * version already gets 304, by `If-None-Match` or, where it sends none, by `If-Modified-Since`.
 */
export function createFeeds({ publicUrl, profile, articles, clock }: Given): (request: Request) => Response | undefined {
  const made = new Map<FeedPath, Made>();
  const make = (path: FeedPath): Made => {
    const source = { publicUrl: publicUrl(), profile: profile(), articles: articles() };
    const before = made.get(path);
    if (before !== undefined && isSame(before.source, source)) return before;
    const plain = Buffer.from(feeds[path].write(source));
    const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    // The same bytes keep their time. Two versions of one second would have one time: the later one's is a second later.
    const nowMs = Math.floor(clock.nowMs() / 1000) * 1000;
    const changedMs = before === undefined ? nowMs : before.digest === digest ? before.changedMs : Math.max(nowMs, before.changedMs + 1000);
    const fresh = { source, plain, packed: gzipSync(plain), digest, changedMs };
    made.set(path, fresh);
    return fresh;
  };
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const { pathname } = new URL(request.url);
    if (!isFeed(pathname) || articles().length === 0) return undefined;
    const { plain, packed, digest, changedMs } = make(pathname);
    const takesPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers.get('accept-encoding') ?? '');
    const etag = takesPacked ? `"${digest}-gz"` : `"${digest}"`;
    const headers = new Headers({
      'content-type': feeds[pathname].contentType,
      'cache-control': `public, max-age=${cacheSeconds}`,
      'last-modified': new Date(changedMs).toUTCString(),
      // Readers in a browser fetch it from their own sites.
      'access-control-allow-origin': '*',
      etag,
      vary: 'accept-encoding',
    });
    if (isKnown(request.headers, etag, changedMs)) return new Response(null, { status: 304, headers });
    const body = takesPacked ? packed : plain;
    if (takesPacked) headers.set('content-encoding', 'gzip');
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  };
}

function isFeed(path: string): path is FeedPath {
  return Object.hasOwn(feeds, path);
}

/** Whether both say the same: what is in them is never changed, only exchanged. */
function isSame(left: FeedSource, right: FeedSource): boolean {
  return left.publicUrl === right.publicUrl && left.profile === right.profile && left.articles === right.articles;
}

/** Whether the reader has this version (RFC 9110 §13.2.2: the tag counts before the time). */
function isKnown(headers: Headers, etag: string, changedMs: number): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = headers.get('if-modified-since');
  return since !== null && Date.parse(since) >= changedMs;
}
