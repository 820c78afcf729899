import { succeed } from '@castellan/foundation/result';
import { parseHost } from '@castellan/probes/target';
import { lazy } from 'react';
import type { ReportTool } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { subdomainRadar } from '../manifest.ts';
import { RadarDetails } from './radar-details.tsx';
import { RadarOptions } from './radar-options.tsx';
import { readRadarReport } from './read-radar-report.ts';

/** What the shared page needs to know of Subdomain Radar. */
export const radarReportTool: ReportTool = {
  ...subdomainRadar,
  placeholder: 'example.org',
  verb: 'Search',
  isActive: false,
  checks: [
    'Certificate logs (crt.sh, Cert Spotter), with the dates of the first and latest certificate',
    'A list of common names, or your own, at each level of the names found',
    'Zones signed with NSEC, walked name by name; NSEC3 and minimal records are recognised',
    'SecurityTrails, VirusTotal and Shodan, with the owner’s API keys',
    'Wildcard DNS at each level',
    'CNAME chains, followed to their end',
    'Subdomain takeover: missing targets and unclaimed services (can-i-take-over-xyz)',
    'Private addresses in public DNS',
    'The web server of each name: status and title',
    'Names that no earlier report on the domain had: the owner is notified',
  ],
  readTarget: (text) => {
    const host = parseHost(text);
    if (!host.ok) return host;
    if (host.value.kind === 'name' && host.value.host.includes('.')) return succeed(host.value);
    return { ok: false, failure: { code: 'target_name', message: 'Enter a domain such as example.org.' } };
  },
  OptionFields: RadarOptions,
  factsOf: (report) => {
    const facts = readRadarReport(report);
    if (facts === undefined) return [];
    const count = (status: string) => String(facts.names.filter((name) => name.status === status).length);
    return [
      { label: 'With addresses', value: count('verified') },
      { label: 'Dangling', value: count('dangling') },
      { label: 'Without address', value: count('dead') },
      { label: 'DNS questions', value: facts.questions.toLocaleString('en') },
    ];
  },
  measuresOf: () => [],
  Details: RadarDetails,
  // Only the owner has a report before.
  Difference: lazy(() => import('./radar-difference.tsx')),
};
