import { describeDnsFailure, type LookUp, textsOf } from '@castellan/probes/dns/records';
import { getDomain } from 'tldts';
import { type DmarcPolicy, type DmarcRecord, parseDmarc } from './dmarc-record.ts';

/** Which record holds for a domain, and what it asks for. */
export type DmarcFacts = {
  /** Names that were asked, in the order of the tree walk. */
  readonly walked: readonly string[];
  /** The record that holds; `null` where there is none. */
  readonly record: DmarcRecord | null;
  readonly organizationalDomain: string;
  /** What holds for mail from this domain, by which tag. */
  readonly policy: DmarcPolicy | null;
  readonly policyTag: 'p' | 'sp' | 'np' | '';
  /** Why there is none though something is there; empty otherwise. */
  readonly problem: string;
  /** Why the record of the domain or of its organization could not be looked up; none where both could. */
  readonly failure?: string;
  /** Domains that receive reports beyond those that were asked whether they do; none where all were. */
  readonly hostsLeft?: number;
  /** What receivers that still go by RFC 7489 do otherwise, a sentence each. */
  readonly differences: readonly string[];
};

/** A domain has eight labels at most on the walk (RFC 9989 §4.10). */
const maxWalkLabels = 8;

/** The names a tree walk asks, the domain's own first (RFC 9989 §4.10): of more than eight labels, the last seven follow. */
export function walkOf(domain: string): readonly string[] {
  const labels = domain.split('.');
  const from = labels.length > maxWalkLabels ? labels.length - (maxWalkLabels - 1) : 1;
  const above = labels.slice(from).map((_, index) => labels.slice(from + index).join('.'));
  return [domain, ...above];
}

type Visit = { readonly domain: string; readonly record: DmarcRecord | undefined; readonly problem: string; readonly failure?: string };

/** Finds the record that holds for a domain, by the tree walk. Never rejects. */
export async function findDmarc(domain: string, lookUp: LookUp, nameExists: boolean): Promise<DmarcFacts> {
  const visits: Visit[] = [];
  for (const name of walkOf(domain)) {
    const visit = await readAt(name, lookUp);
    visits.push(visit);
    if (visit.record !== undefined && (visit.record.psd === 'n' || (visit.record.psd === 'y' && name !== domain))) break;
  }
  const organizationalDomain = organizationOf(domain, visits);
  const at = (name: string) => visits.find((visit) => visit.domain === name)?.record;
  const suffix = visits.find(({ record }) => record?.psd === 'y')?.record;
  const record = at(domain) ?? at(organizationalDomain) ?? suffix ?? null;
  const problem =
    visits.find((visit) => visit.problem !== '' && (visit.domain === domain || visit.domain === organizationalDomain))?.problem ?? '';
  const failure = visits.find((visit) => visit.failure !== undefined && (visit.domain === domain || record === null))?.failure;
  const { policy, policyTag } = policyFor(domain, record, nameExists);
  const older = await findOlder(domain, lookUp);
  const differences = compare({ domain, record, policy, organizationalDomain }, older);
  const walked = visits.map((visit) => `_dmarc.${visit.domain}`);
  return { walked, record, organizationalDomain, policy, policyTag, problem, differences, ...(failure === undefined ? {} : { failure }) };
}

async function readAt(domain: string, lookUp: LookUp): Promise<Visit> {
  const found = await lookUp(`_dmarc.${domain}`, 'TXT');
  if (found.status === 'failed')
    return { domain, record: undefined, problem: '', failure: `_dmarc.${domain}: ${describeDnsFailure(found.why)}` };
  const [text, ...more] = textsOf(found).filter((one) => /^v\s*=\s*DMARC1(?:\s*;|\s*$)/.test(one));
  if (text === undefined) {
    // What was meant to be one, and is passed over without a word.
    const [near] = textsOf(found).filter((one) => /dmarc/i.test(one));
    return { domain, record: undefined, problem: near === undefined ? '' : 'The record must begin with v=DMARC1.' };
  }
  // Several are as none (RFC 9989 §4.10).
  if (more.length > 0)
    return { domain, record: undefined, problem: `There are ${more.length + 1} DMARC records at _dmarc.${domain}; one is allowed.` };
  const record = parseDmarc(domain, text);
  return typeof record === 'string' ? { domain, record: undefined, problem: record } : { domain, record, problem: '' };
}

