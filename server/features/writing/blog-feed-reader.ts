import { fail, type Result } from '@castellan/foundation/result';
import type { BlogPost } from '@castellan/web/site-proof';
import { z } from 'zod';
import type { Reader } from '../../foreign/reader.ts';
import { decodeFeed, type FeedFailure, readFeed } from './read-feed.ts';

/** Posts as they are kept, and as the reader of feeds hands them over. */
export const postsSchema = z
  .array(
    z.object({
      title: z.string().max(1000),
      url: z.url({ protocol: /^https?$/ }).max(4096),
      publishedOn: z.string().max(40).optional(),
    }),
  )
  .max(100)
  .transform((posts) => posts.map((post) => ({ ...post, publishedOn: post.publishedOn })));

type Posts = Result<readonly BlogPost[], FeedFailure | { readonly code: 'not_found' }>;

/** Reads the newest posts out of a feed. */
export const blogFeedReader: Reader<{ readonly feedUrl: string }, Posts> = {
  name: 'blog-feed',
  read: ({ status, headers, body }, { feedUrl }) => ({
    value: status === 200 ? readFeed(decodeFeed(body, headers['content-type']), feedUrl) : fail({ code: 'not_found' }),
  }),
  value: z.union([
    z.object({ ok: z.literal(true), value: postsSchema }),
    z.object({ ok: z.literal(false), failure: z.object({ code: z.enum(['not_found', 'no_posts', 'not_a_feed']) }) }),
  ]),
};
