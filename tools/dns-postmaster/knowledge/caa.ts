import { cleanText } from '@castellan/exports/plain-text';
import { describeDnsFailure, type LookUp, recordsOf } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';

/** Who may issue certificates (RFC 8659). */
export type CaaFacts = {
  /** Where the records that hold were found: the domain, or a name above it; empty where there are none. */
  readonly domain: string;
  readonly records: readonly { readonly flags: number; readonly tag: string; readonly value: string }[];
  readonly problem: string;
  /** Records beyond those that are here; none where all are. */
  readonly left?: number;
};

/** So many records are in the report. */
const maxRecords = 40;

/** Tags that authorities know: RFC 8659, 8657 aside (parameters), 9495. */
const knownTags = ['issue', 'issuewild', 'issuemail', 'issuevmc', 'iodef', 'contactemail', 'contactphone'];

/** Climbs from a domain to the first name with CAA records, and judges them. */
export async function inspectCaa(domain: string, lookUp: LookUp): Promise<Inspected<CaaFacts>> {
  const facts = await findCaa(domain, lookUp);
  const { records, problem } = facts;
  const findings: Finding[] = [];
  if (problem !== '') {
    findings.push({
      id: 'caa-broken',
      severity: 'medium',
      title: 'The CAA lookup fails',
      evidence: problem,
      why: 'Certificate authorities must not issue a certificate while the lookup fails (RFC 8659 §3).',
      fix: 'Check the authoritative name servers of the zone.',
    });
  } else if (records.length === 0) {
    findings.push({
      id: 'caa-missing',
      severity: 'info',
      title: 'No CAA record: any certificate authority may issue certificates',
      evidence: `Neither ${domain} nor a parent domain has a CAA record.`,
      why: 'Misissuance by any authority affects the domain.',
      fix: 'Publish a CAA record for each authority in use.',
      snippets: [{ label: 'DNS', text: `${domain}. IN CAA 0 issue "letsencrypt.org"` }],
    });
  }
  const odd = records.filter(({ tag }) => !knownTags.includes(tag.toLowerCase()));
  if (odd.length > 0) {
    const isCritical = odd.some(({ flags }) => (flags & 128) !== 0);
    findings.push({
      id: 'caa-unknown-tag',
      severity: isCritical ? 'medium' : 'low',
      title: 'A CAA record has an unknown property tag',
      evidence: odd.map(({ flags, tag }) => `${flags} ${tag}`).join(', '),
      why: isCritical
        ? 'The tag is marked critical: no authority may issue a certificate (RFC 8659 §4.5).'
        : 'Authorities ignore the record.',
      fix: 'Correct the tag, or remove the record.',
    });
  }
  const issuers = records
    .filter(({ tag }) => tag.toLowerCase() === 'issue')
    .map(({ value }) => value.split(';')[0]?.trim() || 'no authority');
  const state = problem === '' && records.length === 0 ? 'missing' : stateOf(findings);
  const summary = records.length === 0 ? 'No record' : [...new Set(issuers)].join(', ') || 'No issuer named';
  return { facts, part: { id: 'caa', title: 'CAA', state, summary }, findings };
}

async function findCaa(domain: string, lookUp: LookUp): Promise<CaaFacts> {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length; from += 1) {
    const name = labels.slice(from).join('.');
    const found = await lookUp(name, 'CAA');
    if (found.status === 'failed') return { domain: '', records: [], problem: `${name}: ${describeDnsFailure(found.why)}.` };
    const records = recordsOf(found).map(({ flags, tag, value }) => ({ flags, tag: cleanText(tag, 40), value: cleanText(value) }));
    if (records.length > 0) {
      const left = Math.max(0, records.length - maxRecords);
      return { domain: name, records: records.slice(0, maxRecords), problem: '', ...(left === 0 ? {} : { left }) };
    }
  }
  return { domain: '', records: [], problem: '' };
}
