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
    'Certificate logs, by crt.sh and Cert Spotter: names with the first and the latest certificate',
    'A list of usual names, or one of yours, on each level of names that were found',
    'Wildcards, found on each level by itself, so that a name counts only where it answers otherwise',
    'Aliases, followed name by name to their end',
    'Ends that do not exist, and services where anybody may claim the name (can-i-take-over-xyz)',
    'Addresses of inner networks in public DNS',
    'The web server behind each name: status and title',
    'Names that no earlier report on the domain had: the owner is notified',
  ],
  readTarget: (text) => {
    const host = parseHost(text);
    if (!host.ok) return host;
    if (host.value.kind === 'name' && host.value.host.includes('.')) return succeed(host.value);
    return { ok: false, failure: { code: 'target_name', message: 'Name a domain: example.org.' } };
  },
  OptionFields: RadarOptions,
  factsOf: (report) => {
    const facts = readRadarReport(report);
    if (facts === undefined) return [];
    const count = (status: string) => String(facts.names.filter((name) => name.status === status).length);
    return [
      { label: 'With addresses', value: count('verified') },
      { label: 'Leading nowhere', value: count('dangling') },
      { label: 'No address any more', value: count('dead') },
      { label: 'Questions to DNS', value: String(facts.questions) },
    ];
  },
  measuresOf: () => [],
  Details: RadarDetails,
  // Only the owner has a report before.
  Difference: lazy(() => import('./radar-difference.tsx')),
};
