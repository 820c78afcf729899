import { judge, withUnseen } from '@castellan/probes/judgement';
import { tellLeftOut } from '@castellan/probes/read-in-part';
import type { CheckResult, Finding, ReportBody } from '@castellan/probes/report';

/** Where a name was learnt from. */
export type NameSource = 'word list' | 'crt.sh' | 'Cert Spotter';

/**
 * How a name stands: `verified`, it has addresses of its own; `wildcard`, it answers as any name beside it would; `dead`, it does
 * not answer any more; `dangling`, it is an alias of a name that does not exist, or that somebody else may claim.
 */
export type NameStatus = 'verified' | 'wildcard' | 'dead' | 'dangling';

/** What a name's web server said. */
export type LiveAnswer = { readonly url: string; readonly status: number; readonly title: string };

/** One name below the domain. */
export type FoundName = {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly sources: readonly NameSource[];
  readonly status: NameStatus;
  /** The names that it is an alias of, one behind the other. */
  readonly chain: readonly string[];
  /** ISO 8601; by certificates, and by this run where it answered. Empty where neither says. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** `null` where it was not asked or did not answer. */
  readonly live: LiveAnswer | null;
  /** Why it counts as dangling, or why its addresses are not known; empty otherwise. */
  readonly note: string;
  /** The service where it can be claimed, confirmed; empty where none is. */
  readonly claimable: string;
};

/** How a source did. */
export type SourceState = { readonly source: NameSource | 'list of services'; readonly names: number; readonly problem: string };

/** What a report of Subdomain Radar has besides its head. */
export type RadarFacts = {
  readonly names: readonly FoundName[];
  readonly sources: readonly SourceState[];
  /** Names below which everything answers, with what it answers. */
  readonly wildcards: readonly { readonly parent: string; readonly answers: readonly string[] }[];
  /** Questions to DNS, and those without an answer. */
  readonly questions: number;
  readonly unanswered: number;
  /** Names beyond those that were looked at; none where all were. */
  readonly left?: number;
};

/** Puts a report together. */
export function reportRadar(domain: string, facts: RadarFacts): ReportBody<RadarFacts> {
  const { names } = facts;
  const claimable = names.filter((one) => one.claimable !== '');
  const dangling = names.filter(({ status, claimable: service }) => status === 'dangling' && service === '');
  const living = names.filter(({ status }) => status === 'verified').length;
  const count = `${names.length === 0 ? 'No' : names.length} ${names.length === 1 ? 'name' : 'names'} below ${domain}`;
  const verdict =
    claimable.length > 0
      ? `${count}; ${claimable.length === 1 ? 'one can be taken over' : `${claimable.length} can be taken over`}.`
      : dangling.length > 0
        ? `${count}; ${dangling.length === 1 ? 'one leads' : `${dangling.length} lead`} nowhere.`
        : `${count}${names.length === 0 ? ' were found' : `, ${living} of them with addresses of their own`}.`;
  const findings = [
    ...judgeAliases(claimable, dangling),
    ...judgeNames(names),
    ...judgeSearch(facts),
    ...tellLeftOut([{ what: 'names', read: names.length, all: names.length + (facts.left ?? 0) }]),
  ];
  const checks = facts.sources.map(
    ({ source, problem }): CheckResult => ({
      ...{ id: source.toLowerCase().replaceAll(/[^a-z]+/g, '-'), title: source },
      ...(problem === '' ? { state: 'passed' } : { state: 'not_looked_at', reason: problem.replace(/\.$/, '') }),
    }),
  );
  const { unseen } = judge({ findings, checks });
  return { verdict: withUnseen(verdict, unseen), mark: String(names.length).slice(0, 6), findings, checks, ...facts };
}

