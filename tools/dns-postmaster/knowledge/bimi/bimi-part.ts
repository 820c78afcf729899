import { cleanText } from '@castellan/exports/plain-text';
import type { CheckResult, Finding } from '@castellan/probes/report';
import type { DmarcFacts } from '../dmarc.ts';
import { type Inspected, stateOf } from '../part.ts';
import { parseTagList } from '../tag-list.ts';

/** A record, read. Addresses are empty where it has none. */
export type BimiRecord = {
  readonly text: string;
  /** The SVG file (`l=`). */
  readonly logo: string;
  /** The mark certificate (`a=`). */
  readonly certificate: string;
};

/** What came of fetching the logo. */
export type LogoSeen =
  | { readonly kind: 'read'; readonly faults: readonly string[] }
  /** The server answered, and not with a logo. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unseen'; readonly reason: string };

/** BIMI of a domain. */
export type BimiFacts = {
  /** The name where a record was found; otherwise the domain's own. */
  readonly name: string;
  readonly record: BimiRecord | null;
  /** Why there is none though something is there; empty otherwise. */
  readonly problem: string;
  /** Why the record could not be looked up; empty where it could. */
  readonly failure: string;
  /** Why the DMARC policy is not strict enough; empty where it is. */
  readonly dmarcProblem: string;
  readonly logo: LogoSeen;
};

/** Reads a record; a sentence where it is none. */
export function parseBimi(text: string): BimiRecord | string {
  const tags = parseTagList(text);
  if (tags === undefined) return 'The record is not a list of tags.';
  if ([...tags.keys()][0] !== 'v' || tags.get('v') !== 'BIMI1') return 'The record must begin with v=BIMI1.';
  const logo = tags.get('l');
  const certificate = tags.get('a') ?? '';
  if (logo === undefined) return 'The tag l= is missing.';
  if (logo === '' && certificate !== '') return 'The tag l= names no logo.';
  for (const [tag, address] of [['l', logo] as const, ['a', certificate] as const]) {
    if (address !== '' && !isHttps(address)) return `The tag ${tag}= is not an https address.`;
  }
  return { text: cleanText(text, 500), logo: cleanText(logo, 1_000), certificate: cleanText(certificate, 1_000) };
}

function isHttps(address: string): boolean {
  return /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/\S+$/i.test(address);
}

/** Both addresses are empty: the domain declines to show a logo. */
export function declinesLogo({ logo, certificate }: BimiRecord): boolean {
  return logo === '' && certificate === '';
}

/** Why mailbox providers show no logo under a DMARC policy: it must be quarantine or reject, for all mail and subdomains. */
export function dmarcProblemOf({ record, policy }: Pick<DmarcFacts, 'record' | 'policy'>): string {
  if (record === null || policy === null) return 'there is no DMARC policy';
  if (policy === 'none' || record.p === 'none') return 'p=none';
  if (record.sp === 'none') return 'sp=none';
  if (record.isTest) return 't=y';
  const pct = record.removed['pct'];
  return pct === undefined || pct === '100' ? '' : `pct=${pct}`;
}

/** Judges a domain's BIMI. The mark certificate itself is not looked at. */
export function judgeBimi(facts: BimiFacts): Inspected<BimiFacts> {
  const { record, problem, failure } = facts;
  const findings: readonly Finding[] =
    record === null ? (problem === '' ? [] : [brokenOf(facts)]) : declinesLogo(record) ? [] : judgeRecord(facts, record);
  const summary =
    failure !== ''
      ? failure
      : record === null
        ? problem === ''
          ? 'No record'
          : 'Not valid'
        : declinesLogo(record)
          ? 'Declined'
          : record.certificate === ''
            ? 'Logo, without a mark certificate'
            : 'Logo and mark certificate';
  const state = failure !== '' ? 'unknown' : record === null && problem === '' ? 'missing' : stateOf(findings);
  return { facts, part: { id: 'bimi', title: 'BIMI', state, summary }, findings, checks: checksOf(facts) };
}

function brokenOf({ name, problem }: BimiFacts): Finding {
  return {
    id: 'bimi-broken',
    severity: 'low',
    title: 'The BIMI record is not valid',
    evidence: `${name}: ${problem}`,
    why: 'Mailbox providers show no logo.',
    fix: 'Publish v=BIMI1; l=https://…/logo.svg; a=https://…/certificate.pem.',
  };
}

function judgeRecord({ dmarcProblem, logo }: BimiFacts, record: BimiRecord): readonly Finding[] {
  const findings: Finding[] = [];
  if (dmarcProblem !== '') {
    findings.push({
      id: 'bimi-dmarc',
      severity: 'low',
      title: 'The DMARC policy is not strict enough for BIMI',
      evidence: dmarcProblem,
      why: 'Mailbox providers show a logo only under p=quarantine or p=reject, for all mail and for subdomains.',
      fix: 'Enforce DMARC: p=quarantine or p=reject, without sp=none, t=y or pct below 100.',
    });
  }
  if (record.certificate === '') {
    findings.push({
      id: 'bimi-no-certificate',
      severity: 'info',
      title: 'BIMI has no mark certificate',
      evidence: record.text,
      why: 'Gmail and Apple Mail show a logo only with a verified or common mark certificate (VMC, CMC).',
      fix: 'Obtain a mark certificate and publish its address in a=.',
    });
  }
  if (logo.kind === 'refused') {
    findings.push({
      id: 'bimi-logo-missing',
      severity: 'low',
      title: 'The BIMI logo cannot be fetched',
      evidence: `${record.logo}: ${logo.reason}.`,
      why: 'Mailbox providers show no logo.',
      fix: 'Serve the file by https, without a redirect.',
    });
  } else if (logo.kind === 'read' && logo.faults.length > 0) {
    findings.push({
      id: 'bimi-logo-profile',
      severity: 'low',
      title: 'The BIMI logo does not conform to SVG Tiny PS',
      evidence: `${record.logo}: ${logo.faults.join('; ')}.`,
      why: 'Mailbox providers reject logos outside this profile.',
      fix: 'Export the logo as SVG Tiny 1.2 Portable/Secure, square, with a title and below 32 kB.',
    });
  }
  return findings;
}

/** What a record stands on: its logo, and the certificate for it. */
function checksOf({ record, logo }: BimiFacts): readonly CheckResult[] {
  if (record === null || declinesLogo(record)) return [];
  const id = 'bimi-logo';
  const title = 'The BIMI logo shows no violation of SVG Tiny PS';
  const seen: CheckResult =
    logo.kind === 'unseen'
      ? { id, title, state: 'not_looked_at', reason: logo.reason, subject: 'the BIMI logo' }
      : logo.kind === 'read' && logo.faults.length === 0
        ? { id, title, state: 'passed' }
        : { id, title, state: 'failed', severity: 'low' };
  if (record.certificate === '') return [seen];
  const reason = 'it was not fetched';
  return [
    seen,
    {
      id: 'bimi-certificate',
      title: 'The mark certificate is valid for this logo',
      state: 'not_looked_at',
      reason,
      subject: 'the mark certificate',
    },
  ];
}
