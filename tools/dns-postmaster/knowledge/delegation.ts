import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';

/** One name server of a zone, asked itself. */
export type NameServer = {
  readonly host: string;
  readonly addresses: readonly string[];
  readonly inParent: boolean;
  readonly inZone: boolean;
  /** `authoritative`, or what it did instead: `lame` speaks not for the zone, `silent` did not answer, `untried` was not asked. */
  readonly answer: 'authoritative' | 'lame' | 'silent' | 'untried';
  readonly reason: string;
  readonly serial: number | null;
};

/** Who speaks for a name. */
export type DelegationFacts = {
  /** The zone that the name is in. */
  readonly zone: string;
  readonly isApex: boolean;
  readonly servers: readonly NameServer[];
  /** Whether the parent's own servers were asked. */
  readonly isParentKnown: boolean;
  readonly problem: string;
  /** Name servers beyond those that were asked; none where all were. */
  readonly left?: number;
};

/** Judges a delegation: parent and zone agree, every server speaks for the zone, with one serial (RFC 1034, 2182). */
export function judgeDelegation(facts: DelegationFacts): Inspected<DelegationFacts> {
  const { servers, problem } = facts;
  const findings = [...judgeAnswers(facts), ...judgeAgreement(facts)];
  if (servers.length === 1) {
    findings.push({
      id: 'delegation-single',
      severity: 'medium',
      title: 'The zone has a single name server',
      evidence: hostsOf(servers),
      why: 'If it fails, the domain cannot be resolved. RFC 2182 requires at least two.',
      fix: 'Add a second name server in another network.',
    });
  }
  const answering = servers.filter(({ answer }) => answer === 'authoritative').length;
  const tried = servers.filter(({ answer }) => answer !== 'untried').length;
  const state = problem !== '' ? 'broken' : stateOf(findings, tried === 0 ? 'unknown' : 'sound');
  const count = `${servers.length} name ${servers.length === 1 ? 'server' : 'servers'}`;
  const summary = problem !== '' ? 'No answer' : tried === 0 ? `${count}, not asked` : `${answering} of ${count} answer`;
  return { facts, part: { id: 'delegation', title: 'Delegation', state, summary }, findings };
}

/** Whether the zone's servers answer, and speak for it. */
function judgeAnswers({ servers, problem }: DelegationFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (problem !== '') {
    findings.push({
      id: 'dns-no-answer',
      severity: 'high',
      title: 'The domain does not resolve',
      evidence: problem,
      why: 'Neither mail nor other services of the domain can be reached.',
      fix: 'Check the authoritative name servers, and the resolver that was used.',
    });
  }
  const lame = servers.filter(({ answer }) => answer === 'lame');
  if (lame.length > 0) {
    findings.push({
      id: 'delegation-lame',
      severity: 'medium',
      title: 'Lame delegation: a name server is not authoritative for the zone',
      evidence: lame.map(({ host, reason }) => `${host}: ${reason}`).join('; '),
      why: 'Resolution is slower, and may fail.',
      fix: 'Load the zone on this server, or remove it from the delegation.',
    });
  }
  const silent = servers.filter(({ answer }) => answer === 'silent');
  if (silent.length > 0) {
    findings.push({
      id: 'delegation-silent',
      severity: 'medium',
      title: 'A name server does not answer',
      evidence: silent.map(({ host, reason }) => `${host}: ${reason}`).join('; '),
      why: 'Resolution is slower, and may fail when other servers are unavailable.',
      fix: 'Restore the server, or remove it from the delegation.',
    });
  }
  return findings;
}

/** Whether parent and zone name the same servers, and these have the same version of the zone. */
function judgeAgreement({ servers, isParentKnown }: DelegationFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (isParentKnown) {
    const onlyParent = servers.filter(({ inParent, inZone }) => inParent && !inZone);
    const onlyZone = servers.filter(({ inParent, inZone }) => inZone && !inParent);
    if (onlyParent.length > 0 || onlyZone.length > 0) {
      findings.push({
        id: 'delegation-differs',
        severity: 'low',
        title: 'NS records of parent and zone differ',
        evidence: [
          onlyParent.length > 0 ? `parent only: ${hostsOf(onlyParent)}` : '',
          onlyZone.length > 0 ? `zone only: ${hostsOf(onlyZone)}` : '',
        ]
          .filter((text) => text !== '')
          .join('; '),
        why: 'Which servers are queried depends on the cache of the resolver.',
        fix: 'Publish the same NS records in the parent and in the zone.',
      });
    }
  }
  const serials = [...new Set(servers.flatMap(({ serial }) => serial ?? []))];
  if (serials.length > 1) {
    findings.push({
      id: 'delegation-serials',
      severity: 'low',
      title: 'The name servers have different SOA serials',
      evidence: servers.map(({ host, serial }) => `${host}: ${serial ?? 'no answer'}`).join('; '),
      why: 'Answers depend on the server. Shortly after a change this is normal.',
      fix: 'If it persists, check the zone transfers.',
    });
  }
  return findings;
}

function hostsOf(servers: readonly NameServer[]): string {
  return servers.map(({ host }) => host).join(', ');
}
