import type { Report } from '@castellan/probes/report';
import type { ReportTool } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { scanAsNmapXml } from '../knowledge/nmap-xml.ts';
import { portCountOf } from '../knowledge/port-ranges.ts';
import type { HostFacts, ScanFacts } from '../knowledge/scan-facts.ts';
import { parseScanTarget } from '../knowledge/scan-target.ts';
import { networkScanner } from '../manifest.ts';
import { countPorts, readScanReport } from './read-scan-report.ts';
import { RunningScan } from './running-scan.tsx';
import { ScanDetails } from './scan-details.tsx';
import { ScanDifference } from './scan-difference.tsx';
import { ScanOptions } from './scan-options.tsx';

/** The counts of all hosts together: `3 open, 15 closed`. */
function describeUdp(hosts: readonly HostFacts[]): string {
  const open = hosts.reduce((sum, { udp }) => sum + (udp?.open.length ?? 0), 0);
  const closed = hosts.reduce((sum, { udp }) => sum + portCountOf(udp?.closed ?? ''), 0);
  return `${open} open, ${closed} closed`;
}

/** What the shared page needs to know of Network Scanner. */
export const scanReportTool: ReportTool = {
  ...networkScanner,
  placeholder: 'example.org, 192.0.2.0/24, or 192.0.2.1-20',
  verb: 'Scan',
  isActive: true,
  checks: [
    'Hosts, networks, ranges and IPv6, up to 1,024 addresses',
    'TCP connect scan: the 100 or 1,000 most common ports, a list, or all 65,535',
    'Open, closed or filtered, each with its reason',
    'On request the 20 most common UDP ports and 6 more, each with a request of its protocol',
    'Silent ports are tried three times, four times under packet loss',
    'Timeouts and pace from measured round trips (RFC 6298)',
    'Service identification with product and version: banners, HTTP, TLS, databases, directories, file sharing, brokers',
    'Services that should not be exposed, and databases without authentication',
    'On request, with separate consent: anonymous FTP, anonymous LDAP bind, SNMP community “public”',
    'Difference from the last scan of the same target',
  ],
  readTarget: parseScanTarget,
  OptionFields: ScanOptions,
  factsOf: (report) => {
    const { hosts, silent, portCount, udpPorts } = readScanReport(report);
    const { open, closed, filtered } = countPorts(hosts);
    const [first] = hosts;
    return [
      { label: 'Ports', value: `${portCount.toLocaleString('en')}${hosts.length > 1 ? ` on ${hosts.length} hosts` : ''}` },
      { label: 'Open', value: open.toLocaleString('en') },
      { label: 'Closed', value: closed.toLocaleString('en') },
      { label: 'Filtered', value: filtered.toLocaleString('en') },
      ...(udpPorts === undefined ? [] : [{ label: 'UDP', value: describeUdp(hosts) }]),
      ...(silent.length > 0
        ? [{ label: 'Silent hosts', value: silent.length.toLocaleString('en') }]
        : first?.roundTripMs === undefined || udpPorts !== undefined
          ? []
          : [{ label: 'Round trip', value: `${first.roundTripMs} ms` }]),
    ];
  },
  measuresOf: () => [],
  Details: ScanDetails,
  Running: RunningScan,
  Difference: ScanDifference,
  filesOf: (report) => {
    const name = `${report.tool}-${report.target.replaceAll(/[^A-Za-z0-9.-]+/g, '_')}-${report.startedAt.slice(0, 10)}.xml`;
    return [{ label: 'nmap XML', name, type: 'application/xml', text: scanAsNmapXml(report as Report & ScanFacts) }];
  },
};
