import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { EgressRequest } from '../../../server/adapters/egress.ts';
import type { Answered, ForeignReads, Reader } from '../../../server/foreign/reader.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import type { InventoryPackage } from '../knowledge/inventory.ts';
import type { PackageMatch } from '../knowledge/join-threats.ts';
import type { FeedFailure } from '../knowledge/kev.ts';
import { type OsvAdvisory, type OsvMention, osvBatchBody } from '../knowledge/osv.ts';
import { failureOf, type SourceFailure } from './source-trouble.ts';
import { osvAdvisoryReader, osvBatchReader } from './threat-readers.ts';

/** An advisory, and which version of it this is. */
export type KeptAdvisory = OsvAdvisory & { readonly modified: string };

/** What OSV says of an inventory. */
export type OsvFound = { readonly matches: readonly PackageMatch[]; readonly advisories: readonly KeptAdvisory[] };

type Asking = {
  readonly reads: ForeignReads;
  readonly nowMs: () => number;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  /** Advisories that are kept already. */
  readonly known: (ids: readonly string[]) => Promise<readonly KeptAdvisory[]>;
  readonly say: (done: number, doing: string) => Promise<void> | void;
};

/** As many as OSV takes at once. */
const batchSize = 1000;
const maxPages = 10;
const maxAdvisories = 2000;
const atOnce = 6;
const maxBatchBytes = 16 * 1024 * 1024;
const maxAdvisoryBytes = 8 * 1024 * 1024;

/**
 * Asks OSV which advisories the packages have, and for those that are not kept in their newest version. One answer that is not
 * to be had fails the whole: half of an answer would show what is vulnerable as sound.
 */
export async function askOsv(asking: Asking, packages: readonly InventoryPackage[]): Promise<Result<OsvFound, SourceFailure>> {
  const mentions = new Map<InventoryPackage, OsvMention[]>();
  for (let at = 0; at < packages.length; at += batchSize) {
    await asking.say((at / packages.length) * 0.5, `Querying OSV for packages ${at + 1} to ${Math.min(packages.length, at + batchSize)}`);
    const failure = await askBatch(asking, packages.slice(at, at + batchSize), mentions);
    if (failure !== undefined) return fail(failure);
  }
  const newest = new Map([...mentions.values()].flat().map(({ id, modified }) => [id, modified]));
  if (newest.size > maxAdvisories) return fail({ code: 'feed_malformed' });
  const known = (await asking.known([...newest.keys()])).filter(({ id, modified }) => newest.get(id) === modified);
  const kept = new Set(known.map(({ id }) => id));
  const missing = [...newest].filter(([id]) => !kept.has(id));
  const fetched: KeptAdvisory[] = [];
  let failure: SourceFailure | undefined;
  const inTurn = limitAtOnce(atOnce);
  const fetchOne = async ([id, modified]: readonly [string, string]) => {
    if (failure !== undefined) return;
    const url = `${asking.baseUrl}/vulns/${encodeURIComponent(id)}`;
    const read = await askFor(asking, { url, maxBodyBytes: maxAdvisoryBytes }, osvAdvisoryReader, null);
    if (!read.ok) failure ??= read.failure;
    else fetched.push({ ...read.value, id, modified });
    await asking.say(0.5 + (fetched.length / missing.length) * 0.5, `Reading advisory ${fetched.length} of ${missing.length}`);
  };
  await Promise.all(missing.map((one) => inTurn(() => fetchOne(one))));
  if (failure !== undefined) return fail(failure);
  const matches = [...mentions].map(([one, found]) => ({ package: one, advisories: [...new Set(found.map(({ id }) => id))] }));
  return succeed({ matches, advisories: [...known, ...fetched] });
}

async function askBatch(
  asking: Asking,
  packages: readonly InventoryPackage[],
  mentions: Map<InventoryPackage, OsvMention[]>,
): Promise<SourceFailure | undefined> {
  let left: readonly { readonly one: InventoryPackage; readonly page?: string | undefined }[] = packages.map((one) => ({ one }));
  for (let page = 0; left.length > 0; page += 1) {
    if (page === maxPages) return { code: 'feed_malformed' };
    const request = { url: `${asking.baseUrl}/querybatch`, method: 'POST', body: osvBatchBody(left), maxBodyBytes: maxBatchBytes } as const;
    const read = await askFor(asking, request, osvBatchReader, { asked: left.length });
    if (!read.ok) return read.failure;
    left = read.value.flatMap(({ mentions: found, nextPage }, index) => {
      const one = left[index]?.one;
      if (one === undefined) return [];
      if (found.length > 0) mentions.set(one, [...(mentions.get(one) ?? []), ...found]);
      return nextPage === undefined ? [] : [{ one, page: nextPage }];
    });
  }
  return undefined;
}

async function askFor<Options, Value>(
  { reads, signal, nowMs }: Asking,
  request: EgressRequest,
  reader: Reader<Options, Answered<Result<Value, FeedFailure>>>,
  options: Options,
): Promise<Result<Value, SourceFailure>> {
  const headers = { accept: 'application/json', 'user-agent': 'Castellan', 'content-type': 'application/json' };
  const answer = await reads.fetch(reader, { ...request, headers, timeoutMs: 30_000, signal }, options);
  if (!answer.ok) return fail({ code: answer.failure.code === 'unreadable' ? 'feed_malformed' : 'unreachable' });
  const { read } = answer.value.value;
  if (read === null) return fail(failureOf(answer.value.value, nowMs()));
  return read.ok ? read : fail({ code: read.failure.code });
}