/** Names that somebody else may come to hold. */
function judgeAliases(claimable: readonly FoundName[], dangling: readonly FoundName[]): readonly Finding[] {
  return [
    ...claimable.map(
      ({ name, chain, claimable: service, note }): Finding => ({
        id: 'takeover',
        severity: 'critical',
        title: `${name} can be taken over`,
        evidence: `${[name, ...chain].join(' → ')}: ${note}`,
        why: `Anybody may claim it at ${service}, and then speak in your name: with its cookies, and with a certificate.`,
        fix: 'Delete the record, or claim the name again.',
      }),
    ),
    ...dangling.map(
      ({ name, chain, note }): Finding => ({
        id: 'dangling',
        severity: /registered/.test(note) ? 'high' : 'medium',
        title: `${name} leads nowhere`,
        evidence: `${[name, ...chain].join(' → ')}: ${note}`,
        why: 'Whoever comes to hold the name at its end holds this one too.',
        fix: 'Delete the record.',
      }),
    ),
  ];
}

/** Names that lead to no address, or to one that nobody outside needs. */
function judgeNames(names: readonly FoundName[]): readonly Finding[] {
  const findings: Finding[] = [];
  const circles = names.filter(({ status, chain }) => status === 'dead' && chain.length > 0);
  if (circles.length > 0) {
    findings.push({
      id: 'alias-broken',
      severity: 'low',
      title: `${circles.length} ${circles.length === 1 ? 'alias comes' : 'aliases come'} to no address`,
      evidence: listOf(circles.map(({ name, chain, note }) => `${[name, ...chain].join(' → ')}: ${note}`)),
      why: 'The names cannot be reached.',
      fix: 'Correct the records, or delete them.',
    });
  }
  const dead = names.filter(({ status, chain }) => status === 'dead' && chain.length === 0);
  if (dead.length > 0) {
    findings.push({
      id: 'dead-names',
      severity: 'info',
      title: `${dead.length} ${dead.length === 1 ? 'name has' : 'names have'} certificates and no address`,
      evidence: listOf(dead.map(({ name }) => name)),
      why: 'They were in use once, or are used inside a network: the logs tell everybody their names.',
      fix: '',
    });
  }
  const inner = names.filter(({ addresses }) => addresses.some(isPrivate));
  if (inner.length > 0) {
    findings.push({
      id: 'inner-addresses',
      severity: 'low',
      title: 'Public DNS tells addresses of an inner network',
      evidence: listOf(inner.map(({ name, addresses }) => `${name} ${addresses.join(', ')}`)),
      why: 'They say how the network is laid out, and let a foreign page reach into it by that name.',
      fix: 'Keep them in a zone that only the network sees.',
    });
  }
  return findings;
}

/** What the search could not tell, or not for certain. */
function judgeSearch({ sources, wildcards, unanswered }: RadarFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (wildcards.length > 0) {
    findings.push({
      id: 'wildcard',
      severity: 'info',
      title: 'Any name is answered',
      evidence: listOf(wildcards.map(({ parent, answers }) => `*.${parent} → ${answers.join(', ') || 'no address'}`)),
      why: 'Below a wildcard, a guessed name counts only where it answers otherwise than all others.',
      fix: '',
    });
  }
  const failed = sources.filter(({ problem }) => problem !== '');
  if (failed.length > 0) {
    findings.push({
      id: 'source-failed',
      severity: 'info',
      title: failed.length === 1 ? 'A source gave no answer' : `${failed.length} sources gave no answer`,
      evidence: failed.map(({ source, problem }) => `${source}: ${problem}`).join('; '),
      why: 'Names that it alone knows are missing.',
      fix: 'Look again later.',
    });
  }
  if (unanswered > 0) {
    findings.push({
      id: 'unanswered',
      severity: 'low',
      title: 'Some questions had no answer',
      evidence: `${unanswered} names could not be asked for.`,
      why: 'Names may be missing.',
      fix: 'Look again, or name another resolver.',
    });
  }
  return findings;
}

const maxListed = 12;

function listOf(items: readonly string[]): string {
  return items.length <= maxListed ? items.join('; ') : `${items.slice(0, maxListed).join('; ')}; and ${items.length - maxListed} more`;
}

/** RFC 1918, 4193, link-local, loopback. */
function isPrivate(address: string): boolean {
  return /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe80:|::1$)/i.test(address);
}
