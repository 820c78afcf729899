import { type LookUp, textsOf } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { type DmarcFacts, findDmarc } from './dmarc.ts';
import { actsOn, type DmarcRecord } from './dmarc-record.ts';
import { type Inspected, stateOf } from './part.ts';

/** Looks at the DMARC policy that holds for a domain (RFC 9989), and at what RFC 7489 makes of it. */
export async function inspectDmarc(domain: string, lookUp: LookUp, nameExists: boolean): Promise<Inspected<DmarcFacts>> {
  const facts = await findDmarc(domain, lookUp, nameExists);
  const findings = [
    ...judgePolicy(domain, facts),
    ...(facts.record === null ? [] : [...judgeReports(facts.record), ...(await findUnwanted(facts, lookUp))]),
  ];
  const { record, policy } = facts;
  const state = record === null ? (facts.problem === '' ? 'missing' : 'broken') : stateOf(findings);
  const summary =
    record === null || policy === null
      ? 'No policy'
      : `${policy}${record.isTest ? ', as a test' : ''}${record.domain === domain ? '' : `, from ${record.domain}`}`;
  return { facts, part: { id: 'dmarc', title: 'DMARC', state, summary }, findings };
}

function judgePolicy(domain: string, { record, policy, policyTag, problem }: DmarcFacts): readonly Finding[] {
  if (record === null || policy === null) {
    return [
      {
        id: problem === '' ? 'dmarc-missing' : 'dmarc-broken',
        severity: 'high',
        title: problem === '' ? 'No DMARC record' : 'The DMARC record does not count',
        evidence: problem,
        why: 'Anybody may put this domain into From: receivers are not told what to do with mail that fails SPF and DKIM.',
        fix: 'Publish a record with p=none and an address for reports, read them for some weeks, then go to quarantine and reject.',
        snippets: [{ label: 'DNS', text: `_dmarc.${domain}. IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@${domain}"` }],
      },
    ];
  }
  const findings: Finding[] = [];
  const evidence = record.text;
  const acts = actsOn(policy, record.isTest);
  if (acts === 'none') {
    findings.push({
      id: 'dmarc-none',
      severity: 'medium',
      title: record.isTest && policy !== 'none' ? 'The DMARC policy is a test' : 'The DMARC policy only watches',
      evidence,
      why: 'Mail that fails is delivered as if it had passed.',
      fix: 'Once reports show that your own mail passes, ask for quarantine, then reject.',
    });
  } else if (acts === 'quarantine') {
    findings.push({
      id: 'dmarc-quarantine',
      severity: 'info',
      title: 'Forged mail goes to the junk folder',
      evidence,
      why: 'quarantine keeps it where a person can still open it.',
      fix: 'Ask for reject once nothing of yours is caught.',
    });
  }
  if (policyTag === 'p' && record.domain === domain && record.sp === 'none' && record.p !== 'none') {
    findings.push({
      id: 'dmarc-subdomains',
      severity: 'medium',
      title: 'Subdomains are left open',
      evidence,
      why: 'sp=none lets mail from any subdomain pass that has no record of its own.',
      fix: 'Take sp=none out, or at least add np=reject for names that do not exist.',
    });
  }
  if (problem !== '') {
    findings.push({
      id: 'dmarc-passed-over',
      severity: 'medium',
      title: 'A DMARC record is passed over',
      evidence: problem,
      why: 'Receivers go on as if it were not there.',
      fix: 'Correct it, or take it away.',
    });
  }
  if (record.ignored.length > 0) {
    findings.push({
      id: 'dmarc-ignored-tags',
      severity: 'low',
      title: 'Tags of the DMARC record say nothing',
      evidence: record.ignored.join('; '),
      why: 'Their values are none that the standard knows, so the defaults hold.',
      fix: 'Correct them.',
    });
  }
  if (Object.keys(record.removed).length > 0) {
    findings.push({
      id: 'dmarc-removed-tags',
      severity: record.removed['pct'] === undefined || record.removed['pct'] === '100' ? 'info' : 'low',
      title: 'The DMARC record has tags that RFC 9989 took out',
      evidence: Object.entries(record.removed)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      why: 'Receivers of today do not read them; older ones still do, so that the same record means two things.',
      fix: 'Take them out. For a test, write t=y.',
    });
  }
  return findings;
}

function judgeReports({ rua, ruf, text }: DmarcRecord): readonly Finding[] {
  const findings: Finding[] = [];
  if (rua.length === 0) {
    findings.push({
      id: 'dmarc-no-reports',
      severity: 'low',
      title: 'Nobody receives DMARC reports',
      evidence: text,
      why: 'Without rua you learn neither of forgeries nor of mail of your own that fails.',
      fix: 'Add rua=mailto: and an address.',
    });
  }
  const odd = [...rua, ...ruf].filter((address) => !/^mailto:[^@\s]+@[^@\s]+$/i.test(address));
  if (odd.length > 0) {
    findings.push({
      id: 'dmarc-report-address',
      severity: 'low',
      title: 'A DMARC report has nowhere to go',
      evidence: odd.join(', '),
      why: 'Reports are sent to mailto: addresses.',
      fix: 'Write each as mailto:name@domain.',
    });
  }
  return findings;
}

/** Other domains must say that they take the reports (RFC 9990 §4). */
async function findUnwanted({ record, organizationalDomain }: DmarcFacts, lookUp: LookUp): Promise<readonly Finding[]> {
  if (record === null) return [];
  const hosts = [...record.rua, ...record.ruf].map((address) => (/@([^@!]+)(?:![0-9a-z]+)?$/i.exec(address)?.[1] ?? '').toLowerCase());
  const foreign = [...new Set(hosts)].filter(
    (host) => host !== '' && host !== organizationalDomain && !host.endsWith(`.${organizationalDomain}`),
  );
  const refused = await Promise.all(
    foreign.slice(0, 8).map(async (host) => {
      const found = await lookUp(`${record.domain}._report._dmarc.${host}`, 'TXT');
      return found.status !== 'failed' && !textsOf(found).some((text) => /^v\s*=\s*DMARC1/.test(text)) ? [host] : [];
    }),
  );
  return refused.flat().map((host) => ({
    id: 'dmarc-report-unwanted',
    severity: 'low',
    title: `${host} does not say that it takes the reports`,
    evidence: `${record.domain}._report._dmarc.${host} has no v=DMARC1 record.`,
    why: 'Receivers send reports to another domain only if it agrees.',
    fix: `Have ${host} publish that record, or send reports elsewhere.`,
  }));
}
