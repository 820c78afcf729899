import { cleanText } from '@castellan/exports/plain-text';
import type { Egress } from '../../../server/adapters/egress.ts';
import type { FoundName, LiveAnswer, NameSource } from '../knowledge/radar-report.ts';
import { type ClaimableService, isUnclaimed, registeredDomainOf, serviceOf } from '../knowledge/takeover.ts';
import type { NameResolver } from './resolve-name.ts';
import type { Hit } from './search-names.ts';

/** What is known of a name besides its answer. */
export type Known = { readonly sources: readonly NameSource[]; readonly firstSeen: string; readonly lastSeen: string };

type Looking = {
  readonly resolver: NameResolver;
  readonly egress: Egress;
  readonly services: readonly ClaimableService[];
  readonly isProbed: boolean;
  /** Bounds the pages that are asked for at the same time. */
  readonly turn: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly nowIso: string;
  readonly signal: AbortSignal;
};

const pageMs = 4_000;
const maxPageBytes = 512 * 1024;

/** Says how a name stands; asks its web server, and checks whether its end can be claimed. */
export async function lookAtName({ name, resolved, isWildcard }: Hit, known: Known, looking: Looking): Promise<FoundName> {
  const { chain } = resolved;
  const head = { name, chain, ...known, live: null, claimable: '', addresses: [] as readonly string[] };
  if (resolved.kind === 'failed') return { ...head, status: 'dead', note: resolved.why === 'loop' ? 'CNAME loop.' : 'No answer from DNS.' };
  if (resolved.kind === 'missing')
    return chain.length === 0
      ? { ...head, status: 'dead', note: 'The name does not exist.' }
      : { ...head, ...(await judgeEnd(chain, looking)) };
  const six = await looking.resolver.resolve(name, 'AAAA');
  const addresses = [...(resolved.kind === 'addresses' ? resolved.addresses : []), ...(six.kind === 'addresses' ? six.addresses : [])];
  if (addresses.length === 0) return { ...head, status: 'dead', note: 'The name has no address.' };
  const seen = { ...head, addresses, lastSeen: looking.nowIso };
  if (isWildcard) return { ...seen, status: 'wildcard', note: '' };
  const service = chain.map((target) => serviceOf(target, looking.services)).find((found) => found !== undefined);
  if (!looking.isProbed) return { ...seen, status: 'verified', note: '' };
  const page = await looking.turn(() => fetchPage(name, looking));
  const live = page?.live ?? null;
  if (service !== undefined && page !== undefined && isUnclaimed(service, page)) {
    return {
      ...seen,
      live,
      status: 'dangling',
      claimable: service.service,
      note: `the page is the one that ${service.service} shows for unclaimed names`,
    };
  }
  return { ...seen, live, status: 'verified', note: '' };
}

/** DNS alone does not say that a domain is free: its owner may have let it rest. */
function unregistered(domain: string): string {
  return `${domain} does not exist in DNS, and may be free to register`;
}

/** What an alias whose end does not exist means. */
async function judgeEnd(
  chain: readonly string[],
  { services, resolver }: Looking,
): Promise<Pick<FoundName, 'status' | 'note' | 'claimable'>> {
  const end = chain.at(-1) ?? '';
  const service = serviceOf(end, services);
  if (service?.byMissingName === true)
    return {
      status: 'dangling',
      claimable: service.service,
      note: `${end} does not exist and can be claimed at ${service.service}`,
    };
  const registered = registeredDomainOf(end);
  if (registered !== undefined && registered !== end && (await resolver.exists(registered)) === false) {
    return { status: 'dangling', claimable: '', note: unregistered(registered) };
  }
  return {
    status: 'dangling',
    claimable: '',
    note: registered === end ? unregistered(end) : `${end} does not exist`,
  };
}

type Page = { readonly live: LiveAnswer; readonly status: number; readonly body: string };

/** The page by HTTPS, or else by HTTP, as it is: without redirects, and whatever its certificate. */
async function fetchPage(name: string, { egress, signal }: Looking): Promise<Page | undefined> {
  for (const url of [`https://${name}/`, `http://${name}/`]) {
    const answer = await egress.send({ url, acceptsAnyCertificate: true, maxBodyBytes: maxPageBytes, timeoutMs: pageMs, signal });
    if (answer.ok) {
      const body = answer.value.body.toString('utf8');
      const title = titleOf(body);
      const { status } = answer.value;
      return { live: { url, status, title: cleanText(title.trim(), 120) }, status, body };
    }
    if (answer.failure.code === 'address_refused' || answer.failure.code === 'aborted') return undefined;
  }
  return undefined;
}

/** The text of the first title, as it is written; empty where there is none. */
function titleOf(body: string): string {
  const begin = body.search(/<title/i);
  const open = begin === -1 ? -1 : body.slice(begin, begin + 210).indexOf('>');
  if (open === -1) return '';
  const [text = ''] = body.slice(begin + open + 1, begin + open + 301).split('<', 1);
  return text;
}
