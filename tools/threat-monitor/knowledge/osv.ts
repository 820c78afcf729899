import { cleanText } from '@castellan/exports/plain-text';
import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { InventoryPackage } from './inventory.ts';
import type { FeedFailure } from './kev.ts';

/** An advisory that a package has, by id, and when OSV last changed it. */
export type OsvMention = { readonly id: string; readonly modified: string };

/** What OSV says of one package. `nextPage` is what to ask with for the rest. */
export type OsvMatch = { readonly mentions: readonly OsvMention[]; readonly nextPage?: string };

/** An advisory of OSV, as far as it is used here. */
export type OsvAdvisory = {
  readonly id: string;
  /** In order; none where it has no CVE. */
  readonly cves: readonly string[];
  readonly title: string;
  readonly isWithdrawn: boolean;
  /** Versions that are mended, by package. */
  readonly fixes: readonly { readonly ecosystem: string; readonly name: string; readonly versions: readonly string[] }[];
};

/** Ids as OSV's sources write them; one becomes a part of an address. */
const idShape = /^[A-Za-z][A-Za-z0-9._:-]{2,79}$/;

const maxVersions = 6;

/** The body that asks for many packages at once. */
export function osvBatchBody(asked: readonly { readonly one: InventoryPackage; readonly page?: string | undefined }[]): string {
  return JSON.stringify({
    queries: asked.map(({ one: { ecosystem, name, version }, page }) => ({
      package: { ecosystem, name },
      version,
      ...(page === undefined ? {} : { page_token: page }),
    })),
  });
}

/** Reads the answer to a batch: one result for each package that was asked for, in its order. */
export function readOsvBatch(text: string, asked: number): Result<readonly OsvMatch[], FeedFailure> {
  const input = parseJson(text);
  if (input === undefined) return refuse('feed_truncated', 'Invalid or truncated JSON.');
  const results = pick(input, 'results');
  if (!Array.isArray(results) || results.length !== asked)
    return refuse('feed_malformed', 'The number of results differs from the number of packages.');
  const matches: OsvMatch[] = [];
  for (const result of results as readonly unknown[]) {
    const [vulns, nextPage] = [pick(result, 'vulns') ?? [], pick(result, 'next_page_token')];
    if (!Array.isArray(vulns)) return refuse('feed_malformed', 'A result is not a list.');
    const mentions: OsvMention[] = [];
    for (const vuln of vulns as readonly unknown[]) {
      const [id, modified] = [pick(vuln, 'id'), pick(vuln, 'modified')];
      if (typeof id !== 'string' || !idShape.test(id)) return refuse('feed_malformed', 'An advisory has no id.');
      mentions.push({ id, modified: typeof modified === 'string' ? modified.slice(0, 40) : '' });
    }
    matches.push({ mentions, ...(typeof nextPage === 'string' && nextPage !== '' ? { nextPage } : {}) });
  }
  return succeed(matches);
}

/** Reads one advisory (OSV schema). */
export function readOsvAdvisory(text: string): Result<OsvAdvisory, FeedFailure> {
  const input = parseJson(text);
  if (input === undefined) return refuse('feed_truncated', 'Invalid or truncated JSON.');
  const id = pick(input, 'id');
  if (typeof id !== 'string' || !idShape.test(id)) return refuse('feed_malformed', 'The advisory has no id.');
  const [summary, details] = [pick(input, 'summary'), pick(input, 'details')];
  const title = [summary, details].find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? id;
  const cves = [id, ...list(pick(input, 'aliases')), ...list(pick(input, 'upstream'))].filter(
    (one): one is string => typeof one === 'string' && /^CVE-\d{4}-\d{4,9}$/.test(one),
  );
  return succeed({
    id,
    cves: [...new Set(cves)].sort(),
    title: cleanText(title.trim().split('\n')[0] ?? id, 200),
    isWithdrawn: typeof pick(input, 'withdrawn') === 'string',
    fixes: list(pick(input, 'affected')).slice(0, 400).flatMap(readFixes),
  });
}

function readFixes(affected: unknown): OsvAdvisory['fixes'] {
  const of = pick(affected, 'package');
  const [ecosystem, name] = [pick(of, 'ecosystem'), pick(of, 'name')];
  if (typeof ecosystem !== 'string' || typeof name !== 'string') return [];
  const versions = list(pick(affected, 'ranges'))
    .filter((range) => pick(range, 'type') !== 'GIT')
    .flatMap((range) => list(pick(range, 'events')).map((event) => pick(event, 'fixed')))
    .filter((version): version is string => typeof version === 'string' && version !== '')
    .map((version) => cleanText(version, 40));
  return versions.length === 0 ? [] : [{ ecosystem, name, versions: [...new Set(versions)].slice(0, maxVersions) }];
}

function list(input: unknown): readonly unknown[] {
  return Array.isArray(input) ? input : [];
}

function pick(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[name] : undefined;
}

function refuse(code: FeedFailure['code'], message: string): Result<never, FeedFailure> {
  return fail({ code, message });
}
