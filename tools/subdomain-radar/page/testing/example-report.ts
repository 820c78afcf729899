import { finishReport } from '@castellan/probes/finish-report';
import type { Report } from '@castellan/probes/report';
import { type FoundName, keepWalk, type RadarFacts, reportRadar } from '../../knowledge/radar-report.ts';

const seen = { firstSeen: '2024-03-01T00:00:00.000Z', lastSeen: '2026-11-22T10:00:00.000Z' };

function named(name: string, over: Partial<FoundName> = {}): FoundName {
  const head = { addresses: ['192.0.2.10'], sources: ['word list', 'crt.sh'], status: 'verified', chain: [] } as const;
  return { name: `${name}.example.org`, ...head, ...seen, live: null, note: '', claimable: '', ...over };
}

const names: readonly FoundName[] = [
  named('api', { live: { url: 'https://api.example.org/', status: 401, title: '' } }),
  named('dev'),
  named('api.dev', { sources: ['word list'] }),
  named('grafana.dev', { addresses: ['10.0.4.7'] }),
  named('www.dev'),
  named('mail'),
  named('old', { addresses: [], status: 'dead', note: 'The name does not exist.', sources: ['Cert Spotter'] }),
  named('help', { addresses: [], status: 'dangling', chain: ['gone.example.net'], note: 'gone.example.net does not exist' }),
  named('shop', {
    addresses: [],
    status: 'dangling',
    chain: ['shop.beanstalk.example'],
    claimable: 'Beanstalk',
    note: 'shop.beanstalk.example does not exist and can be claimed at Beanstalk',
  }),
  named('a.b.staging'),
  named('eu.status', { status: 'wildcard' }),
  named('www', { chain: ['edge.example.net'], live: { url: 'https://www.example.org/', status: 200, title: 'Example' } }),
];

/** A report as the tool makes one. */
export const exampleReport: Report<RadarFacts> = finishReport(
  {
    tool: 'subdomain-radar',
    schemaVersion: 1,
    target: 'example.org',
    startedAtMs: Date.UTC(2026, 10, 22, 10),
    endedAtMs: Date.UTC(2026, 10, 22, 10, 0, 2),
  },
  reportRadar('example.org', {
    names,
    sources: [
      { source: 'word list', names: 8, problem: '' },
      { source: 'crt.sh', names: 0, problem: 'Too many requests, status 429.' },
      { source: 'Cert Spotter', names: 9, problem: '' },
      { source: 'SecurityTrails', names: 0, problem: 'No API key.', isUnasked: true },
      { source: 'VirusTotal', names: 4, problem: 'The quota of the API key is used up, status 429.' },
      { source: 'Shodan', names: 6, problem: '' },
    ],
    wildcards: [{ parent: 'status.example.org', answers: ['192.0.2.10'] }],
    questions: 2_841,
    unanswered: 0,
    walk: keepWalk({
      kind: 'walked',
      names: names.map(({ name }) => ({ name, types: ['A'] })),
      zones: ['lab.example.org'],
      isClosed: true,
      questions: 14,
      problem: '',
    }),
  }),
);
