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
      title: 'A block list refused the query, and SPF counts the error code as a match',
      evidence: `${term}: ${detail}`,
      why: 'The answer is an error code of the list (public resolver, too many queries), not a listing.',
      fix: 'Query through your own resolver, or remove the list from the record.',
    });
  }
  if (result === 'permerror' || result === 'temperror') {
    findings.push({
      id: `simulation-${result}`,
      severity: result === 'permerror' ? 'high' : 'medium',
      title: result === 'permerror' ? 'SPF evaluation fails with permerror' : 'SPF evaluation fails with temperror',
      evidence: reason,
      why:
        result === 'permerror'
          ? 'Receivers cannot use the record; some reject the message (RFC 7208 §8.7).'
          : 'Receivers defer the message, or treat it as without SPF (RFC 7208 §8.6).',
      fix: result === 'permerror' ? 'Correct the record.' : 'Try again. If it persists, check the authoritative name servers.',
    });
  }
  return findings;
}
