import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Egress } from '../../../server/adapters/egress.ts';
import type { ForeignReads, RowsReader } from '../../../server/foreign/reader.ts';
import type { ThreatSettings } from '../../../server/settings.ts';
import { type Epss, openEpss } from '../knowledge/epss.ts';
import { indexThreats, type Threat, type ThreatIndex } from '../knowledge/indicator-feeds.ts';
import type { FeedFailure, Kev } from '../knowledge/kev.ts';
import { type Feed, type FeedStore, keepFeed } from './keep-feed.ts';
import { feedFiles } from './read-feeds.ts';
import { epssReader, feodoReader, kevReader, urlhausReader } from './threat-readers.ts';

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
  ports: { readonly egress: Egress; readonly reads: ForeignReads; readonly store: FeedStore; readonly clock: Clock },
): ThreatFeeds {
  const feedOf = <Value>(
    id: keyof typeof feedFiles,
    base: string | undefined,
    rules: { readonly everyMs: number; readonly maxBytes: number },
    parse: (body: Uint8Array) => Promise<Result<Value, Pick<FeedFailure, 'code'>>>,
  ) => (base === undefined ? undefined : keepFeed<Value>({ id, url: `${base}/${feedFiles[id]}`, ...rules, parse }, ports));
  const rowsOf =
    <Row, Head, Value>(reader: RowsReader<Row, Result<Head, FeedFailure>>, take: (rows: readonly Row[], head: Head) => Value) =>
    async (body: Uint8Array): Promise<Result<Value, Pick<FeedFailure, 'code'>>> => {
      const read = await ports.reads.readRows(reader, body);
      if (!read.ok) return fail({ code: 'feed_malformed' });
      const { value, rows } = read.value;
      return value.ok ? succeed(take(rows, value.value)) : value;
    };
  const asTheyAre = (threats: readonly Threat[]) => threats;
  const lists = {
    feodo: feedOf('feodo', urls.feodoUrl, { everyMs: hourMs, maxBytes: 8 * mebibyte }, rowsOf(feodoReader, asTheyAre)),
    urlhaus: feedOf('urlhaus', urls.urlhausUrl, { everyMs: hourMs, maxBytes: 16 * mebibyte }, rowsOf(urlhausReader, asTheyAre)),
  };
  return {
    kev: feedOf(
      'kev',
      urls.kevUrl,
      { everyMs: 6 * hourMs, maxBytes: 8 * mebibyte },
      rowsOf(kevReader, (entries, head) => ({ ...head, entries: new Map(entries.map((entry) => [entry.cve, entry])) })),
    ),
    epss: feedOf('epss', urls.epssUrl, { everyMs: 12 * hourMs, maxBytes: 8 * mebibyte }, (body) => readScores(ports.reads, body)),
    ...lists,
    indicators: createIndex(() => [lists.feodo?.state().value, lists.urlhaus?.state().value]),
  };
}

async function readScores(reads: ForeignReads, body: Uint8Array): Promise<Result<Epss, Pick<FeedFailure, 'code'>>> {
  const read = await reads.read(epssReader, body, null);
  if (!read.ok) return fail({ code: 'feed_malformed' });
  const { value, bytes } = read.value;
  if (!value.ok) return value;
  const { size, ...head } = value.value;
  const { buffer, byteOffset } = bytes;
  return succeed(
    openEpss({
      ...head,
      // Copied: an array of numbers begins where its size divides.
      keys: new Float64Array(buffer.slice(byteOffset, byteOffset + size * 8)),
      numbers: new Float32Array(buffer.slice(byteOffset + size * 8, byteOffset + size * 16)),
    }),
  );
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

/** The four by name, those that are off left out. */
export function listFeeds({ kev, epss, feodo, urlhaus }: ThreatFeeds): readonly Feed<unknown>[] {
  return [kev, epss, feodo, urlhaus].filter((feed) => feed !== undefined);
}
