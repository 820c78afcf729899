import { cleanText } from '@castellan/exports/plain-text';
import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** One entry of CISA's catalogue of known exploited vulnerabilities. */
export type KevEntry = {
  readonly cve: string;
  readonly vendor: string;
  readonly product: string;
  readonly name: string;
  /** Days, `2026-11-22`. */
  readonly addedOn: string;
  readonly dueOn: string;
  readonly action: string;
  readonly isUsedByRansomware: boolean;
};

/** The catalogue, by CVE. */
export type Kev = { readonly version: string; readonly releasedAt: string; readonly entries: ReadonlyMap<string, KevEntry> };

/** Why a feed's answer is none: not of its shape, or cut off. The message says what was missed, and quotes nothing of it. */
export type FeedFailure = { readonly code: 'feed_malformed' | 'feed_truncated'; readonly message: string };

/** Reads the catalogue as CISA publishes it. An entry that is not of its shape, or a count that differs, refuses the whole. */
export function parseKev(text: string): Result<Kev, FeedFailure> {
  const input = parseJson(text);
  if (input === undefined) return refuse('feed_truncated', 'Invalid or truncated JSON.');
  if (!isRecord(input) || !Array.isArray(input['vulnerabilities']))
    return refuse('feed_malformed', 'The list of vulnerabilities is missing.');
  const { vulnerabilities, count, catalogVersion, dateReleased } = input;
  const entries = new Map<string, KevEntry>();
  for (const one of vulnerabilities as readonly unknown[]) {
    const entry = readEntry(one);
    if (entry === undefined) return refuse('feed_malformed', `Entry ${entries.size + 1} does not match the catalog’s schema.`);
    entries.set(entry.cve, entry);
  }
  if (count !== vulnerabilities.length) return refuse('feed_truncated', 'The number of entries differs from the stated count.');
  if (entries.size === 0) return refuse('feed_malformed', 'The catalog is empty.');
  return succeed({ version: text80(catalogVersion), releasedAt: text80(dateReleased), entries });
}

function readEntry(input: unknown): KevEntry | undefined {
  if (!isRecord(input)) return undefined;
  const { cveID, vendorProject, product, vulnerabilityName, dateAdded, dueDate, requiredAction, knownRansomwareCampaignUse } = input;
  if (typeof cveID !== 'string' || !/^CVE-\d{4}-\d{4,19}$/.test(cveID)) return undefined;
  if (![vendorProject, product, vulnerabilityName, requiredAction].every((one) => typeof one === 'string')) return undefined;
  if (!isDay(dateAdded) || !isDay(dueDate)) return undefined;
  return {
    cve: cveID,
    vendor: cleanText(String(vendorProject), 120),
    product: cleanText(String(product), 120),
    name: cleanText(String(vulnerabilityName), 200),
    addedOn: dateAdded,
    dueOn: dueDate,
    action: cleanText(String(requiredAction), 600),
    isUsedByRansomware: knownRansomwareCampaignUse === 'Known',
  };
}

function isDay(input: unknown): input is string {
  return typeof input === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(input) && !Number.isNaN(Date.parse(input));
}

function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null;
}

function text80(input: unknown): string {
  return typeof input === 'string' ? cleanText(input, 80) : '';
}

function refuse(code: FeedFailure['code'], message: string): Result<never, FeedFailure> {
  return fail({ code, message });
}
