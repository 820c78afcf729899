import { judge, runCheck, withUnseen } from '@castellan/probes/judgement';
import { tellLeftOut } from '@castellan/probes/read-in-part';
import { type CheckResult, type Finding, type ReportBody, type Severity, severities } from '@castellan/probes/report';
import { describeWalk, type ZoneWalk } from './zone-walk.ts';

/** Where a name was learnt from. */
export type NameSource = 'word list' | 'NSEC walk' | 'crt.sh' | 'Cert Spotter' | KeyedSource;

/** Sources that want a key of the owner's. */
export const keyedSources = ['SecurityTrails', 'VirusTotal', 'Shodan'] as const;

/** One of them. */
export type KeyedSource = (typeof keyedSources)[number];

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
export type SourceState = {
  readonly source: NameSource | 'list of services';
  readonly names: number;
  /** Why it told nothing, or not all; empty where it told all it has. */
  readonly problem: string;
  /** It was not asked: an option leaves it out, or there is no key for it. */
  readonly isUnasked?: true;
};

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
  /** What came of walking the zone, with how many names; none in reports from before there was a walk. */
  readonly walk?: WalkFacts;
  /** The names' web servers were left out. */
  readonly isUnprobed?: true;
};

/** What a report keeps of a walk: of its names how many there were. Those that hosts may have stand among the report's names. */
export type WalkFacts = Omit<ZoneWalk, 'names'> & { readonly names: number; readonly says: string };

/** Zones that a report names of those that were not entered. */
const maxZones = 100;

/** What a report keeps of a walk. */
export function keepWalk(walk: ZoneWalk): WalkFacts {
  return { ...walk, names: walk.names.length, zones: walk.zones.slice(0, maxZones), says: describeWalk(walk) };
}

/** Puts a report together. */
export function reportRadar(domain: string, facts: RadarFacts): ReportBody<RadarFacts> {
  const { names } = facts;
  const { findings: found, checks } = checkRadar(facts);
  const findings = [
    ...found,
    ...tellSearch(facts),
    ...tellLeftOut([{ what: 'names', read: names.length, all: names.length + (facts.left ?? 0) }]),
  ];
  const { unseen } = judge({ findings, checks });
  return { verdict: withUnseen(describe(domain, names), unseen), mark: String(names.length).slice(0, 6), findings, checks, ...facts };
}

function describe(domain: string, names: readonly FoundName[]): string {
  const claimable = names.filter(isClaimable).length;
  const dangling = names.filter(isDangling).length;
  const living = names.filter(({ status }) => status === 'verified').length;
  const count = `${names.length === 0 ? 'No' : names.length} ${names.length === 1 ? 'name' : 'names'} below ${domain}`;
  if (claimable > 0) return `${count}; ${claimable === 1 ? 'one' : claimable} can be taken over.`;
  if (dangling > 0) return `${count}; ${dangling === 1 ? 'one has a dangling DNS record' : `${dangling} have dangling DNS records`}.`;
  return names.length === 0 ? `${count} were found.` : `${count}, ${living} of them with addresses.`;
}

const isClaimable = ({ claimable }: FoundName) => claimable !== '';
const isDangling = ({ status, claimable }: FoundName) => status === 'dangling' && claimable === '';
const isBroken = ({ status, chain }: FoundName) => status === 'dead' && chain.length > 0;
const isGone = ({ status, chain }: FoundName) => status === 'dead' && chain.length === 0;

/** One check: what it is called where it found nothing, and what it found. */
type Check = {
  readonly id: string;
  readonly clear: string;
  /** What it is about, for a verdict that says it was not looked at. */
  readonly subject?: string;
  /** Why nothing can be said of it though nothing was found; `undefined` where something can. */
  readonly blind?: string | undefined;
  readonly findings: readonly Finding[];
};

