import type { Clock } from '@castellan/foundation/clock';
import { ageWords } from '../knowledge/counted.ts';
import { readLeftOut, type StoredLeftOut } from '../knowledge/inventory.ts';
import { affectedName, joinThreats, type NamedProduct } from '../knowledge/join-threats.ts';
import { type AskedInventory, type AskedSource, judgeThreats, type ThreatJudgement } from '../knowledge/judge-threats.ts';
import { type RankedItem, type ReadSources, rankThreats } from '../knowledge/rank.ts';
import type { SsvcPoints } from '../knowledge/ssvc.ts';
import type { FeedState } from './keep-feed.ts';
import type { SourceRest } from './source-rest.ts';
import { describeTrouble, type SourceTrouble } from './source-trouble.ts';
import { listFeeds, type ThreatFeeds } from './threat-feeds.ts';
import type { InventoryMatches, PackageInventory, ThreatStore } from './threat-store.ts';

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
export type InventoryLook = {
  readonly id: string;
  /** When OSV answered about the packages that it has now; null: not yet. */
  readonly checkedAt: string | null;
  /** Packages with a known vulnerability. */
  readonly vulnerable: number;
};

/** Everything, ranked. */
export type ThreatPicture = {
  readonly items: readonly RankedItem[];
  readonly sources: readonly SourceLook[];
  /** Of packages and of products; also those that nobody was asked about yet. */
  readonly inventoryCount: number;
  readonly inventories: readonly InventoryLook[];
  readonly read: ReadSources;
  readonly judged: ThreatJudgement;
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

/** Puts together what is kept, ranks it, and judges it. Asks nobody outside. */
export async function lookAtThreats({ feeds, store, clock, rests, isOff }: Looking): Promise<ThreatPicture> {
  await Promise.all(listFeeds(feeds).map((feed) => feed.load()));
  const [found, packageInventories, watched, assessments] = await Promise.all([
    store.matches(),
    store.packageInventories(),
    store.products(),
    store.assessments(),
  ]);
  const current = found.filter((one) => one.isCurrent);
  const matches = current.flatMap((one) => one.matches);
  const advisories = await store.advisories([...new Set(matches.flatMap((match) => match.advisories))]);
  const [kev, epss] = [feeds.kev?.state(), feeds.epss?.state()];
  const points = assessments.flatMap(({ cve, points: one }): (readonly [string, SsvcPoints])[] => (one === undefined ? [] : [[cve, one]]));
  const leftOut = new Map(packageInventories.map((one) => [one.id, one.leftOut === null ? null : readLeftOut(one.leftOut)]));
  const products = [...watched.map((name) => ({ name, label: name })), ...[...leftOut.values()].flatMap(productsOf)];
  const read = { kev: kev?.value !== undefined, epss: epss?.value !== undefined };
  const items = rankThreats(
    joinThreats({
      matches,
      advisories: new Map(advisories.map((advisory) => [advisory.id, advisory])),
      products,
      kev: kev?.value,
      epss: epss?.value,
      assessments: new Map(points),
    }),
    read,
  );
  const checked = current.map(({ checkedAtMs }) => checkedAtMs);
  const asked = assessments.map(({ askedAtMs }) => askedAtMs);
  const nowMs = clock.nowMs();
  const lookAtFeed = lookerAt(nowMs);
  const lists = { feodo: feeds.feodo?.state(), urlhaus: feeds.urlhaus?.state() };
  const sources: readonly SourceLook[] = [
    lookAtFeed('kev', kev, kev?.value?.entries.size, kev?.value?.version),
    lookAtFeed('epss', epss, epss?.value?.size, epss?.value?.scoredAt.slice(0, 10)),
    lookAtFeed('osv', isOff.osv ? undefined : rested(rests.osv, checked.length === 0 ? undefined : Math.min(...checked)), matches.length),
    {
      ...lookAtFeed('osv', isOff.ssvc ? undefined : rested(rests.ssvc, asked.length === 0 ? undefined : Math.max(...asked)), points.length),
      id: 'ssvc',
      // Assessments are asked for one by one and keep their day; they do not go stale together.
      isStale: false,
    },
    lookAtFeed('feodo', lists.feodo, lists.feodo?.value?.length),
    lookAtFeed('urlhaus', lists.urlhaus, lists.urlhaus?.value?.length),
  ];
  const mine = items.filter(({ affects }) => affects.length > 0);
  const named = new Set(mine.flatMap(({ affects, isByName }) => (isByName ? [] : affects)));
  const inventories = packageInventories.map((one) => askedInventory(one, current, leftOut.get(one.id) ?? null, named, nowMs));
  return {
    items,
    sources,
    read,
    inventoryCount: packageInventories.length + watched.length,
    inventories: current.map(({ inventoryId, checkedAtMs }) => ({
      id: inventoryId,
      checkedAt: iso(checkedAtMs),
      vulnerable: inventories.find(({ id }) => id === inventoryId)?.affected?.length ?? 0,
    })),
    judged: judgeThreats({
      items: mine,
      inventories,
      products: products.length,
      sources: sources.flatMap((one) => askedSource(one, nowMs)),
    }),
  };
}

/** Says how a source stands at a moment. */
function lookerAt(nowMs: number) {
  return (
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
}

function rested(rest: SourceRest, confirmedAtMs: number | undefined): Omit<FeedState<unknown>, 'value'> {
  return { confirmedAtMs, trouble: rest.trouble(), nextAtMs: rest.untilMs() };
}

/** Components that a CPE alone names: their vendor and product are looked for in CISA's catalogue. */
function productsOf(leftOut: StoredLeftOut | null): readonly NamedProduct[] {
  return (leftOut?.named ?? []).flatMap(({ reason, name, version, detail }) =>
    reason === 'cpe' ? [{ name: detail, label: `${name} ${version}`.trim() }] : [],
  );
}

function askedInventory(
  { id, name, packageCount }: PackageInventory,
  current: readonly InventoryMatches[],
  leftOut: StoredLeftOut | null,
  named: ReadonlySet<string>,
  nowMs: number,
): AskedInventory {
  const answer = current.find(({ inventoryId }) => inventoryId === id);
  const ageMs = nowMs - (answer?.checkedAtMs ?? nowMs);
  return {
    id,
    name,
    packages: packageCount,
    leftOut,
    affected:
      answer === undefined
        ? undefined
        : [...new Set(answer.matches.map((match) => affectedName(match.package)))].filter((one) => named.has(one)),
    staleAge: ageMs > staleAfterMs.osv ? ageWords(ageMs) : undefined,
  };
}

const askedNames: Readonly<Record<AskedSource['id'], string>> = { kev: 'CISA KEV', epss: 'EPSS', osv: 'OSV' };

/** A source as the verdict rests on it. Scores that nobody wants are not asked for, and miss nothing. */
function askedSource({ id, isOff, confirmedAt, isStale, trouble }: SourceLook, nowMs: number): readonly AskedSource[] {
  if (id !== 'kev' && id !== 'epss' && id !== 'osv') return [];
  if (id === 'epss' && isOff) return [];
  const lastRead = confirmedAt === null || isOff ? undefined : `confirmed ${ageWords(nowMs - Date.parse(confirmedAt))} ago`;
  const problem = isOff ? 'it is switched off on this server' : trouble === null ? '' : describeTrouble(trouble);
  return [{ id, name: askedNames[id], lastRead, isStale, problem }];
}

function iso(ms: number | undefined): string | null {
  return ms === undefined || ms === 0 ? null : new Date(ms).toISOString();
}
