import { type LookUp, textsOf } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { type DmarcFacts, findDmarc } from './dmarc.ts';
import { actsOn, type DmarcRecord } from './dmarc-record.ts';
import { type Inspected, stateOf } from './part.ts';

/** Looks at the DMARC policy that holds for a domain (RFC 9989), and at what RFC 7489 makes of it. */
export async function inspectDmarc(domain: string, lookUp: LookUp, nameExists: boolean): Promise<Inspected<DmarcFacts>> {
  const found = await findDmarc(domain, lookUp, nameExists);
  const { record, policy, failure } = found;
  const reports = await findUnwanted(found, lookUp);
  const facts = reports.left === 0 ? found : { ...found, hostsLeft: reports.left };
  // Whatever stands above or is the default: what holds for the domain itself was not seen.
  if (failure !== undefined) return { facts, part: { id: 'dmarc', title: 'DMARC', state: 'unknown', summary: failure }, findings: [] };
  const findings = [...judgePolicy(domain, facts), ...(record === null ? [] : judgeReports(record)), ...reports.findings];
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
        title: problem === '' ? 'No DMARC record' : 'The DMARC record is not valid',
        evidence: problem === '' ? `There is no v=DMARC1 record at _dmarc.${domain} or a parent domain.` : problem,
        why: 'The domain can be spoofed in the From header: receivers have no policy for mail that fails SPF and DKIM.',
        fix: 'Publish p=none with a reporting address, review the reports for some weeks, then move to p=quarantine and p=reject.',
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
      title: record.isTest && policy !== 'none' ? 'The DMARC policy is in test mode' : 'The DMARC policy is p=none (monitoring only)',
      evidence,
      why: 'Mail that fails DMARC is delivered.',
      fix: 'Once reports show that legitimate mail passes, move to p=quarantine, then p=reject.',
    });
  } else if (acts === 'quarantine') {
    findings.push({
      id: 'dmarc-quarantine',
      severity: 'info',
      title: 'The DMARC policy is p=quarantine',
      evidence,
      why: 'Spoofed mail goes to the junk folder, where recipients can still open it.',
      fix: 'Move to p=reject once no legitimate mail fails.',
    });
  }
  if (policyTag === 'p' && record.domain === domain && record.sp === 'none' && record.p !== 'none') {
    findings.push({
      id: 'dmarc-subdomains',
      severity: 'medium',
      title: 'Subdomains can be spoofed (sp=none)',
      evidence,
      why: 'The policy is not enforced for subdomains without their own DMARC record.',
      fix: 'Remove sp=none, or at least add np=reject for subdomains that do not exist.',
    });
  }
  if (problem !== '') {
    findings.push({
      id: 'dmarc-passed-over',
      severity: 'medium',
      title: 'A DMARC record is ignored',
      evidence: problem,
      why: 'Receivers treat it as absent.',
      fix: 'Correct or remove it.',
    });
  }
  if (record.ignored.length > 0) {
    findings.push({
      id: 'dmarc-ignored-tags',
      severity: 'low',
      title: 'DMARC tags with invalid values are ignored',
      evidence: record.ignored.join('; '),
      why: 'The defaults apply instead.',
      fix: 'Correct the values.',
    });
  }
  if (Object.keys(record.removed).length > 0) {
    findings.push({
      id: 'dmarc-removed-tags',
      severity: record.removed['pct'] === undefined || record.removed['pct'] === '100' ? 'info' : 'low',
      title: 'The DMARC record uses tags that RFC 9989 removed',
      evidence: Object.entries(record.removed)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      why: 'Receivers that follow RFC 9989 ignore them, older ones apply them: the same record has two meanings.',
      fix: 'Remove them. For a test phase use t=y.',
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
      title: 'No DMARC reporting address (rua)',
      evidence: text,
      why: 'Spoofing and failures of legitimate mail go unnoticed.',
      fix: 'Add rua=mailto: with an address.',
    });
  }
  const odd = [...rua, ...ruf].filter((address) => !/^mailto:[^@\s]+@[^@\s]+$/i.test(address));
  if (odd.length > 0) {
    findings.push({
      id: 'dmarc-report-address',
      severity: 'low',
      title: 'A DMARC reporting address is not valid',
      evidence: odd.join(', '),
      why: 'Receivers send reports to mailto: URIs only.',
      fix: 'Write each as mailto:name@domain.',
    });
  }
  return findings;
}

/** So many other domains are asked whether they take reports. */
export const maxReportHosts = 8;

/** Other domains must say that they take the reports (RFC 9990 §4). */
async function findUnwanted(
  { record, organizationalDomain }: DmarcFacts,
  lookUp: LookUp,
): Promise<{ readonly findings: readonly Finding[]; readonly left: number }> {
  if (record === null) return { findings: [], left: 0 };
  const hosts = [...record.rua, ...record.ruf].map((address) => (/@([^@!]+)(?:![0-9a-z]+)?$/i.exec(address)?.[1] ?? '').toLowerCase());
  const foreign = [...new Set(hosts)].filter(
    (host) => host !== '' && host !== organizationalDomain && !host.endsWith(`.${organizationalDomain}`),
  );
  const refused = await Promise.all(
    foreign.slice(0, maxReportHosts).map(async (host) => {
      const found = await lookUp(`${record.domain}._report._dmarc.${host}`, 'TXT');
      return found.status !== 'failed' && !textsOf(found).some((text) => /^v\s*=\s*DMARC1/.test(text)) ? [host] : [];
    }),
  );
  const findings = refused.flat().map((host) => ({
    id: 'dmarc-report-unwanted',
    severity: 'low' as const,
    title: `${host} does not authorize DMARC reports`,
    evidence: `${record.domain}._report._dmarc.${host} has no v=DMARC1 record.`,
    why: 'Receivers send reports to an external domain only with its authorization (RFC 9990 §4).',
    fix: `Have ${host} publish the record, or use another reporting address.`,
  }));
  return { findings, left: Math.max(0, foreign.length - maxReportHosts) };
}
