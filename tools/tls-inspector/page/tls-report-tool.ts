import { parseTarget } from '@castellan/probes/target';
import type { ReportTool } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { tlsInspector } from '../manifest.ts';
import { expiryCalendar } from './expiry-calendar.ts';
import { readTlsReport } from './read-tls-report.ts';
import { TlsDetails } from './tls-details.tsx';
import { TlsOptions } from './tls-options.tsx';

/** What the shared page needs to know of TLS Inspector. */
export const tlsReportTool: ReportTool = {
  ...tlsInspector,
  placeholder: 'example.org, or mail.example.org:25',
  verb: 'Inspect',
  isActive: false,
  checks: [
    'Protocols from SSLv2 to TLS 1.3, with a ClientHello engine of its own',
    'All 353 cipher suites that were ever in use, in the server’s order',
    'Key exchange groups, post-quantum ones included, and Diffie-Hellman sizes',
    'Certificates: chain, trust, name, validity, key, signature, stapled status',
    'DROWN, POODLE, BEAST, CRIME, FREAK, Logjam, SWEET32 and RC4, as they follow from what is offered',
    'Downgrade protection, secure renegotiation, forward secrecy, HSTS',
    'The grade of the SSL Labs guide, and what would raise it',
    'Mail servers by STARTTLS',
  ],
  readTarget: (text) => parseTarget(text, 443),
  OptionFields: TlsOptions,
  factsOf: (report) => {
    const { protocols, certificates, handshakes, nameless } = readTlsReport(report);
    const leaf = certificates.find(({ role, chain }) => role === 'leaf' && !nameless.includes(chain));
    const quantum = protocols.flatMap(({ groups }) => groups).find((name) => /MLKEM/.test(name));
    return [
      { label: 'Protocols', value: protocols.map(({ name }) => name.replace('TLSv', '')).join(', ') || 'none' },
      ...(leaf === undefined || leaf.validTo === ''
        ? []
        : [{ label: 'Certificate ends', value: leaf.daysLeft < 0 ? `${-leaf.daysLeft} days ago` : `in ${leaf.daysLeft} days` }]),
      { label: 'Post-quantum', value: quantum ?? 'no' },
      { label: 'Handshakes', value: String(handshakes) },
    ];
  },
  measuresOf: (report) => {
    const { scores } = readTlsReport(report);
    if (scores === undefined) return [];
    return [
      { label: 'Protocol', value: scores.protocol },
      { label: 'Key exchange', value: scores.keyExchange },
      { label: 'Cipher', value: scores.cipher },
    ];
  },
  Details: TlsDetails,
  filesOf: (report) => {
    const calendar = expiryCalendar(report, readTlsReport(report).certificates);
    return calendar === undefined
      ? []
      : [
          {
            label: 'Expiry (.ics)',
            name: `${report.target.replaceAll(/[^A-Za-z0-9.-]+/g, '_')}-expiry.ics`,
            type: 'text/calendar',
            text: calendar,
          },
        ];
  },
};
