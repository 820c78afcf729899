import type { SiteContext } from '../../lib/site-context.ts';

/** As many posts as stand on the home page; a feed's are no more by themselves. */
const maxPosts = 3;

/** What the home page shows of the owner's writing, the newest first. */
export type HomeWriting = {
  readonly posts: readonly {
    readonly title: string;
    /** A path of this site, or an address elsewhere. */
    readonly href: string;
    /** The day, where one is known: `2026-11-21`. */
    readonly day?: string;
  }[];
  /** The posts are articles of this site. */
  readonly isHere: boolean;
};

/**
 * The articles of this site, for an owner who names no blog elsewhere, as Blog leads there; else the posts of the blog's feed.
 * `undefined` where there are none.
 */
export function homeWritingOf({
  profile,
  articles = [],
  posts,
}: Pick<SiteContext, 'profile' | 'articles' | 'posts'>): HomeWriting | undefined {
  if (profile.blogUrl === undefined && articles.length > 0) {
    const newest = articles.slice(0, maxPosts);
    return { posts: newest.map(({ title, slug, date }) => ({ title, href: `/writing/${slug}`, day: date })), isHere: true };
  }
  if (posts.length === 0) return undefined;
  const told = posts.map(({ title, url, publishedOn }) => ({
    title,
    href: url,
    ...(publishedOn === undefined ? {} : { day: publishedOn }),
  }));
  return { posts: told, isHere: false };
}
