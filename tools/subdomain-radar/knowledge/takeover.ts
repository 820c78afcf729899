import { cleanText } from '@castellan/exports/plain-text';
import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { getDomain } from 'tldts';

/** A service where whoever comes first gets a name that nobody holds any more. */
export type ClaimableService = {
  readonly service: string;
  /** Ends of the names that it gives its customers. */
  readonly cname: readonly string[];
  /** What its page says for a name that nobody holds; texts that stand one behind the other. Empty where `byMissingName`. */
  readonly fingerprint: readonly string[];
  readonly status: number | undefined;
  /** A name that nobody holds does not exist. */
  readonly byMissingName: boolean;
};

/** Reads the list of can-i-take-over-xyz (`fingerprints.json`), those that it calls vulnerable. */
export function readServices(text: string): Result<readonly ClaimableService[], { readonly code: 'services'; readonly message: string }> {
  const list = parseJson(text);
  if (list === undefined) return fail({ code: 'services', message: 'The list of services is not valid JSON.' });
  if (!Array.isArray(list)) return fail({ code: 'services', message: 'The list of services has an unexpected format.' });
  return succeed(list.slice(0, 1_000).flatMap((entry) => readService(entry) ?? []));
}

function readService(entry: unknown): ClaimableService | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { service, cname, fingerprint, http_status: status, nxdomain, vulnerable } = entry as Readonly<Record<string, unknown>>;
  if (vulnerable !== true || typeof service !== 'string' || !Array.isArray(cname) || typeof fingerprint !== 'string') return undefined;
  const ends = cname.filter((end): end is string => typeof end === 'string' && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(end));
  const byMissingName = nxdomain === true;
  const byStatus = /^HTTP_STATUS=\d+$/.test(fingerprint);
  const texts =
    byMissingName || byStatus
      ? []
      : fingerprint
          .replaceAll('\\.', '.')
          .split('.*')
          .filter((part) => part.trim() !== '');
  // Without anything to know it by, nothing can be told of it.
  if (ends.length === 0 || (!byMissingName && !byStatus && texts.length === 0)) return undefined;
  const known = typeof status === 'number' ? status : undefined;
  return { service: cleanText(service, 60), cname: ends.map((end) => end.toLowerCase()), fingerprint: texts, status: known, byMissingName };
}

/** The part of a name that is registered: the public suffix, and one label. `undefined` for a suffix itself. */
export function registeredDomainOf(name: string): string | undefined {
  return getDomain(name) ?? undefined;
}

/** The service that a name belongs to. */
export function serviceOf(target: string, services: readonly ClaimableService[]): ClaimableService | undefined {
  return services.find(({ cname }) => cname.some((end) => target === end || target.endsWith(`.${end}`)));
}

/** Whether a service's page is the one it shows for a name that nobody holds. */
export function isUnclaimed(
  { fingerprint, status, byMissingName }: ClaimableService,
  page: { readonly status: number; readonly body: string },
): boolean {
  if (byMissingName || (status !== undefined && status !== page.status)) return false;
  let at = 0;
  for (const text of fingerprint) {
    const found = page.body.indexOf(text, at);
    if (found === -1) return false;
    at = found + text.length;
  }
  return fingerprint.length > 0 || status !== undefined;
}
