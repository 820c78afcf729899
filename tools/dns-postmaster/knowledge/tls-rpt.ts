import { cleanText } from '@castellan/exports/plain-text';
import { describeDnsFailure, type LookUp, textsOf } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { addressesIn } from './dmarc-record.ts';
import { type Inspected, stateOf } from './part.ts';
import { parseTagList } from './tag-list.ts';

/** Where reports on TLS go (RFC 8460). */
export type TlsRptFacts = {
  readonly record: string;
  readonly rua: readonly string[];
  readonly problem: string;
  /** Addresses beyond those that are here; none where all are. */
  readonly left?: number;
};

/** Reads the record at `_smtp._tls`. */
export function readTlsRpt(texts: readonly string[]): TlsRptFacts {
  const [text, ...more] = texts.filter((one) => /^v=TLSRPTv1\s*;/.test(one));
  if (text === undefined) return { record: '', rua: [], problem: '' };
  const rua = (parseTagList(text)?.get('rua') ?? '').split(',').map((one) => one.trim());
  const isSound = rua.every((one) => /^mailto:[^@\s]+@[^@\s]+$/i.test(one) || /^https:\/\/[^/\s]+/i.test(one));
  const problem =
    more.length > 0 ? 'There are several records; only one is allowed.' : isSound ? '' : 'rua must contain mailto: or https: URIs.';
  const { read, left } = addressesIn(rua.join(','));
  return { record: cleanText(text), rua: read, problem, ...(left === 0 ? {} : { left }) };
}

/** Looks at who is told of mail that TLS kept from a domain. */
export async function inspectTlsRpt(domain: string, lookUp: LookUp, takesMail: boolean): Promise<Inspected<TlsRptFacts>> {
  const found = await lookUp(`_smtp._tls.${domain}`, 'TXT');
  const facts = readTlsRpt(textsOf(found));
  if (found.status === 'failed')
    return { facts, part: { id: 'tls-rpt', title: 'TLS-RPT', state: 'unknown', summary: describeDnsFailure(found.why) }, findings: [] };
  const findings: Finding[] = [];
  if (facts.record === '' && takesMail) {
    findings.push({
      id: 'tls-rpt-missing',
      severity: 'info',
      title: 'TLS reporting is not configured',
      evidence: `_smtp._tls.${domain} has no v=TLSRPTv1 record.`,
      why: 'TLS failures of senders go unnoticed.',
      fix: 'Publish a TLS-RPT record with a reporting address.',
      snippets: [{ label: 'DNS', text: `_smtp._tls.${domain}. IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@${domain}"` }],
    });
  } else if (facts.problem !== '') {
    findings.push({
      id: 'tls-rpt-broken',
      severity: 'low',
      title: 'The TLS-RPT record is not valid',
      evidence: facts.problem,
      why: 'Senders do not send reports.',
      fix: 'Set rua=mailto: with an address.',
    });
  }
  const state = facts.record === '' ? (takesMail ? 'missing' : 'sound') : stateOf(findings);
  const summary =
    facts.record === ''
      ? takesMail
        ? 'No record'
        : 'Not needed'
      : facts.problem === ''
        ? facts.rua.map((address) => address.replace(/^mailto:/i, '')).join(', ')
        : 'Not valid';
  return { facts, part: { id: 'tls-rpt', title: 'TLS-RPT', state, summary }, findings };
}
