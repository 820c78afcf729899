import type { Profile } from '@castellan/content/profile';
import type { Clock } from '@castellan/foundation/clock';
import type { Result } from '@castellan/foundation/result';
import type { Log } from '@castellan/platform/core/log';
import type { BlogPost } from '@castellan/web/site-proof';
import { z } from 'zod';
import type { EgressFailure } from '../../adapters/egress.ts';
import type { ForeignReads, ReadFailure } from '../../foreign/reader.ts';
import { createQuietLog } from '../../quiet-log.ts';
import { instant, instantSchema, nothing, type ServerRows } from '../../rows/server-rows.ts';
import { blogFeedReader, postsSchema } from './blog-feed-reader.ts';
import type { FeedFailure } from './read-feed.ts';

type Options = {
  readonly reads: ForeignReads;
  readonly rows: ServerRows;
  readonly profile: () => Pick<Profile, 'blogFeedUrl'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends a request under way, when the server stops. */
  readonly signal: AbortSignal;
  /** Hears of other posts than before. */
  readonly onChange: () => void;
};

/** The newest posts of the owner's blog. */
export type BlogPosts = {
  /** Those of the last good copy; none where the content names no feed. */
  readonly current: () => readonly BlogPost[];
  /** Reads the feed where the last copy is older than half an hour, or of another address. Never rejects. */
  readonly renew: () => Promise<void>;
};

const freshMs = 30 * 60_000;
const maxFeedBytes = 1024 * 1024;
const timeoutMs = 10_000;

type Copy = { readonly feedUrl: string; readonly posts: readonly BlogPost[]; readonly fetchedAtMs: number };

/** Keeps the last good copy in the database, so that it outlives a restart and every server has the same. */
export function createBlogPosts({ reads, rows, profile, clock, log, signal, onChange }: Options): BlogPosts {
  const quiet = createQuietLog(log, clock);
  let copy: Copy | undefined;
  const take = (next: Copy | undefined) => {
    const before = JSON.stringify(copy && [copy.feedUrl, copy.posts]);
    copy = next;
    if (before !== JSON.stringify(next && [next.feedUrl, next.posts])) onChange();
  };
  const isFresh = (feedUrl: string) => copy?.feedUrl === feedUrl && clock.nowMs() - copy.fetchedAtMs < freshMs;

  const renew = async () => {
    const feedUrl = profile().blogFeedUrl;
    if (feedUrl === undefined || isFresh(feedUrl)) return;
    // Another server, or this one before it was started again, may have a fresh one.
    take((await readCopy(rows)) ?? copy);
    if (isFresh(feedUrl)) return;
    const posts = await fetchPosts(reads, feedUrl, signal);
    if (!posts.ok) {
      if (posts.failure.code === 'aborted') return;
      quiet.warn('profile.json: the field "blogFeedUrl" names a feed that cannot be read; the last posts stay', {
        reason: reasons[posts.failure.code],
      });
      return;
    }
    const next = { feedUrl, posts: posts.value, fetchedAtMs: clock.nowMs() };
    await writeCopy(rows, next);
    take(next);
  };

  return {
    current: () => (copy !== undefined && copy.feedUrl === profile().blogFeedUrl ? copy.posts : []),
    renew: () => renew().catch((error: Error) => quiet.warn('the posts of the blog were not renewed', { reason: error.message })),
  };
}

async function fetchPosts(reads: ForeignReads, feedUrl: string, signal: AbortSignal): Promise<Result<readonly BlogPost[], FetchFailure>> {
  const accept = 'application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8';
  const headers = { accept, 'user-agent': 'Castellan' };
  const request = { url: feedUrl, headers, maxRedirects: 3, maxBodyBytes: maxFeedBytes, timeoutMs, signal };
  const read = await reads.fetch(blogFeedReader, request, { feedUrl });
  return read.ok ? read.value.value : read;
}

type FetchFailure = EgressFailure | ReadFailure | FeedFailure | { readonly code: 'not_found' };

const reasons: Readonly<Record<Exclude<FetchFailure['code'], 'aborted'>, string>> = {
  address_malformed: 'its address is none',
  address_refused: 'its host is in a private network',
  body_too_long: 'it is longer than 1 MiB',
  busy: 'this server asks too much at the moment',
  connection_failed: 'its host does not answer',
  name_not_found: 'its host is not known',
  no_posts: 'it names no post with a title and an address',
  not_a_feed: 'it is neither RSS nor Atom',
  not_found: 'its host answers with an error',
  redirect_malformed: 'it leads to an address that is none',
  timed_out: 'it takes longer than 10 seconds',
  unreadable: 'it cannot be read within its bounds',
  too_many_redirects: 'it leads on more than three times',
};

const copySchema = z.object({ feed_url: z.string(), posts: z.unknown(), fetched_at: instantSchema }).nullable();

async function readCopy(rows: ServerRows): Promise<Copy | undefined> {
  const kept = await rows.call('server_blog_posts', {}, copySchema);
  const posts = postsSchema.safeParse(kept?.posts);
  return kept === null || !posts.success ? undefined : { feedUrl: kept.feed_url, posts: posts.data, fetchedAtMs: kept.fetched_at };
}

async function writeCopy(rows: ServerRows, { feedUrl, posts, fetchedAtMs }: Copy): Promise<void> {
  await rows.call('server_keep_blog_posts', { feed_url: feedUrl, posts, fetched_at: instant(fetchedAtMs) }, nothing);
}
