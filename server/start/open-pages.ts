import type { Content } from '../content.ts';
import { isFoundPath } from '../discovery/discovery.ts';
import type { Engravings } from '../engravings/engravings.ts';
import { readListedWishes } from '../features/wishes/listed-wishes.ts';
import type { OutageThere } from '../http/outage-page.ts';
import { openBuiltPages, openLivePages, type Pages } from '../pages/pages.ts';
import type { ServerRows } from '../rows/server-rows.ts';
import type { LiveKeys } from './follow-keys.ts';
import type { OfferedRelease } from './offered-release.ts';
import type { Entrance } from './open-entrance.ts';
import type { LiveFacts } from './open-live-facts.ts';
import type { Start } from './start-steps.ts';

type Given = {
  readonly entrance: Entrance;
  readonly content: Content;
  readonly engravings: Engravings;
  readonly keys: LiveKeys;
  readonly rows: ServerRows;
  readonly live: LiveFacts;
  readonly backendKind?: 'hosted';
  readonly isOutageThere: OutageThere;
  readonly offered: OfferedRelease | undefined;
};

/** Makes the pages, from the keys and the content as they are now. */
export async function openPages({ settings, mode, closers }: Start, given: Given): Promise<Pages> {
  const { entrance, content, engravings, keys, rows, live, backendKind, isOutageThere, offered } = given;
  const facts = () => ({
    publishableKey: keys.ring().publishableKey,
    publicUrl: entrance.publicUrl(),
    profile: content.profile(),
    resume: content.resume(),
    caseStudies: content.caseStudies(),
    articles: content.articles(),
    portrait: engravings.portrait(),
    posts: live.posts(),
    proof: live.evidence.current(),
    wholeProof: () => ({ ...live.evidence.whole(), release: offered?.proof }),
    musicProxyUrl: settings.music.proxyUrl,
    listedWishes: () => readListedWishes(rows),
    backendKind,
  });
  const sources = { facts, isFound: (path: string) => isFoundPath(path, content.resume(), content.articles()), givesWay: isOutageThere };
  const pages = mode === 'production' ? await openBuiltPages(sources) : await openLivePages(sources, entrance.http);
  entrance.letAnswerFirst(pages.middleware);
  closers.push(pages.close);
  keys.onChange(pages.refresh);
  return pages;
}
