import { cleanText } from '@castellan/exports/plain-text';
import type { IpAddress } from '@castellan/foundation/ip-address';
import { type DnsRecord, type DnsType, describeDnsFailure, type LookUp, recordsOf } from '@castellan/probes/dns/records';
import type { CappedPart } from '@castellan/probes/read-in-part';
import type { Dns } from '../../../server/adapters/dns.ts';
import type { NoteSeen } from '../../../server/tools/stopped-run.ts';
import type { ToolPorts, ToolProgress } from '../../../server/tools/tool.ts';
import { askBlocklists } from '../knowledge/ask-blocklists.ts';
import { judgeBimi } from '../knowledge/bimi/bimi-part.ts';
import { type BlocklistFacts, judgeBlocklists } from '../knowledge/blocklist-part.ts';
import { inspectCaa } from '../knowledge/caa.ts';
import { judgeDane } from '../knowledge/dane/dane-part.ts';
import { judgeDelegation } from '../knowledge/delegation.ts';
import { inspectDkim } from '../knowledge/dkim.ts';
import { inspectDmarc, maxReportHosts } from '../knowledge/dmarc-part.ts';
import { judgeDnssec } from '../knowledge/dnssec.ts';
import { judgeSts } from '../knowledge/mta-sts.ts';
import { judgeMail, type MailFacts } from '../knowledge/mx.ts';
import type { Inspected } from '../knowledge/part.ts';
import type { Seen, ShownRecord } from '../knowledge/postmaster-report.ts';
import { collectAddresses } from '../knowledge/sending-addresses.ts';
import { simulateMail } from '../knowledge/simulation.ts';
import { inspectSpf } from '../knowledge/spf-part.ts';
import { inspectTlsRpt } from '../knowledge/tls-rpt.ts';
import { fetchBimi } from './fetch-bimi.ts';
import { fetchSts } from './fetch-sts.ts';
import { gatherDane } from './gather-dane.ts';
import { findZone, gatherDelegation } from './gather-delegation.ts';
import { gatherDnssec } from './gather-dnssec.ts';
import { gatherMail } from './gather-mail.ts';

/** A mail to try. */
export type MailToTry = { readonly ip: string; readonly address: IpAddress; readonly mailFrom: string; readonly helo: string };

/** What is inspected, and by which ways. */
export type DomainInspection = {
  readonly domain: string;
  readonly selectors: readonly string[];
  readonly mail: MailToTry | undefined;
  /** Whether public block lists are told of the domain's addresses. */
  readonly asksBlocklists: boolean;
  readonly lookUp: LookUp;
  readonly ports: ToolPorts;
  readonly signal: AbortSignal;
  readonly say: (progress: ToolProgress) => void;
  readonly note: NoteSeen;
};

