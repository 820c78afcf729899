import { addresses, domain } from './company.ts';

/** One sample: the tool that is run, what it is run on, and what the lab is to its reader. */
export type SampleRun = {
  readonly tool: string;
  readonly target: string;
  readonly flags?: readonly string[];
  /** A sentence or two on the page, behind the date. */
  readonly lab: string;
};

const company = 'Harbour Books does not exist: its servers were started for this report, in a network of their own.';

/** Every sample: one for each tool that visitors may only look at. */
export const sampleRuns = (caFile: string): readonly SampleRun[] => [
  {
    tool: 'tls-inspector',
    target: domain,
    flags: ['--ca', caFile],
    lab: `${company} Its web server still speaks what a till of long ago needed, with a certificate of the lab’s own authority.`,
  },
  {
    tool: 'http-auditor',
    target: domain,
    lab: `${company} Its shop was set up once and left alone: some headers are there, some are not.`,
  },
  {
    tool: 'dns-postmaster',
    target: domain,
    flags: ['--selectors', '2024,letters'],
    lab: `${company} A name server of the lab holds its zone, and its resolver says that it validates.`,
  },
  {
    tool: 'network-scanner',
    target: `office.${domain}`,
    flags: ['--authorised'],
    lab: `${company} Small programs of the lab listen on the ports of its office server, and speak as the real services do.`,
  },
  {
    tool: 'subdomain-radar',
    target: domain,
    flags: [
      ...['--crtsh', `https://${addresses.logs}/crtsh`, '--certspotter', `https://${addresses.logs}/certspotter`],
      ...['--services', `https://${addresses.logs}/services.json`],
    ],
    lab: `${company} Servers of the lab stand in for the certificate logs and the list of services.`,
  },
];
