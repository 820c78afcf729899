import type { LookUp } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';
import { readSpfTree, type SpfTree } from './spf-tree.ts';

const allowedLookups = 10;

/** Looks at a domain's SPF policy with all that it includes (RFC 7208). */
export async function inspectSpf(domain: string, lookUp: LookUp, sendsMail: boolean): Promise<Inspected<SpfTree>> {
  const facts = await readSpfTree(domain, lookUp);
  const [own] = facts.nodes;
  if (own?.isUnanswered === true) {
    return { facts, part: { id: 'spf', title: 'SPF', state: 'unknown', summary: own.problem }, findings: [] };
  }
  const findings = judgeSpf(facts, sendsMail);
  const state = facts.record === '' && facts.nodes[0]?.problem === '' ? 'missing' : stateOf(findings);
  const summary = facts.record === '' ? 'No record' : `${facts.isCut ? 'More than ' : ''}${facts.lookups} of 10 lookups`;
  return { facts, part: { id: 'spf', title: 'SPF', state, summary }, findings };
}

function judgeSpf({ record, lookups, voidLookups, nodes, isCut }: SpfTree, sendsMail: boolean): readonly Finding[] {
  const [own] = nodes;
  if (record === '' && own?.problem === '') {
    return [
      {
        id: 'spf-missing',
        severity: 'medium',
        title: 'No SPF record',
        evidence: `${own.domain} has no TXT record that begins with v=spf1.`,
        why: 'Receivers cannot tell which servers are authorized to send for this domain.',
        fix: 'Publish a TXT record that lists the authorized senders and ends in -all.',
        snippets: [{ label: 'DNS', text: `${own.domain}. IN TXT "v=spf1 ${sendsMail ? 'mx ' : ''}-all"` }],
      },
    ];
  }
  const findings: Finding[] = nodes
    .filter(({ problem }) => problem !== '')
    .map(({ domain, via, problem, isUnanswered }) => {
      if (isUnanswered === true) return lookupFailed(via, problem);
      return {
        id: problem.startsWith('The policy includes itself') ? 'spf-loop' : 'spf-broken',
        severity: 'high',
        title: via === '' ? 'The SPF record is not valid' : `${via} is not valid`,
        evidence: `${domain}: ${problem}`,
        why: 'SPF evaluation fails with permerror.',
        fix: via === '' ? 'Correct the record.' : 'Remove the term, or have the other domain correct its record.',
      };
    });
  if (lookups > allowedLookups || isCut) {
    findings.push({
      id: 'spf-lookups',
      severity: 'high',
      title: 'The SPF policy needs more than ten DNS lookups',
      evidence: `${isCut ? 'At least ' : ''}${lookups} DNS lookups in ${nodes.length} records.`,
      why: 'SPF evaluation fails with permerror (RFC 7208 §4.6.4), also for legitimate mail.',
      fix: 'Remove includes of unused services, and list stable addresses with ip4 and ip6.',
    });
  } else if (lookups >= 9) {
    findings.push({
      id: 'spf-lookups-near',
      severity: 'low',
      title: 'The SPF policy is close to the limit of ten DNS lookups',
      evidence: `${lookups} DNS lookups in ${nodes.length} records.`,
      why: 'One more include, here or in an included domain, leads to permerror.',
      fix: 'Remove includes of unused services.',
    });
  }
  if (voidLookups > 2) {
    findings.push({
      id: 'spf-void',
      severity: 'medium',
      title: 'The SPF policy has more than two void lookups',
      evidence: `${voidLookups} lookups return no record; two are allowed.`,
      why: 'SPF evaluation may fail with permerror (RFC 7208 §4.6.4).',
      fix: 'Remove a and mx terms whose names have no records.',
    });
  }
  if (own !== undefined && own.problem === '') findings.push(...judgeEnd(own.record));
  return findings;
}

/** A record that is included and had no answer: what it says is not known. */
function lookupFailed(via: string, problem: string): Finding {
  return {
    id: 'spf-lookup-failed',
    severity: 'medium',
    title: `The SPF record of ${via} could not be looked up`,
    evidence: problem,
    why: 'SPF evaluation ends in temperror while the lookup fails, and receivers may defer mail (RFC 7208 §8.6).',
    fix: 'Try again. If it persists, have the other domain check its name servers, or remove the term.',
  };
}

/** How the record ends, and terms that no record should have. */
function judgeEnd(record: string): readonly Finding[] {
  const findings: Finding[] = [];
  const [, sign] = / ([+\-~?]?)all(?: |$)/i.exec(record) ?? [];
  if (sign === '+' || sign === '') {
    findings.push({
      id: 'spf-all-pass',
      severity: 'high',
      title: 'SPF authorizes every host (+all)',
      evidence: record,
      why: 'Any host passes SPF for this domain.',
      fix: 'End the record in -all or ~all.',
    });
  } else if ((sign === undefined && !/ redirect=/i.test(record)) || sign === '?') {
    findings.push({
      id: 'spf-no-end',
      severity: 'medium',
      title: 'The SPF record has no restrictive default',
      evidence: record,
      why: 'Hosts that are not listed get neutral, which receivers treat like no record.',
      fix: 'End the record in -all or ~all.',
    });
  }
  if (/ [+\-~?]?ptr(?:[: ]|$)/i.test(record)) {
    findings.push({
      id: 'spf-ptr',
      severity: 'low',
      title: 'The SPF record uses the ptr mechanism',
      evidence: record,
      why: 'ptr is slow and unreliable, and must not be used (RFC 7208 §5.5).',
      fix: 'Use ip4, ip6, a or mx instead.',
    });
  }
  return findings;
}
