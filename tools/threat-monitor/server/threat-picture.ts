import type { Clock } from '@castellan/foundation/clock';
import { joinThreats } from '../knowledge/join-threats.ts';
import { type RankedItem, rankThreats } from '../knowledge/rank.ts';
import type { SsvcPoints } from '../knowledge/ssvc.ts';
import type { FeedState } from './keep-feed.ts';
import type { SourceRest } from './source-rest.ts';
import type { SourceTrouble } from './source-trouble.ts';
import { listFeeds, type ThreatFeeds } from './threat-feeds.ts';
import type { InventoryMatches, ThreatStore } from './threat-store.ts';

/** How one source stands. Moments are ISO 8601. */
export type SourceLook = {
  readonly id: 'kev' | 'epss' | 'feodo' | 'urlhaus' | 'osv' | 'ssvc';
  /** The operator switched it off. */
  readonly isOff: boolean;
  /** Entries, rows, indicators, vulnerable packages, assessments. */
  readonly size: number;
  /** What the source itself says of its version or day; empty where it says nothing. */
  readonly version: string;
  /** When the source last said that this is its newest; `null`: never. */
  readonly confirmedAt: string | null;
  /** Older than it ought to be. */
  readonly isStale: boolean;
  readonly trouble: SourceTrouble | null;
  /** When it may be asked again after a failure. */
  readonly nextAt: string | null;
};

/** What is known of one inventory of packages. */
export type InventoryLook = { readonly id: string; readonly checkedAt: string | null; readonly vulnerable: number };

/** Everything, ranked. */
export type ThreatPicture = {
  readonly items: readonly RankedItem[];
  readonly sources: readonly SourceLook[];
  /** Of packages and of products; also those that nobody was asked about yet. */
  readonly inventoryCount: number;
  readonly inventories: readonly InventoryLook[];
};

type Looking = {
  readonly feeds: ThreatFeeds;
  readonly store: ThreatStore;
  readonly clock: Clock;
  readonly rests: { readonly osv: SourceRest; readonly ssvc: SourceRest };
  readonly isOff: { readonly osv: boolean; readonly ssvc: boolean };
};

const dayMs = 24 * 3_600_000;

/** A copy that its source has not confirmed for so long is stale. */
const staleAfterMs = { kev: 3 * dayMs, epss: 3 * dayMs, feodo: dayMs, urlhaus: dayMs, osv: 3 * dayMs };

/** Puts together what is kept, and ranks it. Asks nobody outside. */
export async function lookAtThreats({ feeds, store, clock, rests, isOff }: Looking): Promise<ThreatPicture> {
  await Promise.all(listFeeds(feeds).map((feed) => feed.load()));
  const [found, packageInventories, products, assessments] = await Promise.all([
    store.matches(),
    store.packageInventories(),
    store.products(),
    store.assessments(),
  ]);
  const current = found.filter((one) => one.isCurrent);
  const matches = current.flatMap((one) => one.matches);
  const advisories = await store.advisories([...new Set(matches.flatMap((match) => match.advisories))]);
  const kev = feeds.kev?.state();
  const epss = feeds.epss?.state();
  const points = assessments.flatMap(({ cve, points: one }): (readonly [string, SsvcPoints])[] => (one === undefined ? [] : [[cve, one]]));
  const items = joinThreats({
    matches,
    advisories: new Map(advisories.map((advisory) => [advisory.id, advisory])),
    products,
    kev: kev?.value,
    epss: epss?.value,
    assessments: new Map(points),
  });
  const nowMs = clock.nowMs();
  const lookAtFeed = (
    id: keyof typeof staleAfterMs,
    state: Omit<FeedState<unknown>, 'value'> | undefined,
    size: number | undefined,
    version = '',
  ): SourceLook => ({
    id,
    isOff: state === undefined,
    size: size ?? 0,
    version,
    confirmedAt: iso(state?.confirmedAtMs),
    isStale: state?.confirmedAtMs !== undefined && nowMs - state.confirmedAtMs > staleAfterMs[id],
    trouble: state?.trouble ?? null,
    nextAt: state?.trouble === undefined ? null : iso(state.nextAtMs),
  });
  const rested = (rest: SourceRest, confirmedAtMs: number | undefined) => ({
    confirmedAtMs,
    trouble: rest.trouble(),
    nextAtMs: rest.untilMs(),
  });
  const lists = { feodo: feeds.feodo?.state(), urlhaus: feeds.urlhaus?.state() };
  const checked = current.map(({ checkedAtMs }) => checkedAtMs);
  const asked = assessments.map(({ askedAtMs }) => askedAtMs);
  return {
    items: rankThreats(items),
    sources: [
      lookAtFeed('kev', kev, kev?.value?.entries.size, kev?.value?.version),
      lookAtFeed('epss', epss, epss?.value?.size, epss?.value?.scoredAt.slice(0, 10)),
      lookAtFeed('osv', isOff.osv ? undefined : rested(rests.osv, checked.length === 0 ? undefined : Math.min(...checked)), matches.length),
      {
        ...lookAtFeed(
          'osv',
          isOff.ssvc ? undefined : rested(rests.ssvc, asked.length === 0 ? undefined : Math.max(...asked)),
          points.length,
        ),
        id: 'ssvc',
        // Assessments are asked for one by one and keep their day; they do not go stale together.
        isStale: false,
      },
      lookAtFeed('feodo', lists.feodo, lists.feodo?.value?.length),
      lookAtFeed('urlhaus', lists.urlhaus, lists.urlhaus?.value?.length),
    ],
    inventoryCount: packageInventories.length + products.length,
    inventories: current.map(lookAtInventory),
  };
}

function lookAtInventory({ inventoryId, checkedAtMs, matches }: InventoryMatches): InventoryLook {
  return { id: inventoryId, checkedAt: iso(checkedAtMs), vulnerable: matches.length };
}

function iso(ms: number | undefined): string | null {
  return ms === undefined || ms === 0 ? null : new Date(ms).toISOString();
}