/** Looks at everything. `undefined` where the name does not exist. */
export async function inspectDomain(inspection: DomainInspection): Promise<Seen | undefined> {
  const { domain, selectors, mail, asksBlocklists, lookUp, ports, signal, say, note } = inspection;
  say({ done: 0, doing: 'Records of the domain' });
  const own = await Promise.all(ownTypes.map((type) => lookUp(domain, type)));
  const exists = own.some((found) => found.status === 'found' || (found.status === 'none' && found.nameExists));
  const failures = own.flatMap((found) => (found.status === 'failed' ? [found.why] : []));
  if (!exists && failures.length === 0 && mail === undefined) return undefined;
  const [failure] = failures;
  const problem = failure === undefined || failures.length < own.length ? '' : `${domain}: ${describeDnsFailure(failure)}.`;
  const all = own.flatMap(recordsOf);
  const records = all.slice(0, maxShownRecords).map(showRecord);
  note('records of the domain', { records });
  const zone = await findZone(domain, lookUp);
  const parts = asksBlocklists ? 12 : 11;
  let done = 1;
  const step = async <Value>(doing: string, work: Promise<Value>): Promise<Value> => {
    const value = await work;
    const { facts, findings } = isInspected(value) ? value : { facts: value, findings: [] };
    note(doing, { [doing]: facts }, findings);
    done += 1;
    say({ done: Math.min(1, done / parts), doing });
    return value;
  };
  const nowMs = ports.clock.nowMs();
  const gathered = gatherMail(domain, { lookUp, ports, signal });
  const mailFound = step(
    'Mail servers',
    gathered.then(({ facts }) => facts),
  );
  // Where mail goes is not known without an answer: it may go somewhere.
  const takesMail = mailFound.then(({ servers, problem: unseen }) => servers.length > 0 || unseen !== '');
  const dmarcFound = step('DMARC', inspectDmarc(domain, lookUp, exists));
  const [facts, delegation, dnssec, spf, dkim, dmarc, mtaSts, dane, tlsRpt, caa, bimi, blocklists] = await Promise.all([
    mailFound,
    step('Delegation', gatherDelegation({ domain, lookUp, dns: ports.dns, signal }, zone, problem)),
    step('DNSSEC', gatherDnssec({ zone: zone ?? domain, lookUp, dns: ports.dns, signal })),
    takesMail.then((takes) => step('SPF', inspectSpf(domain, lookUp, takes))),
    takesMail.then((takes) => step('DKIM', inspectDkim(domain, lookUp, { selectors, probe: probeName(ports), sendsMail: takes }))),
    dmarcFound,
    mailFound.then(({ servers }) =>
      fetchSts(
        domain,
        servers.map(({ host }) => host),
        { lookUp, egress: ports.egress, signal },
      ).then(async (sts) => judgeSts(sts, await takesMail)),
    ),
    gathered.then(({ hosts }) =>
      step('DANE', gatherDane(domain, hosts, { lookUp, roots: ports.tlsSessions.roots, nowMs }).then(judgeDane)),
    ),
    takesMail.then((takes) => step('TLS reports', inspectTlsRpt(domain, lookUp, takes))),
    step('CAA', inspectCaa(domain, lookUp)),
    dmarcFound.then((found) => step('BIMI', fetchBimi(domain, found.facts, { lookUp, egress: ports.egress, signal }).then(judgeBimi))),
    asksBlocklists
      ? mailFound.then((found) => step('Block lists', inspectBlocklists(domain, found, { lookUp, isPublic: ports.dns.isPublic })))
      : undefined,
  ]);
  const nowSeconds = Math.floor(nowMs / 1000);
  const simulated = mail === undefined ? undefined : await simulateMail(domain, mail, { lookUp, dmarc: dmarc.facts, nowSeconds });
  const judged = { delegation: judgeDelegation(delegation), dnssec: judgeDnssec(dnssec), mail: judgeMail(domain, facts) };
  const cappedParts = [
    { what: 'records of the domain', read: records.length, all: all.length },
    capped('name servers', delegation.servers, delegation.left),
    capped('DS and DNSKEY records', [...dnssec.ds, ...dnssec.keys], dnssec.left),
    capped('mail servers', facts.servers, facts.left),
    capped('CAA records', caa.facts.records, caa.facts.left),
    capped(
      'report addresses of the DMARC record',
      [...(dmarc.facts.record?.rua ?? []), ...(dmarc.facts.record?.ruf ?? [])],
      dmarc.facts.record?.left,
    ),
    capped('domains that receive DMARC reports', Array(maxReportHosts), dmarc.facts.hostsLeft),
    capped('report addresses of the TLS-RPT record', tlsRpt.facts.rua, tlsRpt.facts.left),
    capped('DKIM records of the selectors', dkim.facts.keys, dkim.facts.left),
    ...dane.facts.servers.map(({ host, records: read, left }) => capped(`TLSA records of ${host}`, read, left)),
  ];
  return { records, cappedParts, ...judged, spf, dkim, dmarc, mtaSts, dane, tlsRpt, caa, bimi, blocklists, simulated };
}

function isInspected(value: unknown): value is Inspected<unknown> {
  return typeof value === 'object' && value !== null && 'facts' in value && 'findings' in value;
}

/** So many records of the domain are in the report. */
const maxShownRecords = 200;

function capped(what: string, read: readonly unknown[], left = 0): CappedPart {
  return { what, read: read.length, all: read.length + left };
}

const ownTypes: readonly DnsType[] = ['SOA', 'NS', 'A', 'AAAA', 'MX', 'TXT', 'CAA', 'DS', 'DNSKEY'];

async function inspectBlocklists(
  domain: string,
  mail: MailFacts,
  { lookUp, isPublic }: { readonly lookUp: LookUp; readonly isPublic: Dns['isPublic'] },
): Promise<Inspected<BlocklistFacts>> {
  const collected = await collectAddresses(domain, mail, { lookUp, isPublic });
  const answers = collected.addresses.length === 0 ? { lists: [], results: [] } : await askBlocklists(collected.addresses, lookUp);
  return judgeBlocklists({ ...collected, ...answers });
}

/** A selector that nobody chose. */
function probeName({ randomBytes }: ToolPorts): string {
  return `p${[...randomBytes(8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** A record as a zone file writes it. */
function showRecord(record: DnsRecord): ShownRecord {
  return { type: record.type, ttl: record.ttl, value: cleanText(textOf(record), 1_000) };
}

function textOf(record: DnsRecord): string {
  switch (record.type) {
    case 'MX':
      return `${record.preference} ${record.exchange === '' ? '.' : record.exchange}`;
    case 'TXT':
      return record.strings.map((text) => `"${text.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`).join(' ');
    case 'SOA':
      return `${record.primary} ${record.mailbox} ${record.serial} ${record.refresh} ${record.retry} ${record.expire} ${record.minimum}`;
    case 'CAA':
      return `${record.flags} ${record.tag} "${record.value}"`;
    case 'DS':
      return `${record.keyTag} ${record.algorithm} ${record.digestType} ${record.digest}`;
    case 'DNSKEY':
      return `${record.flags} 3 ${record.algorithm} ${Buffer.from(record.key, 'hex').toString('base64')}`;
    case 'TLSA':
      return `${record.usage} ${record.selector} ${record.matchingType} ${record.data}`;
    default:
      return record.value;
  }
}
