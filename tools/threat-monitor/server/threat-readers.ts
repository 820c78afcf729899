import { parseJson } from '@castellan/foundation/parse-json';
import { type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type AnyReader, type AnyRowsReader, answerReader, type Reader, type RowsReader } from '../../../server/foreign/reader.ts';
import { parseFeodo, parseUrlhaus, type Threat } from '../knowledge/indicator-feeds.ts';
import type { FeedFailure, KevEntry } from '../knowledge/kev.ts';
import { type OsvAdvisory, type OsvMatch, readOsvAdvisory, readOsvBatch } from '../knowledge/osv.ts';
import { readSsvc, type SsvcPoints } from '../knowledge/ssvc.ts';
import { readEpssTable, readKevBytes } from './read-feeds.ts';

/** Feeds are long, and read once in hours. */
const longestMs = 30_000;

const failureSchema = z.object({
  ok: z.literal(false),
  failure: z.object({ code: z.enum(['feed_malformed', 'feed_truncated']), message: z.string().max(300) }),
});

const parsed = <Value>(value: z.ZodType<Value>): z.ZodType<Result<Value, FeedFailure>> =>
  z.union([z.object({ ok: z.literal(true), value }), failureSchema]) as z.ZodType<Result<Value, FeedFailure>>;

const entrySchema: z.ZodType<KevEntry> = z.object({
  cve: z.string().max(40),
  vendor: z.string().max(200),
  product: z.string().max(200),
  name: z.string().max(300),
  addedOn: z.string().max(10),
  dueOn: z.string().max(10),
  action: z.string().max(1000),
  isUsedByRansomware: z.boolean(),
});

const kevHead = z.object({ version: z.string().max(100), releasedAt: z.string().max(100) });

/** Reads CISA's catalogue of exploited vulnerabilities; its entries are the rows. */
export const kevReader: RowsReader<KevEntry, Result<z.infer<typeof kevHead>, FeedFailure>> = {
  name: 'kev',
  longestMs,
  maxRows: 20_000,
  read: (bytes, say) => {
    const read = readKevBytes(bytes);
    if (!read.ok) return read;
    const { entries, ...head } = read.value;
    for (const entry of entries.values()) say(entry);
    return succeed(head);
  },
  row: entrySchema,
  value: parsed(kevHead),
};

const epssHead = z.object({ model: z.string().max(40), scoredAt: z.string().max(40), size: z.int().min(1) });

/** Reads a day's EPSS. The bytes beside its head are the keys (eight bytes each), then two numbers of four bytes for each of them. */
export const epssReader: Reader<null, Result<z.infer<typeof epssHead>, FeedFailure>> = {
  name: 'epss',
  longestMs,
  maxBytes: 16 * 1024 * 1024,
  read: async ({ body }) => {
    const read = await readEpssTable(body);
    if (!read.ok) return { value: read };
    const { model, scoredAt, keys, numbers } = read.value;
    const bytes = Buffer.concat([
      new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength),
      new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    ]);
    return { value: { ok: true, value: { model, scoredAt, size: keys.length } }, bytes };
  },
  value: parsed(epssHead),
};

const threatSchema: z.ZodType<Threat> = z.object({
  source: z.enum(['feodo', 'urlhaus']),
  value: z.string().max(2100),
  about: z.string().max(300),
  status: z.string().max(200),
  firstSeen: z.string().max(200),
  lastSeen: z.string().max(200),
  reference: z.string().max(300),
});

const threatsReader = (
  name: string,
  parse: (text: string) => Result<readonly Threat[], FeedFailure>,
): RowsReader<Threat, Result<null, FeedFailure>> => ({
  name,
  longestMs,
  maxRows: 100_000,
  read: (bytes, say) => {
    const read = parse(new TextDecoder().decode(bytes));
    if (!read.ok) return read;
    for (const threat of read.value) say(threat);
    return succeed(null);
  },
  row: threatSchema,
  value: parsed(z.null()),
});

/** Reads Feodo Tracker's list. */
export const feodoReader = threatsReader('feodo', parseFeodo);

/** Reads URLhaus' list. */
export const urlhausReader = threatsReader('urlhaus', parseUrlhaus);

const id = z.string().max(80);

const matchSchema: z.ZodType<OsvMatch> = z.object({
  mentions: z.array(z.object({ id, modified: z.string().max(40) })),
  nextPage: z.string().max(2000).optional(),
}) as z.ZodType<OsvMatch>;

/** Reads OSV's answer to a batch of packages. */
export const osvBatchReader = answerReader(
  'osv-batch',
  (body, { asked }: { readonly asked: number }) => readOsvBatch(new TextDecoder().decode(body), asked),
  parsed(z.array(matchSchema).max(1000)),
  { longestMs, maxJsonBytes: 2 * 1024 * 1024 },
);

const advisorySchema: z.ZodType<OsvAdvisory> = z.object({
  id,
  cves: z.array(z.string().max(40)),
  title: z.string().max(300),
  isWithdrawn: z.boolean(),
  fixes: z.array(z.object({ ecosystem: z.string().max(200), name: z.string().max(500), versions: z.array(z.string().max(60)) })),
});

/** Reads one of OSV's advisories. */
export const osvAdvisoryReader = answerReader(
  'osv-advisory',
  (body, _: null) => readOsvAdvisory(new TextDecoder().decode(body)),
  parsed(advisorySchema),
);

const pointsSchema: z.ZodType<SsvcPoints> = z.object({
  exploitation: z.enum(['none', 'poc', 'active']),
  isAutomatable: z.boolean(),
  impact: z.enum(['partial', 'total']),
  assessedAt: z.string().max(40),
});

/** Reads CISA's assessment out of a CVE record; `points` is null where it has none. */
export const ssvcReader = answerReader(
  'ssvc',
  (body, _: null) => {
    const record = parseJson(new TextDecoder().decode(body));
    return typeof record === 'object' && record !== null ? { points: readSsvc(record) ?? null } : null;
  },
  z.object({ points: pointsSchema.nullable() }),
);

/** All of them, for the list. */
export const threatReaders: readonly AnyReader[] = [epssReader, osvAdvisoryReader, osvBatchReader, ssvcReader];

/** The long lists. */
export const threatRowsReaders = [feodoReader, kevReader, urlhausReader] as const satisfies readonly AnyRowsReader[];