/** RFC 9989 §4.10.2. */
function organizationOf(domain: string, visits: readonly Visit[]): string {
  const named = visits.find(({ record }) => record?.psd === 'n');
  if (named !== undefined) return named.domain;
  const suffix = visits.find((visit) => visit.record?.psd === 'y' && visit.domain !== domain);
  if (suffix !== undefined)
    return domain
      .split('.')
      .slice(-(suffix.domain.split('.').length + 1))
      .join('.');
  return visits.findLast(({ record }) => record !== undefined)?.domain ?? domain;
}

function policyFor(domain: string, record: DmarcRecord | null, nameExists: boolean): Pick<DmarcFacts, 'policy' | 'policyTag'> {
  if (record === null) return { policy: null, policyTag: '' };
  if (record.domain === domain) return { policy: record.p, policyTag: 'p' };
  if (!nameExists && record.np !== undefined) return { policy: record.np, policyTag: 'np' };
  return record.sp === undefined ? { policy: record.p, policyTag: 'p' } : { policy: record.sp, policyTag: 'sp' };
}

type Older = { readonly organizationalDomain: string; readonly record: DmarcRecord | undefined; readonly policy: DmarcPolicy | undefined };

/** RFC 7489: the domain's own record, or else that of the domain below the public suffix. */
async function findOlder(domain: string, lookUp: LookUp): Promise<Older> {
  const organizationalDomain = getDomain(domain, { allowPrivateDomains: true }) ?? domain;
  const own = (await readAt(domain, lookUp)).record;
  const record = own ?? (organizationalDomain === domain ? undefined : (await readAt(organizationalDomain, lookUp)).record);
  const policy = record === undefined || own !== undefined ? record?.p : (record.sp ?? record.p);
  return { organizationalDomain, record, policy };
}

function compare(
  {
    domain,
    record,
    policy,
    organizationalDomain,
  }: Pick<DmarcFacts, 'record' | 'policy' | 'organizationalDomain'> & { readonly domain: string },
  older: Older,
): readonly string[] {
  const differences: string[] = [];
  if (record !== null && older.organizationalDomain !== organizationalDomain) {
    differences.push(
      `The organizational domain is ${organizationalDomain} by the tree walk, ${older.organizationalDomain} by the public suffix list: relaxed alignment differs.`,
    );
  }
  if (record?.domain !== older.record?.domain) {
    differences.push(
      `RFC 7489 finds ${older.record === undefined ? 'no record' : `the record of ${older.record.domain}`}, RFC 9989 ${record === null ? 'none' : `that of ${record.domain}`}.`,
    );
  } else if (policy !== null && older.policy !== undefined && policy !== older.policy) {
    differences.push(`The policy for ${domain} is ${older.policy} under RFC 7489, ${policy} under RFC 9989.`);
  }
  if (record === null) return differences;
  const { pct, rf, ri } = record.removed;
  if (pct !== undefined) {
    differences.push(
      pct === '100'
        ? 'pct=100 has no effect: RFC 9989 removed pct.'
        : `RFC 9989 removed pct: the policy applies to all mail, under RFC 7489 to ${pct} % of it. For tests RFC 9989 has t=y.`,
    );
  }
  if (rf !== undefined) differences.push('RFC 9989 removed rf.');
  if (ri !== undefined) differences.push('RFC 9989 removed ri: reports are sent daily.');
  if (record.isTest) differences.push(`RFC 7489 does not know t=y: ${record.p} is applied in full.`);
  if (record.np !== undefined) differences.push('RFC 7489 does not know np: sp, or else p, applies to names that do not exist.');
  if (record.psd !== 'u') differences.push('RFC 7489 does not know psd: it uses the public suffix list.');
  return differences;
}
