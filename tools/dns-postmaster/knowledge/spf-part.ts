import type { LookUp } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';
import { readSpfTree, type SpfTree } from './spf-tree.ts';

const allowedLookups = 10;

/** Looks at a domain's SPF policy with all that it includes (RFC 7208). */
export async function inspectSpf(domain: string, lookUp: LookUp, sendsMail: boolean): Promise<Inspected<SpfTree>> {
  const facts = await readSpfTree(domain, lookUp);
  const findings = judgeSpf(facts, sendsMail);
  const state = facts.record === '' && facts.nodes[0]?.problem === '' ? 'missing' : stateOf(findings);
  const summary = facts.record === '' ? 'No record' : `${facts.isCut ? 'More than ' : ''}${facts.lookups} of 10 look-ups`;
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
        evidence: '',
        why: 'Receivers cannot tell which servers may send mail for this domain.',
        fix: 'Publish a TXT record that names your senders and ends in -all.',
        snippets: [{ label: 'DNS', text: `${own.domain}. IN TXT "v=spf1 ${sendsMail ? 'mx ' : ''}-all"` }],
      },
    ];
  }
  const findings: Finding[] = nodes
    .filter(({ problem }) => problem !== '')
    .map(({ domain, via, problem }) => ({
      id: problem.startsWith('The policy leads back') ? 'spf-loop' : 'spf-broken',
      severity: 'high',
      title: via === '' ? 'The SPF record is not valid' : `${via} is not valid`,
      evidence: `${domain}: ${problem}`,
      why: 'Receivers give up with an error (permerror), as if nobody were allowed or nothing were said.',
      fix: via === '' ? 'Correct the record.' : 'Take the term out, or have the other domain corrected.',
    }));
  if (lookups > allowedLookups || isCut) {
    findings.push({
      id: 'spf-lookups',
      severity: 'high',
      title: 'The policy costs more than ten look-ups',
      evidence: `${isCut ? 'At least ' : ''}${lookups} look-ups in ${nodes.length} records.`,
      why: 'Receivers stop at the eleventh with an error (RFC 7208 §4.6.4), and mail that was meant to pass does not.',
      fix: 'Drop includes of services you no longer use, and name addresses by ip4 and ip6 where they do not change.',
    });
  } else if (lookups >= 9) {
    findings.push({
      id: 'spf-lookups-near',
      severity: 'low',
      title: 'The policy is close to ten look-ups',
      evidence: `${lookups} look-ups in ${nodes.length} records.`,
      why: 'One more include, here or in a domain that is included, makes the policy an error.',
      fix: 'Drop includes of services you no longer use.',
    });
  }
  if (voidLookups > 2) {
    findings.push({
      id: 'spf-void',
      severity: 'medium',
      title: 'Names in the policy lead to nothing',
      evidence: `${voidLookups} look-ups find no record; two are allowed.`,
      why: 'Receivers may stop with an error at the third (RFC 7208 §4.6.4).',
      fix: 'Take out a and mx terms whose names have no records.',
    });
  }
  if (own !== undefined && own.problem === '') findings.push(...judgeEnd(own.record));
  return findings;
}

/** How the record ends, and terms that no record should have. */
function judgeEnd(record: string): readonly Finding[] {
  const findings: Finding[] = [];
  const [, sign] = / ([+\-~?]?)all(?: |$)/i.exec(record) ?? [];
  if (sign === '+' || sign === '') {
    findings.push({
      id: 'spf-all-pass',
      severity: 'high',
      title: 'Every server in the world may send',
      evidence: record,
      why: '+all lets any sender pass.',
      fix: 'End the record in -all or ~all.',
    });
  } else if ((sign === undefined && !/ redirect=/i.test(record)) || sign === '?') {
    findings.push({
      id: 'spf-no-end',
      severity: 'medium',
      title: 'The record says nothing about other senders',
      evidence: record,
      why: 'Mail from a server that is not named is neutral, as if there were no record.',
      fix: 'End the record in -all or ~all.',
    });
  }
  if (/ [+\-~?]?ptr(?:[: ]|$)/i.test(record)) {
    findings.push({
      id: 'spf-ptr',
      severity: 'low',
      title: 'The record uses ptr',
      evidence: record,
      why: 'It is slow, unreliable, and not to be used (RFC 7208 §5.5); some receivers ignore it.',
      fix: 'Name the addresses by ip4, ip6, a or mx.',
    });
  }
  return findings;
}
