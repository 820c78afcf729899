import { splitAtFirst } from '@castellan/foundation/line-text';
import { isDnsName, type LookUp } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { checkHost, identityOf, type SpfCheck, type SpfQuery } from './check-host.ts';
import { type DmarcFacts, findDmarc } from './dmarc.ts';
import { actsOn, type DmarcPolicy } from './dmarc-record.ts';

/** What a receiver would make of a mail that is not signed. */
export type Simulation = {
  readonly ip: string;
  readonly mailFrom: string;
  readonly helo: string;
  /** The domain that SPF spoke for. */
  readonly spfDomain: string;
  /** Whether that domain is the From domain's, as DMARC wants it. */
  readonly isAligned: boolean;
  /** What DMARC comes to by SPF alone. */
  readonly dmarc: 'pass' | 'fail' | 'none';
  /** What the receiver is asked to do with it. */
  readonly disposition: DmarcPolicy;
};

/** Runs SPF for one mail, and tells what DMARC makes of its result: the mail is from `domain`, and has no DKIM signature. */
export async function simulateMail(
  domain: string,
  query: SpfQuery & { readonly ip: string },
  { lookUp, dmarc, nowSeconds }: { readonly lookUp: LookUp; readonly dmarc: DmarcFacts; readonly nowSeconds: number },
): Promise<{ readonly check: SpfCheck; readonly simulation: Simulation }> {
  const { ip, mailFrom, helo } = query;
  const check = await checkHost(query, { lookUp, nowSeconds });
  const spfDomain = identityOf(query).domain;
  const isAligned = await aligns(domain, spfDomain, dmarc, lookUp);
  const passes = check.result === 'pass' && isAligned;
  const { record, policy } = dmarc;
  const outcome = record === null ? 'none' : passes ? 'pass' : 'fail';
  const disposition = outcome === 'fail' && policy !== null && record !== null ? actsOn(policy, record.isTest) : 'none';
  return { check, simulation: { ip, mailFrom, helo, spfDomain, isAligned, dmarc: outcome, disposition } };
}

async function aligns(domain: string, spfDomain: string, dmarc: DmarcFacts, lookUp: LookUp): Promise<boolean> {
  if (spfDomain === domain) return true;
  if (dmarc.record?.aspf === 's' || !isDnsName(spfDomain)) return false;
  return (await findDmarc(spfDomain, lookUp, true)).organizationalDomain === dmarc.organizationalDomain;
}

const marks: Readonly<Record<SpfCheck['result'], string>> = {
  pass: 'pass',
  fail: 'fail',
  softfail: '~fail',
  neutral: '?',
  none: 'none',
  temperror: 'error',
  permerror: 'error',
};

/** A result in the room that a mark has. */
export function markOf(result: SpfCheck['result']): string {
  return marks[result];
}

/** What a simulation is worth a finding for. */
export function judgeSimulation({ steps, result, reason }: SpfCheck): readonly Finding[] {
  const findings: Finding[] = [];
  // Lists of senders answer so where they refuse to answer (Spamhaus: 127.255.255.252 to .255), and SPF takes it for a match.
  const refused = steps.filter(
    ({ detail, outcome }) => outcome === 'match' && /\b127\.255\.255\.25[2-5]\b/.test(splitAtFirst(detail, ': ')?.[1] ?? ''),
  );
  for (const { term, detail } of refused) {
    findings.push({
      id: 'dnsbl-refused',
      severity: 'medium',
      title: 'A list refused to answer, and SPF took it for a match',
      evidence: `${term}: ${detail}`,
      why: 'Answers in 127.255.255.0/24 are errors of the list (a public resolver, too many questions), not entries in it.',
      fix: 'Ask by a resolver of your own, or take the list out of the record.',
    });
  }
  if (result === 'permerror' || result === 'temperror') {
    findings.push({
      id: `simulation-${result}`,
      severity: result === 'permerror' ? 'high' : 'medium',
      title: result === 'permerror' ? 'SPF ends in an error for this mail' : 'SPF could not be decided for this mail',
      evidence: reason,
      why: result === 'permerror' ? 'The record is not one that receivers can go by.' : 'Receivers put the mail off, or go on without SPF.',
      fix: result === 'permerror' ? 'Correct the record.' : 'Try again; if it stays, look at the name servers.',
    });
  }
  return findings;
}
