import { judge, withUnseen } from '@castellan/probes/judgement';
import { type CappedPart, tellLeftOut } from '@castellan/probes/read-in-part';
import { type CheckResult, type Finding, type ReportBody, severities } from '@castellan/probes/report';
import type { BimiFacts } from './bimi/bimi-part.ts';
import type { BlocklistFacts } from './blocklist-part.ts';
import type { CaaFacts } from './caa.ts';
import type { SpfCheck } from './check-host.ts';
import type { DaneFacts } from './dane/dane-part.ts';
import type { DelegationFacts } from './delegation.ts';
import type { DkimFacts } from './dkim.ts';
import type { DmarcFacts } from './dmarc.ts';
import { actsOn } from './dmarc-record.ts';
import type { DnssecFacts } from './dnssec.ts';
import type { StsFacts } from './mta-sts.ts';
import type { MailFacts } from './mx.ts';
import type { Inspected, Part } from './part.ts';
import { judgeSimulation, markOf, type Simulation } from './simulation.ts';
import type { SpfTree } from './spf-tree.ts';
import type { TlsRptFacts } from './tls-rpt.ts';

/** A record of the domain itself, as a zone file has it. */
export type ShownRecord = { readonly type: string; readonly ttl: number; readonly value: string };

/** The SPF record; and of a simulated mail, what it came to. */
export type SpfFacts = { readonly record: string; readonly lookups: number; readonly voidLookups: number } & Partial<
  Pick<SpfCheck, 'result' | 'mechanism' | 'explanation' | 'reason' | 'steps'>
>;

/** What a report of DNS Postmaster has besides its head. */
export type PostmasterFacts = {
  readonly parts: readonly Part[];
  readonly records: readonly ShownRecord[];
  readonly delegation: DelegationFacts;
  readonly dnssec: DnssecFacts;
  readonly mail: MailFacts;
  readonly spf: SpfFacts;
  readonly spfTree: SpfTree;
  readonly dkim: DkimFacts;
  readonly dmarc: DmarcFacts;
  readonly mtaSts: StsFacts;
  readonly tlsRpt: TlsRptFacts;
  readonly caa: CaaFacts;
  readonly simulation: Simulation | null;
  /** Reports from before they were looked at lack both. */
  readonly dane?: DaneFacts;
  readonly bimi?: BimiFacts;
  /** Only where the lists were asked; reports from before there was this question lack it too. */
  readonly blocklists?: BlocklistFacts;
};

/** Everything that was looked at. */
export type Seen = {
  readonly records: readonly ShownRecord[];
  /** What has a cap, with how much there was. */
  readonly cappedParts: readonly CappedPart[];
  readonly delegation: Inspected<DelegationFacts>;
  readonly dnssec: Inspected<DnssecFacts>;
  readonly mail: Inspected<MailFacts>;
  readonly spf: Inspected<SpfTree>;
  readonly dkim: Inspected<DkimFacts>;
  readonly dmarc: Inspected<DmarcFacts>;
  readonly mtaSts: Inspected<StsFacts>;
  readonly dane: Inspected<DaneFacts>;
  readonly tlsRpt: Inspected<TlsRptFacts>;
  readonly caa: Inspected<CaaFacts>;
  readonly bimi: Inspected<BimiFacts>;
  readonly blocklists: Inspected<BlocklistFacts> | undefined;
  readonly simulated: { readonly check: SpfCheck; readonly simulation: Simulation } | undefined;
};

