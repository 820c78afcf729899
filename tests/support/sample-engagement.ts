import {
  buildEngagementReport,
  type EngagementFacts,
  type EngagementReport,
  type LastReport,
  type RunFacts,
} from '@castellan/probes/engagement/engagement-report';
import type { CheckResult, Finding, Report, Severity } from '@castellan/probes/report';

/** An engagement as an owner fills it in. */
export const sampleFacts: EngagementFacts = {
  title: 'Web shop, spring test',
  client: 'Meridian GmbH',
  contact: 'Ada Example, security@meridian.example',
  tester: 'Robin Example',
  scope: 'The web shop with its network.\nTests that take it offline are not permitted.',
  inScope: ['meridian.example', '*.meridian.example', '192.0.2.0/24'],
  outOfScope: ['pay.meridian.example'],
  permittedFrom: '2026-05-04',
  permittedTo: '2026-05-29',
  permittedBy: 'Ada Example, letter of 3 May',
};

/** A run that finished on a day of May 2026. */
export function sampleRun(given: Partial<RunFacts> & Pick<RunFacts, 'id'>): RunFacts {
  return {
    ...{ tool: 'tls-inspector', title: 'TLS Inspector', target: 'meridian.example', options: {}, state: 'finished', failure: null },
    ...{ startedAt: '2026-05-05T09:00:00.000Z', endedAt: '2026-05-05T09:00:04.000Z', verdict: 'Two things to mend.', mark: 'B' },
    ...{ schemaVersion: 1, notPermitted: [] },
    ...given,
  };
}

/** A finding of a severity. */
export function sampleFinding(id: string, severity: Severity, more: Partial<Finding> = {}): Finding {
  return {
    ...{
      id,
      severity,
      title: `Finding ${id}`,
      evidence: `Seen: ${id} at port 443`,
      why: 'An attacker who can reach the server can use it.',
    },
    ...{ fix: 'Switch it off in the server’s configuration and start it again.' },
    ...more,
  };
}

/** The report of a run. */
export function sampleReport(run: RunFacts, findings: readonly Finding[], checks: readonly CheckResult[] = []): Report {
  const { tool, target, startedAt } = run;
  return {
    tool,
    schemaVersion: 1,
    target,
    startedAt,
    durationMs: 4000,
    verdict: run.verdict ?? '',
    mark: run.mark ?? '',
    findings,
    checks,
  };
}

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** A report of an engagement with so many findings, on a target for each twenty of them. */
export function sampleEngagement(count: number, facts: Partial<EngagementFacts> = {}, more: Partial<Finding> = {}): EngagementReport {
  const last: LastReport[] = [];
  for (let at = 0; at < Math.max(1, Math.ceil(count / 20)); at += 1) {
    const target = at === 0 ? 'meridian.example' : `host-${at}.meridian.example`;
    const run = sampleRun({ id: `run-${at}`, target, startedAt: `2026-05-05T${String(at % 24).padStart(2, '0')}:00:00.000Z` });
    const findings = Array.from({ length: Math.min(20, count - at * 20) }, (_, index) =>
      sampleFinding(`${at}-${index}`, severities[Math.min(4, Math.floor(index / 2))] ?? 'info', more),
    );
    const checks: readonly CheckResult[] = [
      { id: 'chain', title: 'The chain leads to a trusted root', state: 'passed' },
      { id: 'hsts', title: 'HSTS for half a year', state: 'not_looked_at', reason: 'the server did not answer over HTTP' },
    ];
    const before = sampleReport({ ...run, startedAt: '2026-04-01T08:00:00.000Z', mark: 'C' }, [
      ...findings.slice(1),
      sampleFinding('old', 'high'),
    ]);
    last.push({ run, report: sampleReport(run, findings, checks), before });
  }
  const failed = sampleRun({
    id: 'failed',
    state: 'failed',
    failure: 'The host was not found.',
    target: 'gone.meridian.example',
    mark: null,
    verdict: null,
  });
  const runs = [...last.map(({ run }) => run), { ...failed, notPermitted: ['Not in the scope: gone.meridian.example.'] }];
  return buildEngagementReport({ engagement: { ...sampleFacts, ...facts }, runs, last, madeAt: new Date('2026-05-29T16:00:00.000Z') });
}
