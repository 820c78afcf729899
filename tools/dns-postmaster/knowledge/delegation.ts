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
      title: 'There is one name server',
      evidence: hostsOf(servers),
      why: 'When it is away, so is the domain (RFC 2182 asks for two at least).',
      fix: 'Add a second one, in another network.',
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
      title: 'DNS gives no answer',
      evidence: problem,
      why: 'Without an answer the domain cannot be reached, by mail or otherwise.',
      fix: 'Look at the name servers of the zone, and at the resolver that was asked.',
    });
  }
  const lame = servers.filter(({ answer }) => answer === 'lame');
  if (lame.length > 0) {
    findings.push({
      id: 'delegation-lame',
      severity: 'medium',
      title: 'A name server does not speak for the zone',
      evidence: lame.map(({ host, reason }) => `${host}: ${reason}`).join('; '),
      why: 'Every resolver that asks it loses time, and may give up.',
      fix: 'Load the zone there, or take the server out of the delegation.',
    });
  }
  const silent = servers.filter(({ answer }) => answer === 'silent');
  if (silent.length > 0) {
    findings.push({
      id: 'delegation-silent',
      severity: 'medium',
      title: 'A name server does not answer',
      evidence: silent.map(({ host, reason }) => `${host}: ${reason}`).join('; '),
      why: 'Every resolver that asks it waits in vain.',
      fix: 'Repair it, or take it out of the delegation.',
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
        title: 'Parent and zone name different servers',
        evidence: [
          onlyParent.length > 0 ? `only the parent: ${hostsOf(onlyParent)}` : '',
          onlyZone.length > 0 ? `only the zone: ${hostsOf(onlyZone)}` : '',
        ]
          .filter((text) => text !== '')
          .join('; '),
        why: 'Which servers are asked depends on what a resolver has seen.',
        fix: 'Name the same servers in both places.',
      });
    }
  }
  const serials = [...new Set(servers.flatMap(({ serial }) => serial ?? []))];
  if (serials.length > 1) {
    findings.push({
      id: 'delegation-serials',
      severity: 'low',
      title: 'The name servers have different versions of the zone',
      evidence: servers.map(({ host, serial }) => `${host}: ${serial ?? 'no answer'}`).join('; '),
      why: 'Answers differ by the server that is asked. Right after a change this passes by itself.',
      fix: 'If it stays, look at the zone transfers.',
    });
  }
  return findings;
}

function hostsOf(servers: readonly NameServer[]): string {
  return servers.map(({ host }) => host).join(', ');
}
