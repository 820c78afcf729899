import { type DnsFailureCode, describeDnsFailure } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import type { StartTls } from '../mx.ts';
import { type Inspected, type PartState, stateOf } from '../part.ts';
import { faultOfTlsa, isForSmtp, nameTlsa, showTlsa, type Tlsa } from './tlsa.ts';

/**
 * A record beside the certificates that a server showed. `unusable`: no sender uses it. `unproven`: it names a root that this machine
 * knows, and whether the server sent it is not seen. `untried`: no certificate was seen.
 */
export type JudgedTlsa = Tlsa & {
  readonly outcome: 'match' | 'mismatch' | 'unusable' | 'unproven' | 'untried';
  /** Why it does not match; empty where there is nothing to say. */
  readonly detail: string;
};

/** What DANE says of one mail server. */
export type DaneServer = {
  readonly host: string;
  /** Where the records were looked for. */
  readonly name: string;
  readonly records: readonly JudgedTlsa[];
  /** Records beyond those that are here; none where all are. */
  readonly left?: number;
  /** `insecure`: the resolver validates, and this is not signed. `unknown`: the resolver does not validate. */
  readonly security: 'validated' | 'insecure' | 'unknown';
  /** Why there is no answer. */
  readonly failure: DnsFailureCode | null;
  readonly startTls: StartTls['kind'];
  /** A record for the key in use, of DANE-EE, SPKI and SHA2-256; `null` where no certificate was seen. */
  readonly current: Tlsa | null;
};

/** DANE of a domain's mail (RFC 7672). */
export type DaneFacts = {
  readonly domain: string;
  readonly servers: readonly DaneServer[];
  /** Of the MX records. */
  readonly mxSecurity: DaneServer['security'];
  /** Why the mail servers are not known; empty where they are. */
  readonly problem: string;
};

/** Judges the TLSA records of a domain's mail servers by the certificates that these showed. */
export function judgeDane(facts: DaneFacts): Inspected<DaneFacts> {
  const { servers, domain, mxSecurity } = facts;
  const withRecords = servers.filter(({ records }) => records.length > 0);
  const findings = [...servers.flatMap(judgeServer)];
  if (withRecords.length > 0 && withRecords.length < servers.length && servers.every(({ failure }) => failure === null)) {
    findings.push({
      id: 'dane-partial',
      severity: 'low',
      title: 'Only some mail servers have TLSA records',
      evidence: `None: ${servers
        .filter(({ records }) => records.length === 0)
        .map(({ host }) => host)
        .join(', ')}`,
      why: 'Delivery to the other servers is not protected by DANE.',
      fix: 'Publish TLSA records for every mail server.',
    });
  }
  if (mxSecurity === 'insecure' && withRecords.some(({ security }) => security === 'validated')) {
    findings.push({
      id: 'dane-mx-insecure',
      severity: 'low',
      title: 'The MX records are not protected by DNSSEC',
      evidence: `${domain} is not signed.`,
      why: 'An attacker who forges the MX answer redirects mail to another server, and DANE does not detect it (RFC 7672 §2.2.1).',
      fix: 'Sign the zone with DNSSEC.',
    });
  }
  return { facts, part: { id: 'dane', title: 'DANE', ...standingOf(facts, withRecords, findings) }, findings };
}

function standingOf(
  { servers, problem }: DaneFacts,
  withRecords: readonly DaneServer[],
  findings: readonly Finding[],
): { readonly state: PartState; readonly summary: string } {
  if (problem !== '') return { state: 'unknown', summary: problem };
  if (servers.length === 0) return { state: 'sound', summary: 'Not needed' };
  const [failed] = servers.filter(({ failure }) => failure !== null);
  if (withRecords.length === 0) {
    return failed?.failure == null
      ? { state: 'missing', summary: 'No TLSA record' }
      : { state: stateOf(findings, 'unknown'), summary: `TLSA of ${failed.host}: ${describeDnsFailure(failed.failure)}` };
  }
  const matching = withRecords.filter(({ records }) => records.some(({ outcome }) => outcome === 'match'));
  const [open] = servers.map(reasonUnseen).filter((reason) => reason !== '');
  const counted = `${matching.length} of ${servers.length} ${servers.length === 1 ? 'server matches' : 'servers match'}`;
  return open === undefined
    ? { state: stateOf(findings), summary: counted }
    : { state: stateOf(findings, 'unknown'), summary: `${counted}; ${open}` };
}

/** Why it cannot be said that a server's records hold; empty where it can. */
function reasonUnseen({ host, records, security, failure }: DaneServer): string {
  if (failure !== null) return `TLSA of ${host}: ${describeDnsFailure(failure)}`;
  if (records.length === 0) return '';
  if (security === 'unknown') return 'this resolver does not validate DNSSEC';
  if (records.some(({ outcome }) => outcome === 'match')) return '';
  if (records.some(({ outcome }) => outcome === 'untried')) return `no certificate of ${host} was seen`;
  return records.some(({ outcome }) => outcome === 'unproven') ? `whether ${host} sends its root certificate was not seen` : '';
}

