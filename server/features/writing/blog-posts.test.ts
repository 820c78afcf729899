import { expect, test, vi } from 'vitest';
import type { EgressFailure } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import type { ServerRows } from '../../rows/server-rows.ts';
import { createBlogPosts } from './blog-posts.ts';

const feed = (title: string) =>
  `<rss><channel><item><title>${title}</title><link>https://blog.example/${title}</link></item></channel></rss>`;
const titles = (posts: readonly { readonly title: string }[]) => posts.map(({ title }) => title);

/** A server over a row in memory and a feed that answers as it is told. */
function open(row?: object) {
  let nowMs = Date.UTC(2026, 10, 22);
  let kept = row;
  let answer: string | EgressFailure['code'] = feed('first');
  let feedUrl: string | undefined = 'https://blog.example/feed.xml';
  const send = vi.fn(async () =>
    answer.startsWith('<')
      ? { ok: true, value: { status: 200, headers: { 'content-type': 'application/rss+xml' }, body: Buffer.from(answer) } }
      : { ok: false, failure: { code: answer } },
  );
  const rows: ServerRows = {
    call: async (name, args, schema) => {
      if (name === 'server_keep_blog_posts') kept = args;
      return schema.parse(name === 'server_blog_posts' ? (kept ?? null) : null);
    },
  };
  const warn = vi.fn();
  const onChange = vi.fn();
  const posts = createBlogPosts({
    reads: createReadsHere({ send } as never),
    rows,
    profile: () => (feedUrl === undefined ? {} : { blogFeedUrl: feedUrl }),
    clock: { nowMs: () => nowMs },
    log: { debug: () => {}, info: () => {}, warn, error: () => {} },
    signal: new AbortController().signal,
    onChange,
  });
  return {
    posts,
    send,
    warn,
    onChange,
    kept: () => kept,
    say: (next: typeof answer) => {
      answer = next;
    },
    name: (next: string | undefined) => {
      feedUrl = next;
    },
    later: () => {
      nowMs += 31 * 60_000;
    },
  };
}

test('the feed is read once in half an hour, within its bounds, and a change is told', async () => {
  const { posts, send, onChange, say, later } = open();
  await posts.renew();
  await posts.renew();
  expect([titles(posts.current()), send.mock.calls.length, onChange.mock.calls.length]).toEqual([['first'], 1, 1]);
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ maxBodyBytes: 1024 * 1024, timeoutMs: 10_000, maxRedirects: 3 }));
  later();
  await posts.renew();
  expect(onChange).toHaveBeenCalledTimes(1);
  say(feed('second'));
  later();
  await posts.renew();
  expect([titles(posts.current()), onChange.mock.calls.length]).toEqual([['second'], 2]);
});

test('of a feed that is slow, huge, broken or gone the last good copy stays, after a restart too, and the owner is told where', async () => {
  const first = open();
  await first.posts.renew();
  const { posts, warn, say, later } = open(first.kept() as object);
  for (const failure of ['timed_out', 'body_too_long', 'address_refused', 'connection_failed', '<html>no feed</html>'] as const) {
    later();
    say(failure);
    await posts.renew();
    expect(titles(posts.current())).toEqual(['first']);
  }
  expect(warn).toHaveBeenCalledTimes(5);
  expect(JSON.stringify(warn.mock.calls[0])).toContain('profile.json: the field \\"blogFeedUrl\\"');
});

test('without a feed nothing is asked for, and posts of another address are not shown', async () => {
  const { posts, send, name, say } = open();
  name(undefined);
  await posts.renew();
  expect([posts.current(), send.mock.calls.length]).toEqual([[], 0]);
  name('https://blog.example/feed.xml');
  await posts.renew();
  name('https://other.example/feed.xml');
  say('timed_out');
  expect(posts.current()).toEqual([]);
  await posts.renew();
  expect(posts.current()).toEqual([]);
});
