import type { Profile } from '@castellan/content/profile';
import { systemClock } from '@castellan/foundation/clock';
import type { Content } from '../content.ts';
import { createSiteEvidence, type SiteEvidence } from '../features/proof/site-evidence.ts';
import { type BlogPosts, createBlogPosts } from '../features/writing/blog-posts.ts';
import type { ForeignReads } from '../foreign/reader.ts';
import type { Pages } from '../pages/pages.ts';
import type { ServerRows } from '../rows/server-rows.ts';
import type { LiveKeys } from './follow-keys.ts';
import type { Start } from './start-steps.ts';

/** How often the server looks whether a day has passed, or the blog has something new. */
const renewEveryMs = 5 * 60_000;

/** What pages show besides the content and that changes by itself. */
export type LiveFacts = {
  readonly posts: BlogPosts['current'];
  readonly evidence: Pick<SiteEvidence, 'current' | 'whole' | 'answer'>;
  /** The content was read again: it may name another feed. */
  readonly contentChanged: () => void;
  /** Begins to follow the changes; pages that were rendered before are forgotten with each. */
  readonly follow: (pages: Pages) => void;
};

type Given = {
  readonly content: Content;
  readonly reads: ForeignReads;
  readonly keys: LiveKeys;
  readonly rows: ServerRows;
  readonly publicUrl: () => string;
};

/** The feed whose posts are shown: none where the home page shows the owner's own articles in their place. */
function feedOf(content: Content): Pick<Profile, 'blogFeedUrl'> {
  const { blogUrl, blogFeedUrl } = content.profile();
  return blogUrl === undefined && content.articles().length > 0 ? {} : { blogFeedUrl };
}

/** Opens what the pages show of the blog and the site itself. Nothing here holds up the start. */
export async function openLiveFacts({ log, closers }: Start, given: Given): Promise<LiveFacts> {
  const { content, reads, keys, rows, publicUrl } = given;
  let onChange = () => {};
  const shared = { clock: systemClock, log, onChange: () => onChange() };
  const ending = new AbortController();
  const posts = createBlogPosts({ ...shared, reads, rows, profile: () => feedOf(content), signal: ending.signal });
  const authenticatorKey = () => keys.ring().authenticatorKey;
  const evidence = createSiteEvidence({ ...shared, rows, authenticatorKey, siteUrl: publicUrl });
  return {
    posts: posts.current,
    evidence,
    contentChanged: () => void posts.renew(),
    follow: (pages) => {
      onChange = pages.refresh;
      const renew = () => Promise.all([posts.renew(), evidence.renew(pages.answer)]);
      let running = renew();
      const renewing = setInterval(() => {
        running = running.then(renew);
      }, renewEveryMs);
      closers.push(async () => {
        clearInterval(renewing);
        ending.abort();
        await running;
      });
    },
  };
}
