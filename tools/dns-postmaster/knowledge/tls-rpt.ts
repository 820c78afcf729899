import { cleanText } from '@castellan/exports/plain-text';
import { type LookUp, textsOf } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';
import { parseTagList } from './tag-list.ts';

/** Where reports on TLS go (RFC 8460). */
export type TlsRptFacts = { readonly record: string; readonly rua: readonly string[]; readonly problem: string };

/** Reads the record at `_smtp._tls`. */
export function readTlsRpt(texts: readonly string[]): TlsRptFacts {
  const [text, ...more] = texts.filter((one) => /^v=TLSRPTv1\s*;/.test(one));
  if (text === undefined) return { record: '', rua: [], problem: '' };
  const rua = (parseTagList(text)?.get('rua') ?? '').split(',').map((one) => one.trim());
  const isSound = rua.every((one) => /^mailto:[^@\s]+@[^@\s]+$/i.test(one) || /^https:\/\/[^/\s]+/i.test(one));
  const problem =
    more.length > 0 ? 'There are several records; one is allowed.' : isSound ? '' : 'rua is to hold mailto: or https: addresses.';
  return { record: cleanText(text), rua: rua.map((one) => cleanText(one)).slice(0, 20), problem };
}

/** Looks at who is told of mail that TLS kept from a domain. */
export async function inspectTlsRpt(domain: string, lookUp: LookUp, takesMail: boolean): Promise<Inspected<TlsRptFacts>> {
  const facts = readTlsRpt(textsOf(await lookUp(`_smtp._tls.${domain}`, 'TXT')));
  const findings: Finding[] = [];
  if (facts.record === '' && takesMail) {
    findings.push({
      id: 'tls-rpt-missing',
      severity: 'info',
      title: 'Nobody receives TLS reports',
      evidence: '',
      why: 'You do not learn when senders cannot reach you by TLS.',
      fix: 'Publish an address for them.',
      snippets: [{ label: 'DNS', text: `_smtp._tls.${domain}. IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@${domain}"` }],
    });
  } else if (facts.problem !== '') {
    findings.push({
      id: 'tls-rpt-broken',
      severity: 'low',
      title: 'The record for TLS reports is not valid',
      evidence: facts.problem,
      why: 'Nobody sends reports.',
      fix: 'Write rua=mailto: and an address.',
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
