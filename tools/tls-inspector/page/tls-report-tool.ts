import { parseTarget } from '@castellan/probes/target';
import type { ReportTool } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { splitAuthorities } from '../knowledge/authorities.ts';
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
    'Protocols SSLv2 to TLS 1.3, including those that modern TLS libraries no longer support',
    'All 353 known cipher suites, in the server’s order of preference',
    'Key exchange groups, including post-quantum groups, and Diffie-Hellman parameter sizes',
    'Certificates: chain, trust, host name, validity, key, signature, OCSP stapling',
    'DROWN, POODLE, BEAST, CRIME, FREAK, Logjam, SWEET32 and RC4, derived from the offered protocols and cipher suites',
    'Downgrade protection, secure renegotiation, forward secrecy, HSTS',
    'The grade by the SSL Labs rating guide, and what would improve it',
    'Mail servers through STARTTLS',
  ],
  readTarget: (text) => parseTarget(text, 443),
  OptionFields: TlsOptions,
  optionsFault: ({ ca }) => {
    const read = splitAuthorities(typeof ca === 'string' ? ca : '');
    return read.ok ? undefined : read.failure.message;
  },
  factsOf: (report) => {
    const { protocols, certificates, handshakes, nameless } = readTlsReport(report);
    const leaf = certificates.find(({ role, chain }) => role === 'leaf' && !nameless.includes(chain));
    const quantum = protocols.flatMap(({ groups }) => groups).find((name) => /MLKEM/.test(name));
    return [
      { label: 'Protocols', value: protocols.map(({ name }) => name.replace('TLSv', '')).join(', ') || 'none' },
      ...(leaf === undefined || leaf.validTo === ''
        ? []
        : [{ label: 'Certificate expires', value: leaf.daysLeft < 0 ? `${-leaf.daysLeft} days ago` : `in ${leaf.daysLeft} days` }]),
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
            label: 'expiry dates (.ics)',
            name: `${report.target.replaceAll(/[^A-Za-z0-9.-]+/g, '_')}-expiry.ics`,
            type: 'text/calendar',
            text: calendar,
          },
        ];
  },
};
