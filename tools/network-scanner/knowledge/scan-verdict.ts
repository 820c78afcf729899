import { judge, sayVerdict } from '@castellan/probes/judgement';
import { type CheckResult, type Finding, isAtLeast, sortFindings } from '@castellan/probes/report';
import { portCountOf } from './port-ranges.ts';
import { checkScan } from './scan-checks.ts';
import type { ScanFacts } from './scan-facts.ts';
import { findInScan } from './scan-findings.ts';
import { countOf, didAnswer } from './scan-parts.ts';

/** What a scan's report says in its head. */
export type JudgedScan = {
  readonly verdict: string;
  /** How many ports are open; none where nothing answered. */
  readonly mark?: string;
  readonly findings: readonly Finding[];
  readonly checks: readonly CheckResult[];
};

/** Findings and checks of a scan, and the verdict that follows from them by the rule of all tools. */
export function judgeScan(facts: ScanFacts): JudgedScan {
  const findings = findInScan(facts);
  const checks = checkScan(facts, findings);
  const counted = countOpen(facts);
  const grave = sortFindings(findings).filter(({ severity }) => isAtLeast(severity, 'medium'));
  const lesser = findings.filter(({ severity }) => severity === 'low').length;
  const more = grave.length > 1 ? `, and ${(grave.length - 1).toLocaleString('en')} more` : '';
  const verdict = sayVerdict(judge({ findings, checks }), {
    sound: `${counted}${lesser === 0 ? ', and no finding needs attention' : `, with ${countOf(lesser, 'minor finding')}`}`,
    wanting: `${capitalised(counted)}. Needs attention: ${grave[0]?.title ?? ''}${more}.`,
    lacking: 'No verdict',
  });
  if (!facts.hosts.some(didAnswer)) return { verdict, findings, checks };
  const open = facts.hosts.reduce((sum, host) => sum + host.open.length + (host.udp?.open.length ?? 0), 0);
  return { verdict, mark: open < 10 ? `${open} open` : String(open), findings, checks };
}

/** `2 of 1,000 TCP ports and 1 of 26 UDP ports are open`; of several hosts, how many of each are open on all of them. */
function countOpen({ hosts, portCount, udpPorts }: ScanFacts): string {
  const [tcp, udp] = [
    hosts.reduce((sum, { open }) => sum + open.length, 0),
    hosts.reduce((sum, host) => sum + (host.udp?.open.length ?? 0), 0),
  ];
  const asked = [
    ...(portCount === 0 ? [] : [{ open: tcp, all: portCount, what: 'TCP port' }]),
    ...(udpPorts === undefined ? [] : [{ open: udp, all: portCountOf(udpPorts), what: 'UDP port' }]),
  ];
  const are = asked.length === 1 && tcp + udp === 1 ? 'is' : 'are';
  if (hosts.length === 1)
    return `${asked.map(({ open, all, what }) => `${open.toLocaleString('en')} of ${countOf(all, what)}`).join(' and ')} ${are} open`;
  const each = asked.map(({ all, what }) => countOf(all, what)).join(' and ');
  return `${asked.map(({ open, what }) => countOf(open, what)).join(' and ')} ${are} open on ${countOf(hosts.length, 'host')}, of ${each} each`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