function judgeServer(server: DaneServer): readonly Finding[] {
  const { host, name, records, security, failure } = server;
  if (failure !== null) return judgeFailure(host, name, failure);
  if (records.length === 0) return [];
  const findings = [...judgeMatch(server), ...judgeForm(server)];
  if (security === 'insecure') {
    findings.push({
      id: 'dane-insecure',
      severity: 'medium',
      title: `The TLSA records of ${host} are not protected by DNSSEC`,
      evidence: `${name}: the resolver validates DNSSEC and did not validate this answer.`,
      why: 'Senders ignore TLSA records without a valid signature (RFC 7672 §2.1).',
      fix: 'Sign the zone of the mail server with DNSSEC, or remove the records.',
    });
  }
  return findings;
}

function judgeFailure(host: string, name: string, failure: DnsFailureCode): readonly Finding[] {
  if (failure !== 'servfail' && failure !== 'refused') return [];
  return [
    {
      id: 'dane-lookup-failed',
      severity: 'medium',
      title: `The TLSA lookup for ${host} fails`,
      evidence: `${name}: ${describeDnsFailure(failure)}.`,
      why: 'Senders that support DANE defer mail when the lookup fails (RFC 7672 §2.1.2).',
      fix: 'Correct the name servers: they must answer NOERROR or NXDOMAIN where there is no TLSA record.',
    },
  ];
}

/** Whether the server can be reached by senders that go by the records. */
function judgeMatch({ host, name, records, security, startTls, current }: DaneServer): readonly Finding[] {
  const usable = records.filter((record) => isForSmtp(record) && faultOfTlsa(record) === '');
  if (usable.length === 0) return [];
  const severity = security === 'validated' ? 'high' : security === 'unknown' ? 'medium' : 'low';
  if (startTls === 'refused') {
    return [
      {
        id: 'dane-no-starttls',
        severity,
        title: `${host} has TLSA records and does not offer STARTTLS`,
        evidence: usable.map(showTlsa).join('; '),
        why: 'Senders that support DANE do not deliver without TLS (RFC 7672 §2.2).',
        fix: 'Enable STARTTLS on the mail server, or remove the TLSA records.',
      },
    ];
  }
  if (!usable.every(({ outcome }) => outcome === 'mismatch')) return [];
  return [
    {
      id: 'dane-mismatch',
      severity,
      title: `No TLSA record matches the certificate of ${host}`,
      evidence: usable.map((record) => `${showTlsa(record)}${record.detail === '' ? '' : `: ${record.detail}`}`).join('; '),
      why: 'Senders that support DANE do not deliver to this server (RFC 7672 §2.2).',
      fix: 'Publish a TLSA record for the certificate in use, or install the certificate that the records describe.',
      ...(current === null ? {} : { snippets: [{ label: 'DNS', text: `${name}. IN TLSA ${showTlsa(current)}` }] }),
    },
  ];
}

/** Records that no sender uses, and records that will not outlive the next key. */
function judgeForm({ host, name, records }: DaneServer): readonly Finding[] {
  const findings: Finding[] = [];
  const malformed = records.filter((record) => faultOfTlsa(record) !== '');
  const pkix = records.filter((record) => faultOfTlsa(record) === '' && !isForSmtp(record));
  const usable = records.filter((record) => !malformed.includes(record) && !pkix.includes(record));
  const severity = usable.length === 0 ? 'medium' : 'low';
  const costs = usable.length === 0 ? 'Senders encrypt, and authenticate nothing (RFC 7672 §2.2).' : 'Senders ignore the record.';
  if (malformed.length > 0) {
    findings.push({
      id: 'dane-malformed',
      severity,
      title: `A TLSA record of ${host} is not usable`,
      evidence: malformed.map((record) => `${showTlsa(record)}: ${faultOfTlsa(record)}`).join('; '),
      why: costs,
      fix: 'Publish 3 1 1 and the SHA-256 digest of the public key.',
    });
  }
  if (pkix.length > 0) {
    findings.push({
      id: 'dane-pkix-usage',
      severity,
      title: `A TLSA record of ${host} has a certificate usage that is not for SMTP`,
      evidence: pkix.map((record) => `${showTlsa(record)}: ${nameTlsa(record)}`).join('; '),
      why: `PKIX-TA(0) and PKIX-EE(1) must not be used for mail servers (RFC 7672 §3.1.3). ${costs}`,
      fix: 'Use DANE-EE(3), or DANE-TA(2).',
    });
  }
  const [only, ...more] = usable;
  if (only !== undefined && more.length === 0 && only.usage === 3) {
    findings.push({
      id: 'dane-no-rollover',
      severity: 'info',
      title: `${host} has a single TLSA record`,
      evidence: `${name}: ${showTlsa(only)}`,
      why: 'During a key change cached records do not match the new certificate, and mail is deferred (RFC 7671 §8.1).',
      fix: 'Publish a second record for the next key at least two TTLs before it is installed.',
    });
  }
  const bound = usable.filter(({ usage, selector }) => usage === 3 && selector === 0);
  if (bound.length > 0) {
    findings.push({
      id: 'dane-certificate-selector',
      severity: 'info',
      title: `A TLSA record of ${host} is bound to a single certificate`,
      evidence: bound.map(showTlsa).join('; '),
      why: 'With selector Cert(0) every renewal needs a new record, also where the key stays (RFC 7672 §3.1.1).',
      fix: 'Use selector SPKI(1): 3 1 1.',
    });
  }
  return findings;
}