/** The checks of a report, and what they found. */
function checkRadar(facts: RadarFacts): { readonly findings: readonly Finding[]; readonly checks: readonly CheckResult[] } {
  const checks = [...checkAliases(facts), ...checkNames(facts), ...(facts.walk === undefined ? [] : [checkWalk(facts.walk)])];
  return {
    findings: checks.flatMap(({ findings }) => findings),
    checks: [
      ...checks.map(({ id, clear, blind, findings, subject }) => check(id, clear, worstOf(findings), blind, subject)),
      ...facts.sources.flatMap(checkSource),
    ],
  };
}

function worstOf(findings: readonly Finding[]): Severity | undefined {
  return severities.findLast((severity) => findings.some((finding) => finding.severity === severity));
}

function check(id: string, title: string, severity: Severity | undefined, blind: string | undefined, subject?: string): CheckResult {
  const unseen = blind === undefined ? undefined : { reason: blind, ...(subject === undefined ? {} : { subject }) };
  const look = () => (severity === undefined && unseen !== undefined ? unseen : { evidence: severity });
  return runCheck({ id, title, look, weigh: (found) => found });
}

/** A sentence as a part of another. */
function clause(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}

/** A source counts as looked at where it told all that it has. */
function checkSource({ source, problem }: SourceState): readonly CheckResult[] {
  const id = source.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const title = source === listOfServices ? 'The list of services was read' : `Names from ${source}`;
  return [check(id, title, undefined, problem === '' ? undefined : clause(problem), source)];
}

/** Aliases that somebody else may come to hold. */
function checkAliases({ names, sources, isUnprobed, unanswered }: RadarFacts): readonly Check[] {
  const hasAliases = names.some(({ chain }) => chain.length > 0);
  const list = sources.find(({ source }) => source === listOfServices);
  const lost = unanswered === 0 ? undefined : `${namesOf(unanswered)} could not be resolved`;
  const unread =
    list === undefined ? (isUnprobed ? 'the names’ web servers were left out' : undefined) : 'the list of services could not be read';
  return [
    {
      id: 'takeover',
      clear: 'No subdomain takeover',
      subject: 'subdomain takeover',
      blind: lost ?? (hasAliases ? unread : undefined),
      findings: names.filter(isClaimable).map(({ name, chain, claimable: service, note }) => ({
        id: 'takeover',
        severity: 'critical',
        title: `Subdomain takeover: ${name}`,
        evidence: `${[name, ...chain].join(' → ')}: ${note}`,
        why: `Anyone can claim this name at ${service}, and then serve content, read cookies and obtain certificates for it.`,
        fix: 'Delete the DNS record, or claim the name at the service.',
      })),
    },
    {
      id: 'dangling',
      clear: 'No dangling DNS records',
      subject: 'dangling DNS records',
      blind: lost,
      findings: names.filter(isDangling).map(({ name, chain, note }) => ({
        id: 'dangling',
        severity: /free to register/.test(note) ? 'high' : 'medium',
        title: `Dangling DNS record: ${name}`,
        evidence: `${[name, ...chain].join(' → ')}: ${note}`,
        why: 'Anyone who obtains the name at the end of the alias controls this name.',
        fix: 'Delete the DNS record.',
      })),
    },
  ];
}

