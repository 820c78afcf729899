import type { Report } from '@castellan/probes/report';
import type { PostmasterFacts } from '../../knowledge/postmaster-report.ts';
import { exampleReport } from './example-report.ts';

/** The same, with block lists: one that lists, one that does not, one that refuses. */
export const blocklistReport: Report<PostmasterFacts> = {
  ...exampleReport,
  findings: [
    {
      id: 'blocklist-listed',
      severity: 'high',
      title: '193.0.0.25 is listed on Spamhaus ZEN',
      evidence: 'XBL. Source: MX mail.example.org.',
      why: 'Spam or malicious traffic was observed from this address. Receivers that use this list reject its mail.',
      fix: 'Identify and stop the source, then request delisting: https://check.spamhaus.org/',
    },
    ...exampleReport.findings,
  ],
  parts: [...exampleReport.parts, { id: 'blocklists', title: 'Block lists', state: 'broken', summary: '1 of 2 addresses listed' }],
  blocklists: {
    addresses: [
      { address: '193.0.0.25', by: 'MX mail.example.org', sends: true },
      { address: '2a00::25', by: 'SPF ip6:2a00::25', sends: true },
    ],
    left: 0,
    networks: 1,
    hidden: 0,
    lists: [
      { id: 'spamhaus-zen', name: 'Spamhaus ZEN', state: 'usable', reason: '' },
      { id: 'spamcop', name: 'SpamCop', state: 'usable', reason: '' },
      { id: 'psbl', name: 'PSBL', state: 'refused', reason: 'the server refused to answer (REFUSED)' },
    ],
    results: [
      { address: '193.0.0.25', list: 'spamhaus-zen', answer: { kind: 'listed', entries: [{ name: 'XBL', kind: 'spam' }] } },
      { address: '193.0.0.25', list: 'spamcop', answer: { kind: 'clean' } },
      { address: '2a00::25', list: 'spamhaus-zen', answer: { kind: 'clean' } },
      { address: '2a00::25', list: 'spamcop', answer: { kind: 'unsupported' } },
    ],
  },
};
