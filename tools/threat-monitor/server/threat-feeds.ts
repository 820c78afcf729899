import type { Clock } from '@castellan/foundation/clock';
import type { Result } from '@castellan/foundation/result';
import type { Egress } from '../../../server/adapters/egress.ts';
import type { ThreatSettings } from '../../../server/settings.ts';
import type { Epss } from '../knowledge/epss.ts';
import { indexThreats, parseFeodo, parseUrlhaus, type Threat, type ThreatIndex } from '../knowledge/indicator-feeds.ts';
import type { FeedFailure, Kev } from '../knowledge/kev.ts';
import { type Feed, type FeedStore, keepFeed } from './keep-feed.ts';
import { feedFiles, readEpssBytes, readKevBytes } from './read-feeds.ts';

/** The four feeds; `undefined`: the operator switched it off. */
export type ThreatFeeds = {
  readonly kev: Feed<Kev> | undefined;
  readonly epss: Feed<Epss> | undefined;
  readonly feodo: Feed<readonly Threat[]> | undefined;
  readonly urlhaus: Feed<readonly Threat[]> | undefined;
  /** Everything that Feodo Tracker and URLhaus name, to be searched. */
  readonly indicators: () => ThreatIndex;
};

const hourMs = 3_600_000;
const mebibyte = 1024 * 1024;

/** Declares the feeds: where each lies, how often it may be asked, how long it may be. Asks nobody. */
export function openThreatFeeds(
  urls: ThreatSettings,
  ports: { readonly egress: Egress; readonly store: FeedStore; readonly clock: Clock },
): ThreatFeeds {
  const feedOf = <Value>(
    id: keyof typeof feedFiles,
    base: string | undefined,
    rules: { readonly everyMs: number; readonly maxBytes: number },
    parse: (bytes: Uint8Array) => Result<Value, FeedFailure> | Promise<Result<Value, FeedFailure>>,
  ) => (base === undefined ? undefined : keepFeed<Value>({ id, url: `${base}/${feedFiles[id]}`, ...rules, parse }, ports));
  const lists = {
    feodo: feedOf('feodo', urls.feodoUrl, { everyMs: hourMs, maxBytes: 16 * mebibyte }, (bytes) => parseFeodo(textOf(bytes))),
    urlhaus: feedOf('urlhaus', urls.urlhausUrl, { everyMs: hourMs, maxBytes: 64 * mebibyte }, (bytes) => parseUrlhaus(textOf(bytes))),
  };
  return {
    kev: feedOf('kev', urls.kevUrl, { everyMs: 6 * hourMs, maxBytes: 16 * mebibyte }, readKevBytes),
    epss: feedOf('epss', urls.epssUrl, { everyMs: 12 * hourMs, maxBytes: 32 * mebibyte }, readEpssBytes),
    ...lists,
    indicators: createIndex(() => [lists.feodo?.state().value, lists.urlhaus?.state().value]),
  };
}

/** The index is made again where a list has come. */
function createIndex(read: () => readonly (readonly Threat[] | undefined)[]): () => ThreatIndex {
  let made: { readonly of: ReturnType<typeof read>; readonly index: ThreatIndex } | undefined;
  return () => {
    const lists = read();
    if (made === undefined || made.of.some((list, at) => list !== lists[at]))
      made = { of: lists, index: indexThreats(lists.flatMap((list) => list ?? [])) };
    return made.index;
  };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The four by name, those that are off left out. */
export function listFeeds({ kev, epss, feodo, urlhaus }: ThreatFeeds): readonly Feed<unknown>[] {
  return [kev, epss, feodo, urlhaus].filter((feed) => feed !== undefined);
}
