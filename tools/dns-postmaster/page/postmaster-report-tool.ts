import { succeed } from '@castellan/foundation/result';
import { parseHost } from '@castellan/probes/target';
import { lazy } from 'react';
import type { ReportFact, ReportTool } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { dnsPostmaster } from '../manifest.ts';
import { PostmasterDetails } from './postmaster-details.tsx';
import { PostmasterOptions } from './postmaster-options.tsx';
import { readMailReport, readPostmasterReport } from './read-postmaster-report.ts';

/** What the shared page needs to know of DNS Postmaster. */
export const postmasterReportTool: ReportTool = {
  ...dnsPostmaster,
  placeholder: 'example.org',
  verb: 'Look up',
  isActive: false,
  checks: [
    'Records and delegation: the NS records of the parent, and the answer of each name server',
    'SPF with every include, and the DNS lookups it needs of the ten allowed (RFC 7208)',
    'One mail evaluated as a receiver does: every SPF mechanism in order, then DMARC',
    'DKIM keys at your selectors and the usual ones: type, size, revoked, test mode',
    'DMARC by RFC 9989, and where receivers that follow RFC 7489 differ',
    'Mail servers: addresses, STARTTLS, certificate',
    'MTA-STS with its policy, TLS reports, CAA',
    'DANE: TLSA records of the mail servers beside the certificates that STARTTLS shows (RFC 7672)',
    'BIMI: record, DMARC policy, and the logo by SVG Tiny PS',
    'DNSSEC: DS and keys, and whether the resolver validates',
    'Block lists, on request: Spamhaus ZEN, SpamCop, PSBL',
  ],
  readTarget: (text) => {
    const host = parseHost(text);
    if (!host.ok || host.value.kind === 'name') return host.ok ? succeed(host.value) : host;
    return { ok: false, failure: { code: 'target_name', message: 'Enter a domain, not an address.' } };
  },
  OptionFields: PostmasterOptions,
  OtherForm: lazy(() => import('./mail-form.tsx')),
  factsOf: (report) => {
    const facts = readPostmasterReport(report);
    if (facts === undefined) return factsOfMail(report);
    const { spf, dmarc, mail, simulation } = facts;
    if (simulation !== null) {
      return [
        { label: 'SPF', value: spf.result ?? '' },
        { label: 'Decided by', value: spf.mechanism || '—' },
        { label: 'DNS lookups', value: `${spf.lookups} of 10` },
        { label: 'DMARC', value: simulation.dmarc },
      ];
    }
    return [
      { label: 'DMARC', value: dmarc.policy ?? 'none' },
      { label: 'SPF lookups', value: `${facts.spfTree.lookups} of 10` },
      { label: 'Mail servers', value: String(mail.servers.length + mail.left) },
      { label: 'Zone', value: facts.delegation.zone || '—' },
    ];
  },
  measuresOf: () => [],
  Details: PostmasterDetails,
};

function factsOfMail(report: object): readonly ReportFact[] {
  const facts = readMailReport(report);
  if (facts === undefined) return [];
  const { spf, tried } = facts;
  return [
    { label: 'SPF', value: spf.result },
    { label: 'Decided by', value: spf.mechanism || '—' },
    { label: 'DNS lookups', value: `${spf.lookups} of 10` },
    { label: 'Identity', value: tried.identity },
  ];
}