/** Puts a report together. */
export function reportPostmaster(seen: Seen): ReportBody<PostmasterFacts> {
  const { records, delegation, dnssec, mail, spf, dkim, dmarc, mtaSts, dane, tlsRpt, caa, bimi, blocklists, simulated } = seen;
  const inspected = [
    delegation,
    dnssec,
    mail,
    spf,
    dkim,
    dmarc,
    mtaSts,
    dane,
    tlsRpt,
    caa,
    bimi,
    ...(blocklists === undefined ? [] : [blocklists]),
  ];
  const parts = inspected.map(({ part }) => part);
  const findings = [
    ...inspected.flatMap((one) => one.findings),
    ...(simulated === undefined ? [] : judgeSimulation(simulated.check)),
    ...tellLeftOut(seen.cappedParts),
  ];
  const { record, lookups, voidLookups } = spf.facts;
  const checks = inspected.flatMap(({ part, findings: told, checks: more = [] }) => [checkOf(part, told), ...more]);
  const { unseen } = judge({ findings, checks });
  return {
    verdict: simulated === undefined ? withUnseen(describeDomain(seen, findings), unseen) : describeMail(simulated),
    mark:
      simulated === undefined ? `${parts.filter(({ state }) => state === 'sound').length}/${parts.length}` : markOf(simulated.check.result),
    findings,
    checks,
    parts,
    records,
    delegation: delegation.facts,
    dnssec: dnssec.facts,
    mail: mail.facts,
    spf: simulated === undefined ? { record, lookups, voidLookups } : { record, ...simulated.check },
    spfTree: spf.facts,
    dkim: dkim.facts,
    dmarc: dmarc.facts,
    mtaSts: mtaSts.facts,
    dane: dane.facts,
    tlsRpt: tlsRpt.facts,
    caa: caa.facts,
    bimi: bimi.facts,
    simulation: simulated?.simulation ?? null,
    ...(blocklists === undefined ? {} : { blocklists: blocklists.facts }),
  };
}

/** A part as a check. What could not be looked at has passed nothing. */
function checkOf({ id, title, state, summary }: Part, findings: readonly Finding[]): CheckResult {
  if (state === 'sound') return { id, title, state: 'passed' };
  if (state === 'unknown') return { id, title, state: 'not_looked_at', reason: summary.replace(/\.$/, '') };
  // How bad it is say the part's findings; one without any is no more than told.
  const severity = severities.findLast((one) => findings.some((finding) => finding.severity === one)) ?? 'info';
  return { id, title, state: 'failed', severity };
}

function describeMail({ check, simulation }: NonNullable<Seen['simulated']>): string {
  const { result, mechanism, reason } = check;
  const by = reason !== '' ? `: ${reason}` : mechanism === '' ? '' : ` (${mechanism})`;
  const spf = `SPF result: ${result}${by}`;
  const ends: Readonly<Record<Simulation['dmarc'], string>> = {
    none: 'no DMARC policy applies',
    pass: 'DMARC passes',
    fail: `without an aligned DKIM signature DMARC fails: ${{ none: 'the message is delivered', quarantine: 'the message goes to the junk folder', reject: 'the message is rejected' }[simulation.disposition]}`,
  };
  return `${spf}; ${ends[simulation.dmarc]}.`;
}

function describeDomain({ delegation, dmarc, spf, mail }: Seen, findings: readonly Finding[]): string {
  const { record, policy, failure = '' } = dmarc.facts;
  if (delegation.facts.problem !== '') return 'The domain does not resolve.';
  const high = findings.find(({ severity }) => severity === 'critical' || severity === 'high');
  const medium = findings.filter(({ severity }) => severity === 'medium');
  const has = (id: string) => findings.some((finding) => finding.id === id);
  if (has('dnssec-bogus')) return 'DNSSEC validation fails: the domain does not resolve through validating resolvers.';
  if (record === null && failure === '') return 'The domain can be spoofed: it has no valid DMARC policy.';
  if (has('spf-lookups')) return 'SPF fails with permerror: the policy needs more than ten DNS lookups.';
  if (spf.part.state === 'broken') return 'The SPF policy is not valid.';
  if (high !== undefined) return `${high.title}.`;
  if (record === null || policy === null) return 'The DMARC policy could not be looked up.';
  if (has('dmarc-none')) return 'Spoofed mail is delivered: the DMARC policy is not enforced.';
  const acts = `Spoofed mail is ${actsOn(policy, record.isTest) === 'reject' ? 'rejected' : 'quarantined'}`;
  const [worst, ...more] = medium;
  if (worst !== undefined) return `${acts}. To fix: ${worst.title}${more.length === 0 ? '' : `, and ${more.length} more`}.`;
  return `${acts}${mail.part.state === 'sound' && mail.facts.servers.length > 0 ? ', and the mail servers offer STARTTLS' : ''}.`;
}
