import { cleanText } from '@castellan/exports/plain-text';
import { judge, runCheck, withUnseen } from '@castellan/probes/judgement';
import type { CheckResult, Finding, ReportBody } from '@castellan/probes/report';
import type { SpfCheck, SpfIdentity } from './check-host.ts';
import { judgeSimulation, markOf } from './simulation.ts';

/** A mail that was tried by itself. */
export type TriedMail = {
  readonly ip: string;
  /** Without its angle brackets; may be empty. */
  readonly mailFrom: string;
  readonly helo: string;
  /** What SPF spoke for, and its domain. */
  readonly identity: SpfIdentity['kind'];
  readonly domain: string;
};

/** What a report on one mail has besides its head: the whole evaluation of SPF, and nothing else. */
export type MailReportFacts = { readonly tried: TriedMail; readonly spf: SpfCheck };

/** Puts the report on one mail together. */
export function reportMail({ tried, spf }: MailReportFacts): ReportBody<MailReportFacts> {
  const findings = [...judgeResult(tried, spf), ...judgeSimulation(spf)];
  const checks = [checkSpf(spf), alignment];
  const { unseen } = judge({ findings, checks });
  const decided = spf.reason !== '' ? `: ${spf.reason}` : spf.mechanism === '' ? '' : `, by ${spf.mechanism}`;
  return { verdict: withUnseen(`SPF result: ${spf.result}${decided}.`, unseen), mark: markOf(spf.result), findings, checks, tried, spf };
}

function checkSpf({ result, reason }: SpfCheck): CheckResult {
  return runCheck({
    id: 'spf',
    title: 'SPF authorizes the sending address',
    look: () => (result === 'temperror' ? { reason, subject: 'the SPF result', bars: 'grade' } : { evidence: result }),
    weigh: (seen) => (seen === 'pass' ? undefined : seen === 'permerror' ? 'high' : 'info'),
  });
}

/** DMARC compares the From domain with the one that SPF spoke for: a mail tried alone has none, and its policy is not asked for. */
const alignment: CheckResult = {
  id: 'dmarc-alignment',
  title: 'SPF is aligned with the From domain, as DMARC requires',
  state: 'not_looked_at',
  reason: 'only SPF was evaluated, without a From domain',
  subject: 'DMARC alignment',
  // Without it no mail is called sound: an SPF pass of another domain is worth nothing to DMARC.
  bars: 'grade',
};

/** What the result means to a receiver, where it is no pass and no error. */
function judgeResult({ ip, domain, identity }: TriedMail, { result, mechanism, reason, explanation }: SpfCheck): readonly Finding[] {
  const decided = `${identity} domain ${cleanText(domain) || '(empty)'}: ${result}${mechanism === '' ? '' : ` (${mechanism})`}`;
  const evidence = explanation === '' ? decided : `${decided}. Explanation: ${cleanText(explanation, 300)}`;
  switch (result) {
    case 'fail':
    case 'softfail':
      return [
        {
          id: `mail-spf-${result}`,
          severity: 'info',
          title: `${ip} is not authorized to send for ${cleanText(domain)}`,
          evidence,
          why:
            result === 'fail'
              ? 'Receivers that enforce SPF reject the message.'
              : 'Receivers accept the message and treat it with suspicion (softfail).',
          fix: 'If this host sends on behalf of the domain, add its address to the SPF record. If not, the policy works as intended.',
        },
      ];
    case 'neutral':
      return [
        {
          id: 'mail-spf-neutral',
          severity: 'low',
          title: 'The SPF policy makes no assertion about this sender',
          evidence,
          why: 'Receivers treat neutral like no SPF record (RFC 7208 §8.2).',
          fix: 'End the SPF record with -all or ~all.',
        },
      ];
    case 'none':
      return [
        {
          id: 'mail-spf-none',
          severity: 'low',
          title: 'No SPF policy applies to this message',
          evidence: reason,
          why: 'Receivers cannot tell whether the sending host is authorized.',
          fix: 'Send with a domain name in MAIL FROM and HELO that has an SPF record.',
        },
      ];
    default:
      return [];
  }
}
