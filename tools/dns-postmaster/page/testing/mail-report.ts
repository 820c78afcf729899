import type { Report } from '@castellan/probes/report';
import type { MailReportFacts } from '../../knowledge/mail-report.ts';
import { exampleReport } from './example-report.ts';

/** A report on one mail alone, as the tool makes it of the same zone. */
export const mailReport: Report<MailReportFacts> = {
  tool: 'dns-postmaster',
  schemaVersion: 1,
  target: 'mail from 2001:db8::1',
  startedAt: '2026-11-22T10:00:00.000Z',
  durationMs: 8,
  verdict: 'SPF result: fail, by -all. Not looked at: DMARC alignment (only SPF was evaluated, without a From domain).',
  mark: 'fail',
  findings: [
    {
      id: 'mail-spf-fail',
      severity: 'info',
      title: '2001:db8::1 is not authorized to send for example.org',
      evidence: 'MAIL FROM domain example.org: fail (-all)',
      why: 'Receivers that enforce SPF reject the message.',
      fix: 'If this host sends on behalf of the domain, add its address to the SPF record. If not, the policy works as intended.',
    },
  ],
  checks: [
    { id: 'spf', title: 'SPF authorizes the sending address', state: 'failed', severity: 'info' },
    {
      id: 'dmarc-alignment',
      title: 'SPF is aligned with the From domain, as DMARC requires',
      state: 'not_looked_at',
      reason: 'only SPF was evaluated, without a From domain',
      subject: 'DMARC alignment',
      bars: 'grade',
    },
  ],
  tried: { ip: '2001:db8::1', mailFrom: 'a@example.org', helo: '', identity: 'MAIL FROM', domain: 'example.org' },
  spf: {
    result: 'fail',
    mechanism: '-all',
    lookups: 3,
    voidLookups: 2,
    explanation: '',
    reason: '',
    steps: exampleReport.spf.steps ?? [],
  },
};