/** Names that lead to no address, or to one that nobody outside needs. */
function checkNames({ names }: RadarFacts): readonly Check[] {
  const broken = names.filter(isBroken);
  const gone = names.filter(isGone);
  const inner = names.filter(({ addresses }) => addresses.some(isPrivate));
  return [
    {
      id: 'alias-broken',
      clear: 'Every alias leads to an address',
      findings: some(broken, {
        id: 'alias-broken',
        severity: 'low',
        title: `CNAME records without an address: ${broken.length}`,
        evidence: listOf(broken.map(({ name, chain, note }) => `${[name, ...chain].join(' → ')}: ${note}`)),
        why: 'These names cannot be reached.',
        fix: 'Correct or delete the records.',
      }),
    },
    {
      id: 'dead-names',
      clear: 'Every name that is known has an address',
      findings: some(gone, {
        id: 'dead-names',
        severity: 'info',
        title: `Names without an address: ${gone.length}`,
        evidence: listOf(gone.map(({ name }) => name)),
        why: 'They were used earlier, or are used in an internal network. Certificates and other public sources reveal them.',
        fix: '',
      }),
    },
    {
      id: 'inner-addresses',
      clear: 'No private addresses in public DNS',
      findings: some(inner, {
        id: 'inner-addresses',
        severity: 'low',
        title: 'Private addresses in public DNS',
        evidence: listOf(inner.map(({ name, addresses }) => `${name} ${addresses.join(', ')}`)),
        why: 'They reveal how the internal network is addressed, and web pages can use these names to reach it.',
        fix: 'Serve these records in internal DNS only.',
      }),
    },
  ];
}

/** Whether everybody can list the zone's names. */
function checkWalk({ kind, says }: WalkFacts): Check {
  return {
    id: 'zone-walk',
    clear: 'The zone cannot be enumerated through NSEC',
    subject: 'zone enumeration through NSEC',
    blind: kind === 'unanswered' ? says.replace(/^Not walked: /, '') : undefined,
    findings: some(kind === 'walked' ? [says] : [], {
      id: 'zone-walk',
      severity: 'low',
      title: 'The zone can be enumerated through NSEC',
      evidence: says,
      why: 'NSEC records link each name of the zone to the next one, so that anyone can list them all (RFC 4034).',
      fix: 'If the names are not meant to be public, sign with NSEC3 (RFC 5155) or minimally covering NSEC records (RFC 4470, RFC 9824).',
    }),
  };
}

/** The finding, where there is anything to find. */
function some(found: readonly unknown[], finding: Finding): readonly Finding[] {
  return found.length === 0 ? [] : [finding];
}

/** What the search could not tell, or not for certain. */
function tellSearch({ sources, wildcards, unanswered }: RadarFacts): readonly Finding[] {
  const failed = sources.filter(({ problem, isUnasked }) => problem !== '' && isUnasked !== true);
  return [
    ...some(wildcards, {
      id: 'wildcard',
      severity: 'info',
      title: 'Wildcard DNS',
      evidence: listOf(wildcards.map(({ parent, answers }) => `*.${parent} → ${answers.join(', ') || 'no address'}`)),
      why: 'Below a wildcard, a guessed name counts only if its answer differs from the answer to random names.',
      fix: '',
    }),
    ...some(failed, {
      id: 'source-failed',
      severity: 'info',
      title: failed.length === 1 ? 'A source gave no complete answer' : `${failed.length} sources gave no complete answer`,
      evidence: failed.map(({ source, problem }) => `${source}: ${clause(problem)}`).join('; '),
      why: failed.every(({ source }) => source === listOfServices)
        ? 'Services where a name can be taken over could not be recognised.'
        : 'Names that only this source knows are missing.',
      fix: 'Run the search again later.',
    }),
    ...some(unanswered > 0 ? [unanswered] : [], {
      id: 'unanswered',
      severity: 'low',
      title: 'DNS queries without an answer',
      evidence: `${namesOf(unanswered)} could not be resolved.`,
      why: 'Names may be missing.',
      fix: 'Run the search again, or use another resolver.',
    }),
  ];
}

function namesOf(count: number): string {
  return count === 1 ? '1 name' : `${count} names`;
}

/** Tells services where a name can be claimed, and no names. */
const listOfServices = 'list of services';

const maxListed = 12;

function listOf(items: readonly string[]): string {
  return items.length <= maxListed ? items.join('; ') : `${items.slice(0, maxListed).join('; ')}; and ${items.length - maxListed} more`;
}

/** RFC 1918, 4193, link-local, loopback. */
function isPrivate(address: string): boolean {
  return /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe80:|::1$)/i.test(address);
}
